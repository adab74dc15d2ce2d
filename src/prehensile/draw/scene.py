"""`Scene`: one style for all off-screen pictures of hands and things."""

from collections import deque
from typing import Any, Self

import numpy as np

from prehensile.draw.camera import Camera
from prehensile.draw.floor import shadowed_floor
from prehensile.draw.probe import quiet_vtk, require_drawing
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.skin.rig.rig import Rig

BACKGROUND = (246, 244, 240)
FORCE = (196, 30, 58)

SUPERSAMPLING = 2
"""Pictures are drawn larger by this and averaged: the same everywhere, unlike OpenGL's own."""
LARGEST = 8192
"""Pixels along a side that software OpenGL still draws, supersampling included."""

# Direction in the camera's frame (right, up, towards the eye), intensity and colour.
_LIGHTS = (
    ((-0.5, 0.75, 0.85), 0.78, (1.0, 0.98, 0.95)),  # key
    ((0.9, 0.15, 0.75), 0.38, (0.93, 0.96, 1.0)),  # fill
    ((0.25, 0.6, -0.9), 0.3, (1.0, 1.0, 1.0)),  # rim, parts fingers from the background
    ((0.0, -1.0, 0.3), 0.2, (1.0, 0.93, 0.88)),  # what a floor would throw back
)
SKIN_GLOSS = {"ambient": 0.24, "diffuse": 0.92, "specular": 0.16, "specular_power": 14}
BODY_GLOSS = {"ambient": 0.21, "diffuse": 0.84, "specular": 0.22, "specular_power": 22}
KEPT_TEXTURES = 4
"""Pictures of hands that the next frame may show again."""
FADE = 0.055
"""Share of the picture along its edges where a floor's shadow melts into the background."""


