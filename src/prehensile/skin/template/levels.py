"""The skin of a hand at three levels of detail, made once and cached.

Each level is the one before with every triangle cut in four and laid onto the flesh again, so
vertex k of a level is vertex k of all finer ones, and what is painted on one fits the others.
"""

import hashlib
import io
from dataclasses import fields, replace
from functools import cache
from importlib import resources

import numpy as np

from prehensile.cache import cached, code_digest
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.template.shipped import FILE as TEMPLATE_FILE
from prehensile.skin.template.skin_mesh import SkinMesh

LEVELS = 3
"""About 3 500, 14 000 and 56 000 triangles."""


def skin_mesh(hand: Hand, level: int) -> SkinMesh:
    """The skin of one of our own hands.

    Args:
        hand: of either side; a left one's is the mirror image of the right one's.
        level: 0, 1 or 2.

    Raises:
        InputError: there is no such level.
    """
    if level not in range(LEVELS):
        raise InputError(f"there is no skin level {level!r}; give 0 (coarse), 1 or 2 (fine).")
    spec = hand.spec
    assert isinstance(spec, HandSpec)
    shape = (spec.bone_lengths, np.array(spec.breadth), spec.root_shift, spec.middle_offset)
    sizes = b"".join(array.tobytes() for array in shape)
    key = _sources() + sizes + bytes([level])
    return _sided(cached("skin", key, lambda: _packed(hand, level), _read), hand.side)


def _sided(mesh: SkinMesh, side: str) -> SkinMesh:
    if side == "right":
        return mesh
    mirror = np.array([1, -1, 1], np.float32)
    return replace(
        mesh,
        vertices=mesh.vertices * mirror,
        normals=mesh.normals * mirror,
        faces=np.ascontiguousarray(mesh.faces[:, ::-1]),
        uv_faces=np.ascontiguousarray(mesh.uv_faces[:, ::-1]),
    )


@cache
def _sources() -> bytes:
    """Digest of the code and data that the shape depends on."""
    shipped = resources.files("prehensile.skin").joinpath(TEMPLATE_FILE).read_bytes()
    return hashlib.sha256(code_digest("skin.template.levels").encode() + shipped).digest()


def _packed(hand: Hand, level: int) -> bytes:
    from prehensile.skin.template.fitted import fitted_skin  # here: mostly it is in the cache

    buffer = io.BytesIO()
    np.savez(buffer, **vars(fitted_skin(hand, level)))
    return buffer.getvalue()


def _read(data: bytes) -> SkinMesh:
    with np.load(io.BytesIO(data)) as file:
        return SkinMesh(**{f.name: file[f.name] for f in fields(SkinMesh)})
