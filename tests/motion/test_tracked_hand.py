from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.motion.tracked_hand import angles_of, hand_of


def test_columns_come_in_the_order_of_the_hand(hand_clip, rng):
    track = hand_clip.hands[0]
    order = rng.permutation(len(track.joint_names))
    mixed = replace(
        track, joint_names=tuple(track.joint_names[k] for k in order), q=track.q[:, order]
    )
    assert np.array_equal(angles_of(mixed), track.q)
    assert hand_of(track).spec == HandSpec.at_percentile(95, "right")


def test_missing_joints_and_foreign_models_are_said(hand_clip):
    track = hand_clip.hands[0]
    with pytest.raises(InputError, match="wrist_flex"):
        angles_of(replace(track, joint_names=track.joint_names[1:], q=track.q[:, 1:]))
    with pytest.raises(InputError, match="not a hand description"):
        hand_of(replace(track, model={"kind": "mano"}))
