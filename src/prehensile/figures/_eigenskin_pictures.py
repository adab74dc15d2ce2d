"""Figures 7.5 to 7.9 of Kry 2005 from our own model, and what it does to whole poses."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import Camera, fit_camera
from prehensile.draw.posed_hand import posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_figure, save_tiles
from prehensile.extras import optional
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.mesh.normals import smooth_normals
from prehensile.mesh.subdivide import loop_subdivision
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.errors import ExampleErrors
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.eigenskin.packed import shipped_examples
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.interpolation import PUBLISHED, interpolate
from prehensile.skin.rig.rig import Rig
from prehensile.skin.tissue.poses import WHOLE_HAND

SIZE = (360, 420)
THUMB = "thumb_cmc"
SUPPORTS = ("thumb_cmc", "thumb_mp", "thumb_ip", "index_mcp")
KEPT = 5
PLAIN, SUPPORT, FITTED = np.array([[0.86, 0.80, 0.75], [0.80, 0.36, 0.25], [0.45, 0.72, 0.45]])
PALM, THUMB_SIDE = np.array([0.15, 0.45, -0.9]), np.array([0.45, 0.8, -0.5])
UP = np.array([1.0, 0, 0])
LEVEL = 2
NEAR = 0.14
"""[m] from the wrist: what of a hand must be in the picture; straight fingers may reach beyond."""
ACROSS = {"thumb_cmc_abd": 40, "thumb_cmc_flex": 25, "thumb_mp_flex": 40, "thumb_ip_flex": 40}
"""[degrees] a thumb across the palm"""


def draw_eigenskin(fitted: FittedSkin, folder: Path) -> list[Path]:
    """All of them into ``folder``; returns their paths."""
    return [
        draw_supports(folder / "eigenskin_figure_7_5.png"),
        draw_displacements(fitted, folder / "eigenskin_figure_7_6.png"),
        draw_coordinates(fitted, folder / "eigenskin_figure_7_7.png"),
        draw_approximations(fitted, folder / "eigenskin_figure_7_8.png"),
        draw_unseen(fitted, folder / "eigenskin_figure_7_9.png"),
        draw_beside_blend(folder / "eigenskin_poses.png"),
    ]


def draw_supports(path: Path) -> Path:
    """Figure 7.5: the vertices that four joints correct."""
    rig = hand_rig(Hand())
    tiles = []
    for joint in SUPPORTS:
        size = np.linalg.norm(_fields(rig, joint), axis=-1).max(axis=0)
        colors = np.where((size > 0)[:, None], SUPPORT, PLAIN)
        tiles.append((joint.replace("_", " "), _rest_picture(rig, colors)))
    return save_tiles(tiles, path, len(tiles))


def draw_displacements(fitted: FittedSkin, path: Path) -> Path:
    """Figure 7.6: what the thumb's CMC adds, x, y and z as red, green and blue."""
    rig = hand_rig(Hand())
    sizes = next(j for j in fitted.model.joints if j.joint == THUMB).singular_values
    tiles = []
    for k, field in enumerate(_fields(rig, THUMB)):
        colors = np.clip(0.5 + 0.5 * field / np.abs(field).max(), 0, 1)
        tiles.append((f"û {k + 1}, σ {1e3 * sizes[k]:.0f} mm", _rest_picture(rig, colors)))
    return save_tiles(tiles, path, len(tiles))


def draw_coordinates(fitted: FittedSkin, path: Path) -> Path:
    """Figure 7.7: coordinates of the thumb's IP over its angle; dashed, the published kernel."""
    joint = next(j for j in fitted.model.joints if j.joint == "thumb_ip")
    found = joint.coordinates
    direction = found.centres[np.linalg.norm(found.centres, axis=1).argmax()]
    direction = direction / np.linalg.norm(direction)
    at = found.centres @ direction
    angles = np.linspace(at.min(), at.max(), 400)
    line = angles[:, None] * direction
    published = interpolate(found.centres, found(found.centres), PUBLISHED)
    figure = optional("matplotlib.figure").Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    for k in range(len(joint.displacements)):
        (curve,) = axes.plot(np.degrees(angles), 1e3 * found(line)[:, k], label=f"α {k + 1}")
        color = curve.get_color()
        axes.plot(np.degrees(angles), 1e3 * published(line)[:, k], "--", color=color, lw=0.8)
        axes.plot(np.degrees(at), 1e3 * found(found.centres)[:, k], "o", mfc="none", color=color)
    axes.set_xlabel("thumb IP from the rest pose [°]")
    axes.set_ylabel("coordinate [mm]")
    axes.set_title("solid: smooth kernel with a line; dashed: exp(−r/r₀), as published", size=9)
    axes.legend(frameon=False)
    return save_figure(figure, path)


