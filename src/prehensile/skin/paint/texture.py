"""Pictures of our own skin: colour in several tones, and relief finer than the mesh.

They are painted by code on the atlas of the mean right hand and fit every hand of ours, as all
wear its mesh; a left hand's lie on it mirrored.
"""

import hashlib
import io
import os
import subprocess
import sys
from dataclasses import fields
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prehensile.cache import cached, code_digest
from prehensile.children import bound
from prehensile.errors import InputError
from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.spec import HandSpec
from prehensile.skin.paint.maps import SkinMaps
from prehensile.skin.paint.tones import DEFAULT_TONE, Tone, tone_named, toned
from prehensile.skin.rig.material import Material
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.skin_mesh import SkinMesh

if TYPE_CHECKING:
    from prehensile.mesh.raster import Texels

SIZES = (256, 512, 1024, 2048)
"""[texels] along a side that pictures may have."""
DEFAULT_SIZE = 1024
"""[texels] along a side: about 3.8 a millimetre, and 5.7 on pads and nails."""
PAINT_LEVEL = 1
"""Level of the skin whose shape is painted."""
ROUGHNESS = 0.55
"""Roughness of the painted skin: 0 is a mirror, 1 is chalk."""
STORED = {"blood": (-1.0, 2.0), "mottle": (-3.0, 3.0)}
"""What 0 and 255 stand for in the stored maps; 0 and 1 for those left out."""


@lru_cache(maxsize=8)
def skin_textures(tone: str = DEFAULT_TONE, size: int = DEFAULT_SIZE) -> Material:
    """The pictures of one tone, made once and cached.

    Args:
        tone: ``tone-1`` (lightest) to ``tone-8``; see :data:`prehensile.skin.paint.tones.TONES`.
        size: texels along a side: 256, 512, 1024 or 2048.

    Raises:
        InputError: no such tone or size.
    """
    skin = tone_named(tone)
    if size not in SIZES:
        known = ", ".join(map(str, SIZES))
        raise InputError(f"there are no skin textures of {size!r} texels; give one of {known}.")
    key = _sources() + size.to_bytes(4, "big")
    kept = cached("skin", key + b"maps", lambda: _packed_maps(size), _read_maps)
    color = cached(
        "skin",
        key + repr(skin).encode(),
        lambda: png_bytes(color_picture(kept.maps, skin)),
        lambda data: data,
    )
    return Material(base_color=color, normal=kept.normal, roughness=ROUGHNESS)


@cache
def paint_in_own_process(tone: str = DEFAULT_TONE) -> None:
    """Fill the cache for `skin_textures` in another process, of low priority.

    Painting takes seconds of one core; a simulation in this process keeps its pace meanwhile. If
    it fails, `skin_textures` paints itself and says why.
    """
    subprocess.run(
        bound([sys.executable, "-P", "-m", __name__, tone]),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def color_picture(maps: SkinMaps, tone: Tone) -> np.ndarray:
    """(H, W, 3) uint8 sRGB of maps (H, W)."""
    return np.round(255 * toned(maps, tone)).astype(np.uint8)


def normal_picture(height: np.ndarray, texels: "Texels") -> np.ndarray:
    """(size, size, 3) uint8 normals of relief (N,) [m], x to the right and y to the top.

    Flat between the charts.
    """
    relief, pitch = texels.picture(height), texels.picture(texels.pitch)
    down, right = np.gradient(relief)
    normal = np.stack([-right / pitch, down / pitch, np.ones_like(relief)], axis=2)
    normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    between = np.ones(texels.size**2, bool)
    between[texels.index] = False
    normal[between.reshape(relief.shape)] = [0, 0, 1]
    return np.round(127.5 + 127.5 * normal).astype(np.uint8)


def painted_atlas(mesh: SkinMesh, size: int) -> "tuple[Texels, SkinMaps]":
    """The texels of a skin of the mean right hand, and what is painted on each of them."""
    from prehensile.mesh.raster import atlas_texels
    from prehensile.skin.flesh.rest import RestFlesh
    from prehensile.skin.paint.paint import painted_skin

    texels = atlas_texels(
        mesh.vertices, mesh.normals, mesh.faces, mesh.uv, mesh.uv_faces.astype(np.int64), size
    )
    return texels, painted_skin(RestFlesh(HandSpec.mean("right").build()), texels)


def _mesh() -> SkinMesh:
    return skin_mesh(HandSpec.mean("right").build(), PAINT_LEVEL)


@cache
def _sources() -> bytes:
    mesh = _mesh()
    digest = hashlib.sha256(code_digest("skin.paint.texture").encode())
    for array in (mesh.vertices, mesh.uv, mesh.uv_faces):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.digest()


class _Kept(NamedTuple):
    """What is the same in every tone."""

    maps: SkinMaps
    """(size, size) each; the relief is in the normals and is left at nought"""
    normal: bytes
    """PNG"""


def _packed_maps(size: int) -> bytes:
    texels, maps = painted_atlas(_mesh(), size)
    stored = {}
    for field in fields(SkinMaps):
        if field.name != "height":
            low, high = STORED.get(field.name, (0.0, 1.0))
            share = np.clip((getattr(maps, field.name) - low) / (high - low), 0, 1)
            stored[field.name] = texels.picture(np.round(255 * share).astype(np.uint8))
    normal = png_bytes(normal_picture(maps.height, texels))
    stored["normal"] = np.frombuffer(normal, np.uint8)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **stored)
    return buffer.getvalue()


def _read_maps(data: bytes) -> _Kept:
    found = {}
    with np.load(io.BytesIO(data)) as file:
        normal = file["normal"].tobytes()
        for field in fields(SkinMaps):
            low, high = STORED.get(field.name, (0.0, 1.0))
            if field.name != "height":
                found[field.name] = low + (high - low) / 255 * file[field.name]
    return _Kept(SkinMaps(**found, height=np.zeros_like(found["nail"])), normal)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    skin_textures(sys.argv[1])
