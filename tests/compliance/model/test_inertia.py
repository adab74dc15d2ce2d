"""Mass matrices against kinetic energy; responses against SciPy's integrator."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from prehensile.compliance.model.inertia import damping_of, mass_matrix, response, response_slopes
from prehensile.hand.hand import Hand


def test_the_mass_matrix_is_half_the_kinetic_energy(rng) -> None:
    """T = ½ Σ m v² + ω I ω of every segment, velocities by differences."""
    from prehensile.kinematics.forward import segment_transforms
    from prehensile.lie import se3

    hand = Hand()
    q, v = rng.uniform(hand.lower, hand.upper), rng.normal(size=23)
    h, energy = 1e-6, 0.0
    ahead, behind = (segment_transforms(hand, q + s * h * v) for s in (1, -1))
    for name, segment in hand.segments.items():
        if segment.parent is None:
            continue
        twist = se3.log(se3.inverse(behind[name]) @ ahead[name]) / (2 * h)
        at = twist[:3] + np.cross(twist[3:], segment.com)
        energy += 0.5 * segment.mass * at @ at + 0.5 * twist[3:] @ segment.inertia @ twist[3:]
    assert 0.5 * v @ mass_matrix(hand, q) @ v == pytest.approx(energy, rel=1e-6)


def test_a_push_is_answered_as_the_equations_say(rng) -> None:
    M = np.array([[1.1e-3, 1e-4], [1e-4, 5e-5]])
    stiffness = np.array([2.0, 0.8])
    damping = damping_of(M, stiffness, np.array([0.6, 0.5]))
    time = np.arange(0, 0.3, 5e-4)
    torque = np.stack([0.05 * np.sin(20 * time), 0.02 * time / 0.3], axis=1)

    def rates(t, x):
        push = [0.05 * np.sin(20 * t), 0.02 * t / 0.3]
        return [*x[2:], *np.linalg.solve(M, push - damping * x[2:] - stiffness * x[:2])]

    exact = solve_ivp(rates, (0, 0.3), np.zeros(4), t_eval=time, rtol=1e-9, atol=1e-12).y[:2].T
    found = response(M, stiffness, damping, torque, 5e-4).bent
    assert np.abs(found - exact).max() < 1e-3 * np.abs(exact).max()


def test_without_mass_it_is_a_spring() -> None:
    torque = np.linspace(0, 0.1, 100)[:, None]
    found = response(1e-12 * np.eye(1), np.array([2.0]), np.array([1e-6]), torque, 2e-3).bent
    assert found[-1, 0] == pytest.approx(0.05, rel=0.01)


def test_slopes_are_finite_differences(rng) -> None:
    """Two contacts at once, by central differences of 1e-5 in every logarithm."""
    A = rng.normal(size=(2, 3, 3))
    M = 1e-4 * (A @ np.swapaxes(A, 1, 2) + np.eye(3))
    torque = np.cumsum(rng.normal(size=(2, 60, 3)), axis=1) * 1e-2
    p = np.log(np.array([0.4, 1.0, 0.7, 0.6, 0.5, 0.8]))

    def at(p):
        stiffness = np.broadcast_to(np.exp(-p[:3]), (2, 3))
        damping = damping_of(M, stiffness, np.exp(p[3:]))
        return stiffness, damping, response(M, stiffness, damping, torque, 4e-3)

    found = response_slopes(M, *at(p), 4e-3)
    for j, h in enumerate(1e-5 * np.eye(6)):
        exact = (at(p + h)[2].bent - at(p - h)[2].bent) / 2e-5
        assert np.allclose(found[..., j], exact, atol=1e-7 * np.abs(exact).max() + 1e-12)
