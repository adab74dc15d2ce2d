import numpy as np
import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.forks.models.from_hand import from_hand
from prehensile.forks.models.load import load_mechanism, touched_at
from prehensile.forks.models.shipped import SHIPPED, robot_arm, shipped
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.corpus import corpus, named_pose
from prehensile.hand.hand import Hand


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_ones_come_by_name(name: str) -> None:
    assert np.array_equal(load_mechanism(name).T_world, shipped(name).T_world)


def test_a_hand_in_a_pose() -> None:
    hand, pose = Hand(), list(corpus())[3]
    right = from_hand(hand, named_pose(hand, pose).q)
    assert np.array_equal(load_mechanism(f"hand:{pose}").T_world, right.T_world)


def test_a_measured_hand_in_a_pose(rng: np.random.Generator) -> None:
    hand = Hand()
    soft = HandCompliance.assumed(hand, rng.uniform(0.2, 2, hand.dof))
    mechanism = load_mechanism("hand:flat", compliance=soft)
    found = {j.name: j.stiffness for j in mechanism.joints}
    assert found["index_pip_flex"] == 1 / soft.diagonal[hand.joint_index("index_pip_flex")]
    with pytest.raises(InputError, match="hand:POSE"):
        load_mechanism("ladder", compliance=soft)


def test_other_end_effectors() -> None:
    arm = touched_at(robot_arm(), ["link5", "link20"])
    assert arm.effectors == ("link5", "link20")
    assert load_mechanism("hexapod", ["left1-tibia"]).free_base


def test_what_it_does_not_know() -> None:
    with pytest.raises(UnknownNameError, match=r"ladder.*hand:POSE.*MJCF"):
        load_mechanism("teapot")
    with pytest.raises(UnknownNameError, match="wave"):
        load_mechanism("hand:wave")
    with pytest.raises(UnknownNameError, match="gripper"):
        load_mechanism("arm", ["gripper"])
    with pytest.raises(FileError, match=r"teapot\.urdf"):
        load_mechanism("teapot.urdf")
