"""An EigenSkin of our template on any of our own hands: every level of detail, side and size."""

import hashlib
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from prehensile.cache import cached, code_digest
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.file import FittedSkin, packed, unpacked
from prehensile.skin.eigenskin.model import EigenSkin
from prehensile.skin.eigenskin.to_rig import corrections_of
from prehensile.skin.rig.corrections import Corrections
from prehensile.skin.template.shipped import template

KEPT_MODELS = 4
"""Finer models remembered; the finest takes some ten megabytes."""

if TYPE_CHECKING:
    from scipy.sparse import csr_array


def own_corrections(fitted: FittedSkin, hand: Hand, level: int, rows: np.ndarray) -> Corrections:
    """Corrections of a rig of one of our own hands.

    The template has the same faces on every hand, so displacements go by vertex. They are scaled
    by hand breadth: flesh in balance looks the same at every size, and what a bend squeezes is as
    thick as the digit, whose radii are shares of the breadth; bones that are longer only lengthen
    what hardly moves between the joints.

    Args:
        fitted: model of the template on some right hand of ours.
        hand: one of our own, of either side and any size.
        level: level of detail: 0, 1 or 2.
        rows: (W,) vertex of the skin that each of the rig's is.
    """
    size = hand.spec.breadth / fitted.hand.breadth
    side = 1.0 if hand.side == fitted.hand.side else -1.0
    stretch = size * np.array([1.0, side, 1.0])
    from scipy.sparse import csr_array

    model = finer_model(fitted, level)
    picked = (np.ones(len(rows)), rows, np.arange(len(rows) + 1))
    carry = csr_array(picked, shape=(len(rows), len(model.blend.rest)))
    return corrections_of(model, fitted.hand.build(), carry, stretch)


@lru_cache(maxsize=KEPT_MODELS)
def finer_model(fitted: FittedSkin, level: int) -> EigenSkin:
    """A model of the template on one of its finer levels, made once and cached."""
    if level == 0:
        return fitted.model

    def make() -> bytes:
        from prehensile.skin.eigenskin.finer import finer_eigenskin  # mostly it is in the cache

        finer, faces = _finer(level)
        model = finer_eigenskin(fitted.model, fitted.hand.build(), finer, faces)
        return packed(replace(fitted, model=model, template=""))

    key = _digest(fitted) + bytes([level])
    return cached("eigenskin", key, make, unpacked).model


def _digest(fitted: FittedSkin) -> bytes:
    """Digest of a model, its mesh and the code that makes it finer."""
    blend = fitted.model.blend
    digest = hashlib.sha256(str(fitted.hand.to_json()).encode())
    for joint in fitted.model.joints:
        for array in (joint.displacements, joint.normals, joint.coordinates.factors):
            digest.update(array.tobytes())
    for array in (blend.rest, blend.faces, blend.weights):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(code_digest("skin.own_corrections").encode())
    return digest.digest()


def learned_weights(fitted: FittedSkin, level: int, names: tuple[str, ...]) -> np.ndarray:
    """(V, B) how much each segment carries of a level's skin, of any of our own hands.

    Displacements make good what these very weights do wrong.
    """
    blend = finer_model(fitted, level).blend
    return blend.weights[:, [blend.segments.index(name) for name in names]]


@cache
def _finer(level: int) -> tuple["csr_array", np.ndarray]:
    """(V, V₀) vertices of a level as means of the template's, as the skin is cut; its faces."""
    from scipy.sparse import csr_array, eye_array

    from prehensile.mesh.subdivide import loop_subdivision

    shape = template()
    faces, total = shape.faces, csr_array(eye_array(len(shape.vertices)))
    for _ in range(level):
        finer, faces = loop_subdivision(faces, len(total.indptr) - 1)
        total = csr_array(finer @ total)
    return total, faces
