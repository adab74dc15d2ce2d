"""How a grip is shared among contacts."""

import numpy as np
import pytest

from prehensile.control.law.shared_press import FLOOR, balanced_forces
from prehensile.world.contacts import Touch


def touch(group, point, push, force=1.0):
    push = np.array(push, dtype=float) / np.linalg.norm(push)
    return Touch(f"{group}-distal", group, np.array(point, dtype=float), push, force, force * push)


def test_two_that_oppose_share_alike():
    felt = [touch("thumb", (0.02, 0, 0), (-1, 0, 0)), touch("index", (-0.02, 0, 0), (1, 0, 0))]
    np.testing.assert_allclose(balanced_forces(felt), 0.5, atol=1e-6)


def test_a_digit_that_balance_would_leave_idle_presses_by_its_floor():
    """The middle finger presses straight up, where nothing opposes it."""
    felt = [
        touch("thumb", (0.02, 0, 0), (-1, 0, 0)),
        touch("index", (-0.02, 0, 0), (1, 0, 0)),
        touch("middle", (0, 0, -0.02), (0, 0, 1)),
        touch("ring", (0.02, 0.005, 0), (-1, 0, 0)),
        touch("little", (-0.02, 0.005, 0), (1, 0, 0)),
    ]
    forces = balanced_forces(felt)
    assert forces.sum() == pytest.approx(1.0)
    assert forces.min() >= 0.9 * FLOOR
    assert forces[2] == forces.min()


def test_within_a_digit_the_floor_goes_to_what_presses_now(rng):
    for _ in range(20):
        groups = rng.choice(["thumb", "index", "middle", "palm"], size=6)
        felt = [
            touch(g, rng.normal(size=3) * 0.03, rng.normal(size=3), rng.uniform(0.1, 2))
            for g in groups
        ]
        forces = balanced_forces(felt)
        assert (forces >= 0).all() and forces.sum() == pytest.approx(1.0)
        scale = 1 / max(1.0, FLOOR * 6)
        for g in set(groups) - {"palm"}:
            assert forces[groups == g].sum() >= 0.5 * scale * FLOOR
