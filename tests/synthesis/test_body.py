"""Free flight, spin and a pendulum, against closed forms."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.frozen import read_only
from prehensile.lie import se3
from prehensile.synthesis.body import Body, kinetic_energy
from prehensile.synthesis.moving import _kernels
from prehensile.synthesis.tables import BodyTable

BRICK = Body("brick", "freely", 0.3, np.diag([1e-4, 2e-4, 2.5e-4]))


def moved_body(
    body: Body, T: np.ndarray, phi: np.ndarray, h: float
) -> tuple[np.ndarray, np.ndarray]:
    velocity = np.linalg.pinv(body.subspace) @ phi
    still = read_only(T[None].copy())
    after, phi = _kernels.moved_bodies(BodyTable.of((body,)), still, velocity, h)
    return after[0], phi[0]


def test_a_body_that_spins_keeps_momentum_spin_and_nearly_its_energy(
    rng: np.random.Generator,
) -> None:
    """Euler's equations; explicit, ad(φ)ᵀMφ would gain energy."""
    T, phi = se3.exp(rng.normal(size=6)), np.array([0.5, -0.2, 0.3, 1.0, 15.0, -2.0])
    momentum, spin = T[:3, :3] @ phi[:3], T[:3, :3] @ BRICK.inertia @ phi[3:]
    before, at = kinetic_energy(BRICK, phi), T[:3, 3] + T[:3, :3] @ phi[:3] * 4.0
    energies = []
    for _ in range(2000):
        T, phi = moved_body(BRICK, T, phi, 1 / 500)
        energies.append(kinetic_energy(BRICK, phi))
    assert np.allclose(T[:3, :3] @ phi[:3], momentum, rtol=1e-9)
    assert np.allclose(T[:3, :3] @ BRICK.inertia @ phi[3:], spin, rtol=1e-9)
    assert np.allclose(T[:3, 3], at, atol=1e-9)
    assert np.abs(np.array(energies) / before - 1).max() < 1e-3


def test_the_term_of_newton_and_euler_in_the_first_order(rng: np.random.Generator) -> None:
    """M φ̇ = ad(φ)ᵀ M φ (5.14)."""
    phi, h = rng.normal(size=6), 1e-7
    expected = np.linalg.solve(
        BRICK.spatial_inertia, se3.small_adjoint(phi).T @ BRICK.spatial_inertia @ phi
    )
    _, after = moved_body(BRICK, np.eye(4), phi, h)
    assert np.allclose((after - phi) / h, expected, atol=1e-5)


def test_a_hinge_stays_on_its_axis(rng: np.random.Generator) -> None:
    axis = rng.normal(size=3)
    door = Body("door", "hinge", 0.3, BRICK.inertia, axis / np.linalg.norm(axis), np.ones(3) * 0.1)
    T = se3.exp(rng.normal(size=6))
    anchor, direction = se3.apply(T, door.anchor), T[:3, :3] @ door.axis
    phi = door.subspace[:, 0] * 2.0
    for _ in range(100):
        T, phi = moved_body(door, T, phi, 0.01)
    assert np.allclose(se3.apply(T, door.anchor), anchor)
    assert np.allclose(T[:3, :3] @ door.axis, direction)
    # m d² + I about the axis: the parallel axes' theorem
    away = door.anchor - door.axis * (door.axis @ door.anchor)
    about = door.mass * away @ away + door.axis @ door.inertia @ door.axis
    assert np.isclose(door.subspace[:, 0] @ door.spatial_inertia @ door.subspace[:, 0], about)


def test_a_rock_stays() -> None:
    T, rock = se3.exp(np.ones(6)), Body("rock")
    assert rock.subspace.shape == (6, 0)
    assert (moved_body(rock, T, np.zeros(6), 0.1)[0] == T).all()


def test_bad_bodies() -> None:
    with pytest.raises(InputError, match="mass of 0 kg"):
        Body("air", "freely", 0.0, np.eye(3))
    with pytest.raises(InputError, match="inertia"):
        Body("rod", "freely", 1.0, np.diag([0.0, 1, 1]))
