"""Hands in our own skin with made-up corrections of every joint, of any side and size."""

from dataclasses import replace

import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.motion.tracked_hand import hand_of
from prehensile.skin import own_rig
from prehensile.skin.dress import Dress

STEEPER = 20
"""Normals turn so much more than they are made, for errors to show."""


def made_up_dress(clip, kept, size=1.0):
    """For the clip's hands: ``kept`` displacements a joint of 1 mm or so, ``size`` times that."""
    worn = {}
    with pytest.MonkeyPatch.context() as patch:
        fitted = made_eigenskin(kept=kept)
        patch.setattr(own_rig, "shipped_eigenskin", lambda: fitted)
        for track in clip.hands:
            hand = hand_of(track)
            rig = own_rig.own_rig(hand)
            own = rig.corrections
            own = replace(own, shift=size * own.shift, turn=STEEPER * size * own.turn)
            worn[hand.spec] = replace(rig, corrections=own)
    return Dress(worn=worn)
