"""Damping brakes what leaves the reference, not what moves with it, nor more than friction can."""

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import GRAVITY, pinch, stepped
from prehensile.synthesis.damping import contact_damping, damped_springs

H = 2e-3


def test_springs_and_dampers_are_in_equilibrium(rng: np.random.Generator) -> None:
    """C⁻¹(Δθ − a) + Σ c Jᵀ J(Δθ − b) / h = τ, for any torque."""
    A, J = rng.normal(size=(5, 5)), rng.normal(size=(3, 6, 5))
    C, (a, b, torque) = A @ A.T, rng.normal(size=(3, 5))
    c = contact_damping(np.array([1.0, 0.5, 2.0]))
    damped, moves = damped_springs(C, a, b, J, c, H)
    moves = moves + damped @ torque
    brake = sum(ci * Ji[:3].T @ (Ji[:3] @ (moves - b)) / H for ci, Ji in zip(c, J, strict=True))
    assert np.allclose(np.linalg.solve(C, moves - a) + brake, torque)
    assert np.allclose(damped, damped.T) and np.linalg.eigvalsh(C - damped)[0] > -1e-12


def test_what_moves_with_the_reference_is_not_braked(rng: np.random.Generator) -> None:
    C, J, b = np.diag([1.0, 0.0, 2.0, 3.0]), rng.normal(size=(2, 6, 4)), rng.normal(size=4)
    assert np.allclose(damped_springs(C, b, b, J, np.ones(2), H)[1], b)


def test_a_joint_that_does_not_give_stays_stiff(rng: np.random.Generator) -> None:
    damped, _ = damped_springs(
        np.diag([1.0, 0.0]), np.zeros(2), np.zeros(2), rng.normal(size=(1, 6, 2)), np.ones(1), H
    )
    assert not damped[1].any() and not damped[:, 1].any()


@pytest.mark.parametrize("damping", [0.0, 2.0, 20.0])
def test_what_slides_is_braked_by_friction_alone(damping: float) -> None:
    """A pinched block too heavy by half falls at g − 2μN/m, however strong the dampers."""
    mu, mass = 0.5, 0.1
    force = mass * GRAVITY / (2 * mu) / 1.5
    s = pinch(force, mass, mu, 0.0, sides=4, damping=damping)  # a corner of the cone points down
    stepped(s, 60)
    before = s.state.phi[0, 1]
    done = stepped(s, 10)
    assert (np.linalg.norm(done.slip, axis=1) > 0.01).all()
    assert np.isclose((s.state.phi[0, 1] - before) / (10 * H), GRAVITY / 3, rtol=1e-6)
