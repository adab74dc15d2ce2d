"""Baked lookups, kept in the user's cache."""

import hashlib
import io
from functools import cache, lru_cache
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np

from prehensile.appearance.model.model import BlushModel
from prehensile.cache import cached, code_digest
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.paint.texture import DEFAULT_SIZE
from prehensile.skin.paint.tones import DEFAULT_TONE
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.rig import Rig
from prehensile.skin.template.levels import LEVELS, skin_mesh

SMALLEST, LARGEST = 512, 2048
"""[texels] along a side of a lookup; a picture of another size takes the nearest of its texels."""


def kept_lookup(hand: Hand, rig: Rig, model: BlushModel) -> Lookup:
    """The lookup of a rig with UV coordinates; all of our own hands share one."""
    if is_own(rig):
        return _own(model)
    plain = rig.material is None or rig.material.base_color is None
    return _kept(hand, rig, model, _size(rig), "vertices" if plain else None)


def is_own(rig: Rig) -> bool:
    """Whether a rig is our own skin, on a hand of whatever size and side."""
    known = _OWN.get(rig)
    if known is None:
        known = _OWN[rig] = rig.uv is not None and any(
            np.array_equal(np.unique(rig.uv, axis=0), _own_places(level))
            for level in range(LEVELS)
            if len(rig.faces) == _own_faces(level)
        )
    return known


_OWN: "WeakKeyDictionary[Rig, bool]" = WeakKeyDictionary()


@cache
def _own_places(level: int) -> np.ndarray:
    return np.unique(skin_mesh(Hand(), level).uv, axis=0)


def _own_faces(level: int) -> int:
    return len(skin_mesh(Hand(), 0).faces) * 4**level


@lru_cache(maxsize=4)
def _own(model: BlushModel) -> Lookup:
    hand = HandSpec.mean("right").build()
    return _kept(hand, hand_rig(hand), model, DEFAULT_SIZE, "skin")


def _size(rig: Rig) -> int:
    """As large as its picture."""
    data = None if rig.material is None else rig.material.base_color
    if data is None:
        return DEFAULT_SIZE
    from prehensile.files.pictures.picture import picture_size  # here: ours needs none of it

    size = picture_size(data)
    return DEFAULT_SIZE if size is None else int(np.clip(max(size), SMALLEST, LARGEST))


def _kept(
    hand: Hand, rig: Rig, model: BlushModel, size: int, colors: Literal["skin", "vertices"] | None
) -> Lookup:
    """``colors``: whose blood limits what is shown, those of our skin or of the rig's vertices."""
    digest = hashlib.sha256(code_digest("appearance.bake.lookup").encode())
    digest.update(repr((size, hand.side, rig.segments, model.views)).encode())
    arrays = [
        rig.uv, rig.vertices, rig.normals, rig.faces, rig.joints, rig.weights, rig.nails,
        rig.inverse_bind, rig.T_segment_joint, model.mask,
    ]  # fmt: skip
    if colors is not None:
        from prehensile.appearance.bake.held_blood import hardest

        below = ("appearance.bake.held_blood", "skin.paint.texture", "skin.paint.vertex_picture")
        digest.update(repr((colors, model.space, *map(code_digest, below))).encode())
        arrays += [rig.colors, model.textures, model.pigment, hardest(model)]
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return cached(
        "skin", digest.digest(), lambda: _packed(_baked(hand, rig, model, size, colors)), _read
    )


def _baked(hand: Hand, rig: Rig, model: BlushModel, size: int, colors: str | None) -> Lookup:
    from prehensile.appearance.bake.lookup import baked_lookup  # here: once for every rig

    found = baked_lookup(hand, rig, model, size)
    if colors is None:
        return found
    from prehensile.appearance.bake.held_blood import held_back
    from prehensile.skin.paint.vertex_picture import vertex_picture

    if colors == "vertices":
        return held_back(found, model, vertex_picture(rig, size))
    from prehensile.files.pictures.picture import picture_array
    from prehensile.skin.paint.texture import skin_textures

    base = skin_textures(DEFAULT_TONE).base_color
    assert base is not None, "our skin has a picture"
    return held_back(found, model, picture_array(base))


def _packed(lookup: Lookup) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, st=lookup.st, finger=lookup.finger, mask=lookup.mask)
    return buffer.getvalue()


def _read(data: bytes) -> Lookup:
    with np.load(io.BytesIO(data)) as file:
        return Lookup(file["st"], file["finger"], file["mask"])
