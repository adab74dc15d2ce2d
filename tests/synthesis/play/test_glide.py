"""No jump, no speed that no hand has, whatever comes when."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prehensile.lie import se3, so3
from prehensile.synthesis.play.glide import FIRST, JOINT_SPEED, LONGEST, SPEED, Glide
from prehensile.synthesis.setting import Reference


def pose(rng: np.random.Generator, size: float) -> Reference:
    T = np.eye(4)
    T[:3, :3] = so3.exp(size * rng.normal(size=3))
    T[:3, 3] = size * rng.normal(size=3)
    return Reference(size * rng.normal(size=26), T)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.0, 3.0), st.floats(0.001, 2.0))
def test_speed_is_bounded_whatever_comes(seed: int, size: float, apart: float) -> None:
    rng = np.random.default_rng(seed)
    glide, now = Glide(pose(rng, size)), 0.0
    before = glide.at(now)
    for _ in range(4):
        glide.aim(now, pose(rng, size))
        for _ in range(20):
            now += apart / 20
            here = glide.at(now)
            assert np.abs(here.theta - before.theta).max() <= JOINT_SPEED * apart / 20 + 1e-9
            moved = np.linalg.norm(here.T_base[:3, 3] - before.T_base[:3, 3])
            turned = np.linalg.norm(so3.log(before.T_base[:3, :3].T @ here.T_base[:3, :3]))
            assert moved <= SPEED * apart / 20 + 1e-9 and turned <= JOINT_SPEED * apart / 20 + 1e-6
            before = here


def test_poses_are_reached_as_they_lie_apart_and_then_held() -> None:
    rng = np.random.default_rng(0)
    first, *poses = (pose(rng, 0.01) for _ in range(4))
    glide = Glide(first)
    assert glide.aim(1.0, poses[0]) == pytest.approx(1.0 + FIRST)
    half = glide.at(1.0 + FIRST / 2)
    assert np.allclose(half.theta, (first.theta + poses[0].theta) / 2)
    assert np.allclose(half.T_base, first.T_base @ se3.exp(se3.log(
        se3.inverse(first.T_base) @ poses[0].T_base) / 2), atol=1e-4)  # fmt: skip
    assert glide.aim(1.03, poses[1]) == pytest.approx(1.06)
    assert np.array_equal(glide.at(1.06).theta, poses[1].theta)
    assert np.array_equal(glide.at(7.0).theta, poses[1].theta)  # the stream stalls
    assert glide.aim(9.0, poses[2]) == pytest.approx(9.0 + LONGEST)
    assert np.array_equal(glide.at(9.0).theta, poses[1].theta)
