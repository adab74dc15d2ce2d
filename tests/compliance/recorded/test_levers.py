"""Lever arms against differences of where their place is."""

import numpy as np
import pytest
from tests.compliance.sessions import made_session

from prehensile.compliance.recorded.levers import load_levers
from prehensile.compliance.recorded.session import session_of


def test_lever_arms_are_differences_of_the_place(rng) -> None:
    session = session_of(made_session(seed=4, contacts=1).recording)
    hand, load = session.hand, session.loads["index"]
    q, h = rng.uniform(0.1, 0.6, (2, hand.dof)), 1e-6
    rows, moved = np.arange(2), np.array([1e-3, 0, -2e-3])
    J, at = load_levers(hand, q, np.eye(4), load, rows, moved)
    for j in range(hand.dof):
        step = h * np.eye(hand.dof)[j]
        ahead, behind = (
            load_levers(hand, q + s * step, np.eye(4), load, rows, moved)[1] for s in (1, -1)
        )
        assert np.allclose(J[..., j], (ahead - behind) / (2 * h), atol=1e-8)
    assert np.linalg.norm(
        at - load_levers(hand, q, np.eye(4), load, rows)[1], axis=1
    ) == pytest.approx(np.linalg.norm(moved))