class Scene:
    """Meshes, a floor and lights. Fill it, then take pictures; close it (or use ``with``).

    Raises:
        MissingExtraError: PyVista is not installed.
        PrehensileError: this machine has no usable OpenGL.
        InputError: the picture is empty or too large.
    """

    def __init__(self, size: tuple[int, int]):
        width, height = (int(n) for n in size)
        if not (width > 0 and height > 0 and max(width, height) * SUPERSAMPLING <= LARGEST):
            limit = LARGEST // SUPERSAMPLING
            raise InputError(f"a picture of {width} × {height} pixels: give 1 to {limit} a side.")
        quiet_vtk()
        self._pv = optional("pyvista")
        require_drawing()
        self.size = (width, height)
        scaled = [width * SUPERSAMPLING, height * SUPERSAMPLING]
        self._plotter: Any = self._pv.Plotter(off_screen=True, window_size=scaled, lighting="none")
        self._plotter.suppress_rendering = True  # PyVista draws after every change otherwise
        self._plotter.set_background([c / 255 for c in BACKGROUND])
        self._meshes: list[tuple[np.ndarray, np.ndarray]] = []
        self._overlay: list[Any] = []
        self._has_floor = False
        self._textures: deque[tuple[np.ndarray, Any]] = deque(maxlen=KEPT_TEXTURES)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the window back."""
        self._plotter.close()

    def clear(self) -> None:
        """Remove everything but the window."""
        self._plotter.clear_actors()
        self._meshes.clear()
        self._overlay.clear()
        self._has_floor = False

    def add_hand(
        self,
        rig: Rig,
        vertices: np.ndarray,
        normals: np.ndarray,
        picture: np.ndarray | None = None,
    ) -> None:
        """A hand by its rig: vertices (V, 3) [m] world and unit normals (V, 3) of a pose.

        A picture (H, W, 3) uint8 takes the place of the rig's colours; it must not be changed.
        """
        mesh = self._mesh(vertices, rig.faces)
        mesh.point_data.active_normals = normals
        look: dict[str, Any] = dict(SKIN_GLOSS if rig.is_skin else BODY_GLOSS)
        if picture is not None and rig.uv is not None:
            mesh.active_texture_coordinates = rig.uv * [1, -1] + [0, 1]  # VTK's origin is below
            look["texture"] = self._texture(picture)
        else:
            mesh["colors"] = (255 * rig.colors).round().astype(np.uint8)
            look |= {"scalars": "colors", "rgb": True}
        self._plotter.add_mesh(mesh, smooth_shading=True, **look)

    def add_body(self, vertices: np.ndarray, faces: np.ndarray, color: np.ndarray) -> None:
        """A thing: vertices (V, 3) [m] world, faces (F, 3), color (3,) from 0 to 1."""
        self._plotter.add_mesh(
            self._mesh(vertices, faces), color=np.clip(color, 0, 1).tolist(),
            smooth_shading=True, split_sharp_edges=True, feature_angle=35, **BODY_GLOSS,
        )  # fmt: skip

    def add_floor(self, z: float) -> None:
        """A soft shadow at height ``z`` [m] below all that was added so far."""
        if not self._meshes:
            return
        floor = shadowed_floor(self._meshes, z)
        cell = (floor.high - floor.low) / floor.light.shape
        grid = self._pv.ImageData(
            dimensions=(*floor.light.shape, 1),
            origin=(*(floor.low + 0.5 * cell), floor.z),
            spacing=(*cell, 1.0),
        )
        colors = floor.light.T.reshape(-1, 1) * np.array(BACKGROUND)
        grid.point_data["colors"] = colors.round().astype(np.uint8)
        self._plotter.add_mesh(grid, scalars="colors", rgb=True, lighting=False)
        self._has_floor = True

    def add_arrows(
        self, starts: np.ndarray, vectors: np.ndarray, thickness: float = 0.0011
    ) -> None:
        """Thin arrows, seen through everything: starts and vectors (n, 3) [m], world."""
        arrows = []
        for start, vector in zip(starts, vectors, strict=True):
            length = float(np.linalg.norm(vector))
            if length < 4 * thickness:
                continue
            arrows.append(
                self._pv.Arrow(
                    start=start, direction=vector / length, scale=length,
                    shaft_radius=thickness / length, tip_radius=2.6 * thickness / length,
                    tip_length=min(0.4, 7 * thickness / length), shaft_resolution=12,
                )
            )  # fmt: skip
        if arrows:
            color = [c / 255 for c in FORCE]
            mesh = self._pv.merge(arrows)
            actor = self._plotter.add_mesh(mesh, color=color, ambient=0.5, diffuse=0.6)
            actor.SetVisibility(False)
            self._overlay.append(actor)

    def picture(self, camera: Camera) -> np.ndarray:
        """Take it: (height, width, 3) uint8."""
        self._aim(camera)
        picture = self._shot()
        if self._overlay:
            others = [a for a in self._plotter.actors.values() if a not in self._overlay]
            self._show(others, False)
            self._show(self._overlay, True)
            arrows = self._shot()
            self._show(self._overlay, False)
            self._show(others, True)
            picture = np.where((arrows != BACKGROUND).any(-1, keepdims=True), arrows, picture)
        n = SUPERSAMPLING
        height, width, _ = picture.shape
        blocks = picture.reshape(height // n, n, width // n, n, 3)
        smooth = blocks.mean((1, 3))
        if self._has_floor:
            weight = _inner(smooth.shape[0])[:, None] * _inner(smooth.shape[1])[None, :]
            smooth = BACKGROUND + (smooth - BACKGROUND) * weight[..., None]
        return smooth.round().astype(np.uint8)

    def _aim(self, camera: Camera) -> None:
        view = self._plotter.camera
        view.position, view.focal_point = camera.position.tolist(), camera.target.tolist()
        view.up, view.view_angle = camera.up.tolist(), camera.angle
        self._plotter.renderer.ResetCameraClippingRange()
        self._plotter.remove_all_lights()
        for direction, intensity, color in _LIGHTS:
            place = camera.target + np.array(direction) @ camera.basis
            self._plotter.add_light(
                self._pv.Light(
                    position=place.tolist(), focal_point=camera.target.tolist(),
                    intensity=intensity, color=color, light_type="scene light",
                )
            )  # fmt: skip

    def _shot(self) -> np.ndarray:
        self._plotter.suppress_rendering = False
        self._plotter.render()
        picture = self._plotter.screenshot(return_img=True)
        self._plotter.suppress_rendering = True
        return picture[..., :3].astype(np.uint8)

    def _mesh(self, vertices: np.ndarray, faces: np.ndarray) -> Any:
        self._meshes.append((np.asarray(vertices), np.asarray(faces)))
        return self._pv.PolyData.from_regular_faces(np.asarray(vertices), np.asarray(faces))

    def _texture(self, picture: np.ndarray) -> Any:
        """A picture as PyVista takes it; the very same one is not taken again."""
        for known, texture in self._textures:
            if known is picture:
                return texture
        texture = self._pv.Texture(picture)
        texture.mipmap = texture.interpolate = True
        self._textures.append((picture, texture))
        return texture

    @staticmethod
    def _show(actors: list[Any], visible: bool) -> None:
        for actor in actors:
            actor.SetVisibility(visible)


def _inner(count: int) -> np.ndarray:
    """Weights (count,) that rise from 0 at either end to 1."""
    x = np.minimum(np.arange(count), np.arange(count)[::-1]) / (FADE * count)
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)
