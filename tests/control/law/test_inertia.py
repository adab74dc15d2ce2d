"""Two meanings of I, and the torque that makes one out of the other."""

import numpy as np
import pytest

from prehensile.control.law.inertia import accelerations, coupling_torque, outboard
from prehensile.control.law.joint_pull import JointPull
from prehensile.errors import UnknownNameError


@pytest.fixture
def matrix(rng):
    a = rng.normal(size=(4, 4))
    return a @ a.T + 0.1 * np.eye(4)


def test_accelerations(matrix, rng):
    torque = rng.normal(size=4)
    np.testing.assert_allclose(accelerations(matrix, torque, "outboard"), torque / np.diag(matrix))
    np.testing.assert_allclose(matrix @ accelerations(matrix, torque, "full"), torque)


@pytest.mark.parametrize("strength", [1.0, 1e4])
def test_coupled_step_is_backward_euler(matrix, rng, strength):
    spring, damper = strength * rng.uniform(100, 300, 4), strength * rng.uniform(20, 60, 4)
    pull = JointPull(spring, spring * rng.normal(size=4), damper)
    alone = JointPull(*rng.uniform(0, 3, (3, 4)))
    q, qd, h = rng.normal(size=4), rng.normal(size=4), 1 / 120
    coupling = coupling_torque(matrix, pull, alone, q, qd, h)
    # What the world does: implicit springs at every joint, and the coupling as a constant.
    I = outboard(matrix)
    k, d, c = (I * p + a for p, a in zip(pull_parts(pull), pull_parts(alone), strict=True))
    left = matrix + np.diag(h * d + h * h * k)
    after = np.linalg.solve(left, matrix @ qd + h * (c - k * q + coupling))
    # What was meant.
    full = pull.towards - pull.spring * (q + h * after) - pull.damper * after
    lone = alone.towards - alone.spring * (q + h * after) - alone.damper * after
    np.testing.assert_allclose(
        matrix @ (after - qd) / h, matrix @ full + lone, rtol=1e-7, atol=1e-7 * strength
    )


def pull_parts(pull):
    return pull.spring, pull.damper, pull.towards


def test_no_coupling_without_off_diagonals(rng):
    pull = JointPull(*rng.uniform(1, 2, (3, 4)))
    coupling = coupling_torque(np.diag([1.0, 2, 3, 4]), pull, pull, *rng.normal(size=(2, 4)), 0.01)
    np.testing.assert_allclose(coupling, 0, atol=1e-12)


def test_unknown_meaning(matrix):
    with pytest.raises(UnknownNameError, match="outboard, full"):
        accelerations(matrix, np.zeros(4), "half")  # type: ignore[arg-type]
