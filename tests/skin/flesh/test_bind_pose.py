"""The bind pose: a hand can take it, and its fingers stand apart."""

from itertools import pairwise

import numpy as np
import pytest

from prehensile.hand.joints import FINGERS, JOINT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.capsules import hand_capsules
from prehensile.skin.flesh.bind_pose import BIND_POSE, bind_angles


def test_every_angle_stands_at_its_joint() -> None:
    q = dict(zip(JOINT_NAMES, bind_angles(), strict=True))
    assert {name: q[name] for name in BIND_POSE} == BIND_POSE
    assert not any(angle for name, angle in q.items() if name not in BIND_POSE)


@pytest.mark.parametrize("percentile", [1, 50, 99])
def test_it_is_a_pose_of_every_hand_with_no_two_fingers_touching(percentile: float) -> None:
    hand = HandSpec.at_percentile(percentile).build()
    q = bind_angles()
    assert (q >= hand.lower).all() and (q <= hand.upper).all()

    def gap(angles: np.ndarray, one: str, other: str) -> float:
        beside = hand_capsules(hand, angles, (other,))
        lines = hand_capsules(hand, angles, (one,))
        share = np.linspace(0, 1, 50)[:, None, None]
        points = ((1 - share) * lines.start + share * lines.end).reshape(-1, 3)
        radius = np.tile(lines.radius, 50)
        return float((beside.distance(points).min(axis=1) - radius).min())

    for one, other in pairwise(FINGERS):
        assert gap(q, one, other) > max(0.0, gap(np.zeros(hand.dof), one, other))
