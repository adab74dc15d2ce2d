"""A pinch whose friction grows as a power of its force, against that power."""

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import STUCK, pinch, speed_after
from prehensile.errors import InputError
from prehensile.synthesis.soft_friction import soft_friction


def test_friction_goes_with_the_area() -> None:
    N = np.array([0.0, 0.1, 1.0, 8.0])
    assert np.allclose(soft_friction(np.full(4, 0.5), N, 0.0), 0.5)
    mu = soft_friction(np.full(4, 0.5), N, 1 / 3)
    assert np.isclose(mu[0], mu[1]) and np.isclose(mu[2], 0.5) and np.isclose(mu[3], 0.25)


@pytest.mark.parametrize("share", [0.98, 1.02])
def test_a_pinch_holds_what_its_skin_can(share: float) -> None:
    """2 μ N^(2/3) ≥ m g, along a corner of the cone; Coulomb would hold 1.44 times as much."""
    mu, force = 0.5, 3.0
    mass = 2 * mu * force ** (2 / 3) / 9.81 / share
    s = pinch(force, mass, mu, 0.0, sagged=True, damping=0.0, friction_falls=1 / 3)
    speed_after(s, 2)  # new contacts begin with the friction of a light touch
    before = s.state.phi[0, :3].copy()
    speed_after(s, 5)
    gained = float(np.linalg.norm(s.state.phi[0, :3]) - np.linalg.norm(before))
    assert (gained < STUCK) == (share > 1)


def test_bad_input() -> None:
    with pytest.raises(InputError, match="power"):
        pinch(1.0, 0.1, 0.5, 0.0, friction_falls=1.0)
