"""The rig of any hand, made once and remembered."""

from functools import lru_cache
from typing import TYPE_CHECKING

from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.own_rig import own_rig
from prehensile.skin.paint.tones import DEFAULT_TONE
from prehensile.skin.rig.rig import Rig

if TYPE_CHECKING:
    from prehensile.hand.loaded.spec import LoadedSpec
    from prehensile.skin.eigenskin.file import FittedSkin

KEPT_RIGS = 16
"""Rigs remembered; each takes some megabytes."""


def hand_rig(
    hand: Hand,
    level: int = 1,
    tone: str = DEFAULT_TONE,
    corrected: bool = True,
    fitted: "FittedSkin | None" = None,
) -> Rig:
    """The rig of a hand, made once and remembered.

    Our own hands wear the skin that we grow round their bones; of a loaded hand, every drawn mesh
    (every collision shape, where it has none) hangs rigidly on its own segment.

    Args:
        hand: ours, of either side, or a loaded one.
        level: level of detail of our own skin: 0, 1 or 2.
        tone: skin tone of our own skin's ``colors``.
        corrected: whether bent joints fold and bulge our own skin (EigenSkin).
        fitted: the model that corrects our own skin; the shipped one if None.
    """
    return _rig(hand.spec, level, tone, corrected, fitted)


@lru_cache(maxsize=KEPT_RIGS)
def _rig(
    spec: "HandSpec | LoadedSpec",
    level: int,
    tone: str,
    corrected: bool,
    fitted: "FittedSkin | None",
) -> Rig:
    hand = spec.build()
    if not isinstance(hand.spec, HandSpec):
        from prehensile.hand.loaded.hand import LoadedHand
        from prehensile.skin.rig.loaded import loaded_rig

        assert isinstance(hand, LoadedHand)
        return loaded_rig(hand)
    return own_rig(hand, level, tone=tone, corrected=corrected, fitted=fitted)
