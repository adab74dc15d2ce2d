import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.pose import Pose


def test_a_pose_is_a_read_only_copy(hand):
    q = np.zeros(23)
    pose = Pose(hand, q)
    q[4] = 0.3
    assert pose["thumb_cmc_flex"] == 0
    with pytest.raises(ValueError, match="read-only"):
        pose.q[0] = 1
    assert pose.hand is hand


def test_joints_by_name(hand):
    pose = Pose.from_degrees(hand, {"index_pip_flex": 45, "thumb_cmc_abd": -10})
    assert pose["index_pip_flex"] == pytest.approx(np.pi / 4)
    bent = pose.with_angles(index_pip_flex=1.0)
    assert bent["index_pip_flex"] == 1.0 and bent["thumb_cmc_abd"] == pose["thumb_cmc_abd"]
    assert pose["index_pip_flex"] == pytest.approx(np.pi / 4)
    assert "45.0" in repr(pose)


def test_rounding_at_a_limit_is_not_a_violation(hand):
    assert (Pose(hand, hand.upper + 1e-7).q <= hand.upper).all()


@pytest.mark.parametrize(
    ("angles", "words"),
    [
        ({"index_pip_flex": 120}, r"index_pip_flex is 120\.0°, outside its limits 0° to 100°"),
        ({"wrist_dev": 40, "wrist_pro": 90}, r"wrist_dev.* \(and 1 more\)"),
        ({"ring_dip_flex": float("nan")}, "not finite at ring_dip_flex"),
    ],
)
def test_poses_that_do_not_fit_are_refused(hand, angles, words):
    with pytest.raises(InputError, match=words):
        Pose.from_degrees(hand, angles)


def test_unknown_joints_and_batches_are_refused(hand):
    with pytest.raises(UnknownNameError, match="Did you mean 'ring_pip_flex'"):
        Pose.from_degrees(hand, {"ring_pip": 3})
    with pytest.raises(UnknownNameError, match="joint"):
        Pose(hand, np.zeros(23))["elbow"]
    with pytest.raises(InputError, match=r"got shape \(2, 23\)"):
        Pose(hand, np.zeros((2, 23)))
