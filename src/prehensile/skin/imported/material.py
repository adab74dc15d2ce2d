"""The pictures and colours of somebody else's hand."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.files.pictures.picture import picture_size
from prehensile.mesh.raster import drawn_faces
from prehensile.skin.imported.gltf_skin import MeshPart, SkinnedMesh
from prehensile.skin.paint.tones import to_srgb
from prehensile.skin.rig.material import PLAIN_ROUGHNESS, Material

MAX_SIDE = 8192
"""Most pixels along a picture's side."""
UNPAINTED = 0.05
"""Colours with a smaller spread of their channels are the grey that programs start with."""


class Look(NamedTuple):
    """What an imported skin looks like."""

    material: Material | None
    paint: np.ndarray
    """(V, 3) sRGB of the vertices and their material"""
    painted: np.ndarray
    """(V,) of bool: where that is a colour and not the grey that programs start with"""
    uv: np.ndarray | None
    """(V, 2) places in the material's pictures, origin upper left"""
    notes: tuple[str, ...]

    @property
    def pictures(self) -> tuple[str, ...]:
        """What the material's pictures show."""
        if self.material is None:
            return ()
        found = {"base colour": self.material.base_color, "normal map": self.material.normal}
        return tuple(what for what, data in found.items() if data is not None)


def imported_look(file: GltfFile, mesh: SkinnedMesh) -> Look:
    """The look of a mesh: the pictures of its largest part, and colours for where there are none.

    Args:
        file: that it came from.
        mesh: as the file has it.
    """
    notes: list[str] = []
    main = max(mesh.parts, key=lambda part: part.faces.stop - part.faces.start)
    base = _picture(file, _surface(main).get("baseColorTexture"), "base colour", notes)
    normal = _picture(file, main.material.get("normalTexture"), "normal map", notes)
    paint, painted = _paint(mesh)
    drawn = mesh.uv is not None and len(drawn_faces(mesh.faces, mesh.uv)) > 0
    if not drawn and (base or normal):
        why = "has no UV coordinates" if mesh.uv is None else "has UV coordinates without any area"
        notes.append(f"its pictures are left out: the mesh {why}")
    if not drawn or not (base or normal):
        return Look(None, paint, painted, mesh.uv if drawn else None, tuple(notes))
    rough = _surface(main).get("roughnessFactor", PLAIN_ROUGHNESS)
    material = Material(base_color=base, normal=normal, roughness=float(np.clip(rough, 0, 1)))
    return Look(material, paint, painted, _uv_of_main(mesh, main, notes), tuple(notes))


def _surface(part: MeshPart) -> dict[str, Any]:
    return part.material.get("pbrMetallicRoughness", {})


def _picture(file: GltfFile, info: Any, what: str, notes: list[str]) -> bytes | None:
    """A picture's file, if there is one that every viewer can show; else a note."""
    if not isinstance(info, dict):
        return None
    if "KHR_texture_transform" in info.get("extensions", {}):
        notes.append(f"the {what} is left out: it is moved by KHR_texture_transform; apply that")
        return None
    texture = file.item("textures", info.get("index"))
    if "source" not in texture:
        notes.append(f"the {what} is left out: expected a PNG or JPEG")
        return None
    data = file.image(texture["source"])
    size = picture_size(data)
    if size is None or max(size) > MAX_SIDE:
        shown = "another format" if size is None else f"{size[0]} × {size[1]} pixels"
        notes.append(
            f"the {what} is left out: it is {shown}; expected a PNG or JPEG up to {MAX_SIDE} pixels"
        )
        return None
    return data


def _uv_of_main(mesh: SkinnedMesh, main: MeshPart, notes: list[str]) -> np.ndarray:
    """UV with one set of pictures: parts with others take those of the skin beside them."""
    from scipy.spatial import KDTree

    assert mesh.uv is not None
    uv = mesh.uv.copy()
    own = _surface(main).get("baseColorTexture")
    other = [part for part in mesh.parts if _surface(part).get("baseColorTexture") != own]
    if not other:
        return uv
    kept = np.ones(len(uv), bool)
    for part in other:
        kept[mesh.faces[part.faces]] = False
    if kept.any():
        near = KDTree(mesh.vertices[kept]).query(mesh.vertices[~kept])[1]
        uv[~kept] = uv[kept][near]
        notes.append(
            f"{len(other)} parts with other pictures than the largest take that one's: one set a "
            "hand"
        )
    return uv


def _paint(mesh: SkinnedMesh) -> tuple[np.ndarray, np.ndarray]:
    """The colour (V, 3) sRGB of every vertex, and whether (V,) anybody chose it."""
    paint, painted = np.ones_like(mesh.vertices), np.zeros(len(mesh.vertices), bool)
    for part in mesh.parts:
        rows = np.unique(mesh.faces[part.faces])
        factor = _surface(part).get("baseColorFactor", [1.0, 1.0, 1.0, 1.0])
        try:
            light = np.broadcast_to(np.clip(np.array(factor, float)[:3], 0, 1), (len(rows), 3))
        except (TypeError, ValueError):
            raise InputError(f"a material's baseColorFactor is {factor!r}") from None
        if mesh.colors is not None:
            light = light * mesh.colors[rows]
        paint[rows] = to_srgb(light)
        painted[rows] = np.ptp(light, axis=1).max(initial=0) > UNPAINTED
    return paint, painted
