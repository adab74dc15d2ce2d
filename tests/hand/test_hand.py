import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec


def test_the_default_is_the_mean_right_hand(hand):
    assert hand.spec == HandSpec.mean("right")
    assert hand.dof == 23
    assert hand.length == pytest.approx(0.181, abs=5e-4)
    assert repr(hand) == "Hand(right, 181 mm long, 0.40 kg)"


def test_joints_and_segments_are_found_by_name(hand):
    assert hand.joint_names[hand.joint_index("ring_pip_flex")] == "ring_pip_flex"
    assert hand.segment("wrist").name == "wrist"


def test_unknown_names_come_with_the_valid_ones(hand):
    with pytest.raises(UnknownNameError, match="Did you mean 'index_pip_flex'"):
        hand.joint_index("index_pip")
    with pytest.raises(UnknownNameError, match="thumb-phalanx-distal"):
        hand.segment("thumb-phalanx-distall")


@pytest.mark.parametrize(
    ("q", "words"),
    [
        (0.0, r"expected \(\.\.\., 23\)"),
        (np.zeros(22), r"shape \(22,\)"),
        (np.zeros((23, 2)), r"shape \(23, 2\)"),
        (["a"] * 23, "something else than numbers"),
        (np.where(np.arange(23) == 9, np.nan, 0.0), "not finite at index_pip_flex"),
    ],
)
def test_wrong_joint_vectors_are_refused(hand, q, words):
    with pytest.raises(InputError, match=words):
        hand.check_angles(q)


def test_batches_of_joint_vectors_are_fine(hand):
    assert hand.check_angles(np.zeros((4, 2, 23))).shape == (4, 2, 23)


def test_limits_do_not_depend_on_size_or_side():
    for spec in (HandSpec.at_percentile(5), HandSpec.at_percentile(95), HandSpec.mean("left")):
        np.testing.assert_array_equal(Hand(spec).lower, Hand().lower)
        np.testing.assert_array_equal(Hand(spec).upper, Hand().upper)
