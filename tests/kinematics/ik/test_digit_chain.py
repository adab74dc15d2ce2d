from dataclasses import replace

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS, THUMB_JOINTS
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.digit_chain import digit_chain


@pytest.mark.parametrize("finger", FINGERS)
def test_the_bones_are_those_of_the_hand(finger):
    hand = Hand()
    tip, pad = (digit_chain(hand, finger, point) for point in ("tip", "pad"))
    _, proximal, intermediate, distal, tissue = hand.spec.bone_lengths[1 + FINGERS.index(finger)]
    np.testing.assert_allclose(tip.lengths, [proximal, intermediate, distal + tissue])
    assert tip.tip_angle == 0
    at = hand.segments[TIP_SEGMENT[finger]].pad
    assert at is not None
    end = pad.lengths[2] * np.array([np.cos(pad.tip_angle), 0, -np.sin(pad.tip_angle)])
    np.testing.assert_allclose(end, at, atol=1e-15)
    assert tip.joints == tuple(
        f"{finger}_{j}" for j in ("mcp_abd", "mcp_flex", "pip_flex", "dip_flex")
    )


def test_abduction_turns_the_other_way_on_the_other_side_and_beyond_the_middle():
    right, left = (HandSpec.mean(side).build() for side in ("right", "left"))
    assert [digit_chain(right, f).axis[2] for f in FINGERS] == [1, 1, -1, -1]
    assert [digit_chain(left, f).axis[2] for f in FINGERS] == [-1, -1, 1, 1]


def test_a_finger_that_is_built_otherwise_is_refused(tmp_path):
    path = tmp_path / "tiny.xml"
    path.write_text(tiny_hand(couple_dip=True))
    hand = load_hand(path, mapping_of())
    with pytest.raises(InputError, match="index finger"):
        digit_chain(hand, "index")


def test_the_thumb_is_its_metacarpal_chain_behind_an_oblique_axis():
    hand = Hand()
    chain = digit_chain(hand, "thumb", "tip")
    metacarpal, proximal, _, distal, tissue = hand.spec.bone_lengths[0]
    np.testing.assert_allclose(chain.lengths, [metacarpal, proximal, distal + tissue])
    assert chain.joints == THUMB_JOINTS
    assert abs(chain.axis[1]) > 0.1 and np.isclose(np.linalg.norm(chain.axis), 1)


def test_the_shadow_hand_bends_otherwise(reference_data):
    hand = load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))
    for digit, words in (("thumb", "this hand's thumb"), ("index", "index finger")):
        with pytest.raises(InputError, match=words):
            digit_chain(hand, digit)


def test_where_on_its_axis_the_middle_hinge_is_drawn_changes_no_solution(rng):
    plain = HandSpec.sample(4)
    odd = replace(plain, middle_offset=rng.normal(scale=2e-3, size=5))
    q = rng.uniform(plain.lower, plain.upper)
    for point in ("tip", "pad"):
        for digit in ("thumb", *FINGERS):
            ours, theirs = (digit_chain(s.build(), digit, point) for s in (plain, odd))
            for a, b in zip(ours, theirs, strict=True):
                np.testing.assert_array_equal(a, b)
    ours, theirs = (pad_positions(spec.build(), q)[0] for spec in (plain, odd))
    np.testing.assert_allclose(theirs, ours, atol=1e-15)
