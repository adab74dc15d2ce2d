"""Which picture a primitive of a glTF file shows, and where its vertices lie in it."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile


class BasePicture(NamedTuple):
    """The picture of a material's colour."""

    image: int | None
    """row of the file's images; None without one that is read"""
    uv_set: int = 0
    refused: str = ""
    """why one that is there is not read"""


def base_picture(file: GltfFile, material: dict[str, Any]) -> BasePicture:
    """The picture of a material's base colour."""
    info = material.get("pbrMetallicRoughness", {}).get("baseColorTexture")
    if not isinstance(info, dict):
        return BasePicture(None)
    if "KHR_texture_transform" in info.get("extensions", {}):
        return BasePicture(None, refused="it is moved by KHR_texture_transform; apply that")
    texture = file.item("textures", info.get("index"))
    if "source" not in texture:
        return BasePicture(None, refused="expected a PNG or JPEG")
    return BasePicture(int(texture["source"]), int(info.get("texCoord", 0)))


def places(
    file: GltfFile, primitive: dict[str, Any], painted: BasePicture, count: int
) -> NDArray[np.float64]:
    """(V, 2) places of a primitive's vertices in its picture; not numbers where there are none."""
    key = primitive.get("attributes", {}).get(f"TEXCOORD_{painted.uv_set}")
    if painted.image is None or key is None:
        return np.full((count, 2), np.nan)
    found = file.numbers(key)
    if found.shape != (count, 2):
        raise InputError(f"a mesh has {len(found)} TEXCOORD for {count} vertices")
    return found
