"""Human poses on other hands: pads land where a human's would."""

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.loaded.load import load_hand
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.transfer import carried_over

POSES = ("medium_wrap", "tripod", "power_sphere")


@pytest.fixture
def tiny(tmp_path):
    (tmp_path / "tiny.xml").write_text(tiny_hand())
    return load_hand(tmp_path / "tiny.xml", mapping_of())


def test_our_own_hand_takes_a_pose_as_it_is():
    q = corpus_pose("tripod").q
    assert carried_over(Hand(), q) is q


@pytest.mark.parametrize("pose", POSES)
def test_pads_come_nearer_than_by_name_alone_and_limits_are_kept(tiny, pose):
    human = corpus_pose(pose).q
    q = carried_over(tiny, human)
    assert (q >= tiny.lower).all() and (q <= tiny.upper).all()
    wanted = pad_positions(Hand(), human)[0] * tiny.length / Hand().length

    def error(angles):
        return np.linalg.norm(pad_positions(tiny, angles)[0] - wanted, axis=1).mean()

    assert error(q) < 0.8 * error(tiny.transfer(human))


def test_the_shadow_hands_thumb_meets_its_index_in_a_tripod(reference_data):
    hand = load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))
    human = corpus_pose("tripod").q
    pads, _ = pad_positions(hand, carried_over(hand, human))
    by_name, _ = pad_positions(hand, hand.transfer(human))
    apart = np.linalg.norm(pads[0] - pads[1])
    assert apart < 0.06 and apart < np.linalg.norm(by_name[0] - by_name[1])


def test_it_is_the_same_every_time(tiny):
    human = corpus_pose("tripod").q
    first = carried_over(tiny, human)
    first[0] = 99  # a copy
    np.testing.assert_array_equal(carried_over(tiny, human), carried_over(tiny, human.copy()))
    assert carried_over(tiny, human)[0] != 99
