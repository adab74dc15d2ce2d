"""Corrections on somebody else's hand: learned from its own shape keys, or fitted before."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.eigenskin.to_rig import corrections_of
from prehensile.skin.imported.examples import FileSkin, key_examples
from prehensile.skin.imported.key_names import SYNTAX
from prehensile.skin.imported.shown_names import shown_names
from prehensile.skin.rig.corrections import Corrections

SAME_PLACE = 5e-5
"""[m] Vertices of a fitted skin and of a mesh that are nearer than this are the same."""


class Learned(NamedTuple):
    """What the keys of a file give its rig."""

    corrections: Corrections | None
    fitted: FittedSkin | None
    notes: tuple[str, ...]
    """what was used and what was left out, a sentence each"""


def corrected_by_keys(skin: FileSkin, hand: Hand, file: str) -> Learned:
    """Corrections from the shape keys whose names say a pose; none without such keys.

    Raises:
        InputError: two keys of one pose, or a pose that no hand can take.
    """
    notes = []
    if skin.keys.others:
        notes.append(
            f"{len(skin.keys.others)} shape keys whose names say no pose "
            f"({shown_names(skin.keys.others)}) are left out; a pose is written {SYNTAX}"
        )
    if not skin.keys.names:
        return Learned(None, None, tuple(notes))
    examples = key_examples(skin, hand)
    owners = examples.joints()
    several = [n for n, owner in zip(examples.names, owners, strict=True) if owner is None]
    if several:
        notes.append(
            f"{len(several)} shape keys that do not move one joint alone from the bind pose "
            f"({shown_names(several)}) are left out"
        )
    if len(several) == len(owners):
        return Learned(None, None, tuple(notes))
    model = examples.fitted()
    used = len(owners) - len(several)
    notes.append(f"{used} shape keys correct the skin at {len(model.joints)} joints")
    if model.without_examples:
        without = shown_names(model.without_examples)
        notes.append(f"no shape keys for {without}: blend skinning alone there")
    fitted = FittedSkin(model, hand.spec, f"the shape keys of {file}", 0)
    return Learned(corrections_of(model, hand, skin.carry), fitted, tuple(notes))


def worn_corrections(fitted: FittedSkin, skin: FileSkin, hand: Hand) -> Corrections:
    """A fitted skin on the mesh that it was fitted to, or on that mesh's mirror image.

    Raises:
        InputError: it was fitted to another mesh.
    """
    from scipy.sparse import csr_array
    from scipy.spatial import KDTree

    mirror = np.array([1.0, 1.0 if hand.side == fitted.hand.side else -1.0, 1.0])
    rest = fitted.model.blend.rest
    far, row = (np.atleast_1d(a) for a in KDTree(rest * mirror).query(skin.blend.rest))
    if far.max() > SAME_PLACE:
        raise InputError(
            f"it was fitted to another mesh: {(far > SAME_PLACE).sum()} of {len(far)} vertices of "
            f"this one are not in it, up to {1e3 * far.max():.2f} mm away"
        )
    pick = csr_array((np.ones(len(row)), (np.arange(len(row)), row)), (len(row), len(rest)))
    carry = csr_array(skin.carry @ pick)
    return corrections_of(fitted.model, fitted.hand.build(), carry, mirror)