def draw_approximations(fitted: FittedSkin, path: Path) -> Path:
    """Figure 7.8: the solved shape of the thumb's CMC in skin colour, 0 to 5 of ours in green."""
    examples = shipped_examples()
    errors = ExampleErrors(fitted.model, examples)
    rows = np.flatnonzero((np.array(examples.groups) == THUMB) & ~examples.unseen)
    row = rows[errors.blend[rows].argmax()]
    truth, hand = examples.skin[row], examples.hand.build()
    camera = _thumb_camera(truth)
    tiles = []
    for count in range(KEPT + 1):
        ours = fitted.model.posed(hand, examples.q[row], count)[0]
        with Scene(SIZE) as scene:
            _add(scene, truth, examples.faces, PLAIN)
            _add(scene, ours, examples.faces, FITTED)
            error = errors.relative(np.array([row]), count)
            name = "blend skinning" if count == 0 else f"{count} displacement{'s' * (count > 1)}"
            tiles.append((f"{name}, relErr {error:.3f}", scene.picture(camera)))
    return save_tiles(tiles, path, 3)


def draw_unseen(fitted: FittedSkin, path: Path) -> Path:
    """Figure 7.9: a mixed pose that nothing was learned from, where blend skinning is worst."""
    examples = shipped_examples()
    errors = ExampleErrors(fitted.model, examples)
    rows = np.flatnonzero(np.array(examples.groups) == WHOLE_HAND)
    row = rows[errors.blend[rows].argmax()]
    truth, hand, q = examples.skin[row], examples.hand.build(), examples.q[row]
    shapes = {"solved": truth}
    for count in (0, 1, KEPT):
        name = "blend skinning" if count == 0 else f"EigenSkin, {count} a joint"
        error = errors.relative(np.array([row]), count)
        shapes[f"{name}, relErr {error:.2f}"] = fitted.model.posed(hand, q, count)[0]
    tiles = []
    for eye in (PALM, THUMB_SIDE):
        camera = fit_camera(truth, eye, UP, SIZE)
        for name, shape in shapes.items():
            with Scene(SIZE) as scene:
                _add(scene, shape, examples.faces, PLAIN)
                tiles.append((name, scene.picture(camera)))
    return save_tiles(tiles, path, len(shapes))


def draw_beside_blend(path: Path) -> Path:
    """Blend skinning above, EigenSkin below: a fist, a pinch, a thumb across the palm."""
    hand = Hand()
    across = bind_angles()
    for name, degrees in ACROSS.items():
        across[JOINT_NAMES.index(name)] = np.radians(degrees)
    poses = {"fist": corpus()["fist"].q, "pinch": corpus()["tip_pinch"].q, "thumb across": across}
    views = {"fist": (PALM, THUMB_SIDE), "pinch": (PALM, THUMB_SIDE), "thumb across": (PALM,)}
    tiles = []
    for kind, dress in (("blend", Dress(eigenskin=False)), ("EigenSkin", SKIN_DRESS)):
        for name, q in poses.items():
            for eye in views[name]:
                posed = posed_hand(hand, q, None, dress, LEVEL)
                seen = posed.vertices[posed.in_view]
                camera = fit_camera(seen[seen[:, 0] < NEAR], eye, UP, SIZE)
                with Scene(SIZE) as scene:
                    scene.add_hand(posed.rig, posed.vertices, posed.normals, dress.picture(hand))
                    tiles.append((f"{name}, {kind}", scene.picture(camera)))
    return save_tiles(tiles, path, len(tiles) // 2)


def _fields(rig: Rig, joint: str) -> np.ndarray:
    """(n, V, 3) [m] what each coordinate of a joint adds to the rig's vertices where it is 1."""
    found = rig.corrections
    assert found is not None
    columns = [k for k, name in enumerate(found.names) if name.startswith(f"{joint} ")]
    vertex = np.repeat(np.arange(len(rig.vertices)), np.diff(found.start.astype(int)))
    fields = np.zeros((len(columns), len(rig.vertices), 3))
    for k, column in enumerate(columns):
        of = found.column == column
        fields[k, vertex[of]] = found.shift[of]
    return fields


def _rest_picture(rig: Rig, colors: np.ndarray) -> np.ndarray:
    camera = fit_camera(rig.vertices, PALM, UP, SIZE)
    with Scene(SIZE) as scene:
        painted = replace(rig, colors=colors.astype(np.float32), material=None)
        scene.add_hand(painted, rig.vertices, rig.normals)
        return scene.picture(camera)


def _thumb_camera(shape: np.ndarray) -> Camera:
    near = shape[(shape[:, 0] > -0.01) & (shape[:, 0] < 0.12) & (shape[:, 1] > -0.01)]
    return fit_camera(near, THUMB_SIDE, UP, SIZE)


def _add(scene: Scene, vertices: np.ndarray, faces: np.ndarray, color: np.ndarray) -> None:
    """A coarse shape, cut finer to be looked at."""
    matrix, fine = _cut(faces.tobytes(), len(vertices))
    shape = matrix @ vertices
    rig = replace(
        hand_rig(Hand(), 0),
        faces=fine.astype(np.uint32),
        colors=np.tile(color.astype(np.float32), (len(shape), 1)),
        uv=None,
        material=None,
    )
    scene.add_hand(rig, shape.astype(np.float32), smooth_normals(shape, fine).astype(np.float32))


@cache
def _cut(faces: bytes, vertices: int):
    return loop_subdivision(np.frombuffer(faces, np.uint32).reshape(-1, 3), vertices)
