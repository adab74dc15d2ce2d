"""The stop acts on joints that are about to leave, and on no others."""

import numpy as np
import pytest

from prehensile.control.law.hard_stop import HardStop

STOP = HardStop(np.zeros(1), np.ones(1))
H = 1 / 120


@pytest.mark.parametrize(
    ("q", "qd", "at"),
    [(0.9, 20.0, 1.0), (0.1, -20.0, 0.0), (1.1, 1.0, 1.0), (0.5, 20.0, None), (0.9, -20.0, None),
     (1.1, -20.0, None), (1.1, 0.0, None)],
)  # fmt: skip
def test_where_it_acts(q, qd, at):
    pull = STOP.pull(np.array([q]), np.array([qd]), H)
    assert (pull.spring > 0) == (at is not None)
    if at is not None:
        assert pull.towards / pull.spring == pytest.approx(at)


@pytest.mark.parametrize("h", [1 / 30, 1 / 120, 1 / 600])
def test_a_joint_arrives_and_stays(h):
    q, qd, most = 0.0, 25.0, 0.0
    for _ in range(200):
        pull = STOP.pull(np.array([q]), np.array([qd]), h)
        k = float(pull.spring[0])
        qd = (qd + h * (float(pull.towards[0]) - k * q)) / (1 + h * h * k)  # backward Euler
        q += h * qd
        most = max(most, q)
    assert most < 1 + 0.06 * 25 * h
