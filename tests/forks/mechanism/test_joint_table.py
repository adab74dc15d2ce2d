import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree

from prehensile.forks.mechanism.joint_table import SOFT_START, joint_table, stiffening
from prehensile.lie import se3


def test_screws_are_the_slope_of_where_joints_take_their_children(rng) -> None:
    table = joint_table(random_tree(rng, 14, effectors=2))
    theta = np.where(table.used, 0.4 * rng.normal(size=table.group.shape), 0.0)
    E, S = table.move(theta)
    h = 1e-6
    for k in range(theta.shape[1]):
        step = np.zeros_like(theta)
        step[:, k] = np.where(table.used[:, k], h, 0.0)
        ahead, behind = (table.move(theta + s * step)[0] for s in (1, -1))
        slope = (se3.log(se3.inverse(E) @ ahead) - se3.log(se3.inverse(E) @ behind)) / (2 * h)
        assert np.allclose(slope, np.where(table.used[:, k, None], S[:, k], 0), atol=1e-7)


def test_a_joint_stiffens_smoothly_and_is_much_stiffer_at_its_limit() -> None:
    k, low, high = np.array([2.0]), np.array([-0.5]), np.array([1.0])
    assert stiffening(np.array([SOFT_START * 0.999]), k, low, high)[1] == 0
    torque, slope = stiffening(np.array([1.0]), k, low, high)
    assert slope == pytest.approx(90 * k) and torque > 0
    left = stiffening(np.array([-0.45]), k, low, high)
    assert left[0] < 0 and left[1] > 0
    h = 1e-6
    ahead, behind = (stiffening(np.array([0.9 + s * h]), k, low, high)[0] for s in (1, -1))
    assert (ahead - behind) / (2 * h) == pytest.approx(
        stiffening(np.array([0.9]), k, low, high)[1], rel=1e-6
    )
