"""Where a pushed hand comes to rest: against the least of its energy, and against C Jᵀ f."""

import numpy as np
import pytest
from scipy.optimize import minimize

from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.compliance.model.pushed_hand import bent_by
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

HAND = Hand()
PLACE = Place("index-finger-phalanx-distal", (0.012, 0.001, -0.006))
REST = 0.5 * (HAND.lower + HAND.upper)


@pytest.fixture
def soft(rng) -> np.ndarray:
    """(26,) some diagonal compliance."""
    return np.append(rng.uniform(0.2, 2, HAND.dof), np.full(3, 1e-3))


def test_a_small_push_bends_by_its_torques(soft, rng) -> None:
    force = 1e-4 * rng.normal(size=3)
    right = soft * contact_torques(HAND, REST, PLACE, force)
    found = bent_by(HAND, REST, PLACE, force, soft)
    assert np.abs(found - right).max() < 1e-3 * np.abs(right).max()


def test_a_firm_push_ends_where_springs_and_push_have_the_least_energy(soft, rng) -> None:
    T = se3.exp(rng.normal(size=6))
    force = rng.normal(size=3)
    carries = [k for k, name in enumerate(HAND.joint_names) if name.startswith(("wrist", "index"))]
    rows = [*carries, 23, 24, 25]

    def energy(few: np.ndarray) -> float:
        bent = np.zeros(26)
        bent[rows] = few
        moved = T.copy()
        moved[:3, 3] += bent[23:]
        pose = segment_transforms(HAND, REST + bent[:23], moved)[PLACE.segment]
        return float(0.5 * (bent**2 / soft).sum() - force @ se3.apply(pose, np.array(PLACE.point)))

    least = minimize(energy, np.zeros(len(rows)), method="BFGS", options={"gtol": 1e-7})
    found = bent_by(HAND, REST, PLACE, force, np.diag(soft), T)
    assert np.allclose(found[rows], least.x, atol=2e-5)
    assert not found[[k for k in range(23) if k not in carries]].any()


def test_joints_stop_at_the_ends_of_their_ranges(soft) -> None:
    found = bent_by(HAND, REST, PLACE, np.array([0.0, 0.0, -200.0]), soft)
    q = REST + found[:23]
    assert (q >= HAND.lower - 1e-9).all() and (q <= HAND.upper + 1e-9).all()
    outside = HAND.upper + 0.1  # begins beyond: only the way back is free
    found = bent_by(HAND, outside, PLACE, np.array([0.0, 0.0, 1.0]), soft)
    assert (found[:23] <= 1e-9).all()


def test_it_goes_on_from_where_it_was(soft, rng) -> None:
    force = rng.normal(size=3)
    once = bent_by(HAND, REST, PLACE, force, soft)
    again = bent_by(HAND, REST, PLACE, force, soft, start=once)
    assert np.abs(again - once).max() < 1e-8
