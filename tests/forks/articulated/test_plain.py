"""One articulated step, both twins, against the equations of a pendulum and of two sliders."""

import numpy as np
import pytest

from prehensile.forks.articulated import _kernels, _plain

TWINS = pytest.mark.parametrize("twin", [_plain, _kernels], ids=["plain", "compiled"])
H = 1 / 240


def step(twin, q, v, parent, screws, stiffness, damping, mass, com, wrench, inertia=None):
    """One step under gravity along −z; the new q and v, and the poses before it."""
    n = len(q)
    q, v = np.array(q, float), np.array(v, float)
    poses = np.zeros((n, 12))
    inertia = np.zeros((n, 3, 3)) if inertia is None else np.asarray(inertia, float)
    twin.articulated_steps(
        1, q, v, np.array(parent), np.array(screws, float), np.array(stiffness, float),
        np.array(damping, float), np.array(mass, float), np.array(com, float), inertia,
        np.array(wrench, float), np.array([0.0, 0.0, -9.81]), H, poses,
    )  # fmt: skip
    return q, v, poses


@TWINS
def test_a_pendulum_s_step_is_implicit_in_spring_and_damper(twin):
    """(m l² + I + h d + h² k) q̈ = −k (q + h q̇) − d q̇ + m g l sin q + f l: about y, hanging up."""
    m, l, own, k, d, push, angle, rate = 0.3, 0.2, 0.004, 1.5, 0.02, 0.7, 0.4, -0.9
    axis_y = [0, 0, 0, 0, 1, 0]
    # At q = 0 the mass stands above the hinge; a push along the tangent there.
    tangent = np.array([np.cos(angle), 0, -np.sin(angle)])
    q, v, poses = step(
        twin, [angle], [rate], [-1], [axis_y], [k], [d], [m], [[0, 0, l]],
        [[*(push * tangent), 0, 0, 0]], [np.diag([0.1, own, 0.1])],
    )  # fmt: skip
    torque = -k * (angle + H * rate) - d * rate + m * 9.81 * l * np.sin(angle) + push * l
    acceleration = torque / (m * l * l + own + H * d + H * H * k)
    assert v[0] == pytest.approx(rate + H * acceleration, rel=1e-12)
    assert q[0] == pytest.approx(angle + H * v[0], rel=1e-12)
    c, s = np.cos(angle), np.sin(angle)
    np.testing.assert_allclose(poses[0, :9].reshape(3, 3), [[c, 0, s], [0, 1, 0], [-s, 0, c]])


@TWINS
def test_two_masses_on_springs_in_a_row_solve_their_matrix(twin, rng):
    """Sliders along z: M q̈ = F with M of both masses, as every book has it."""
    m, k, d = np.array([0.4, 0.7]), np.array([30.0, 50.0]), np.array([0.3, 0.2])
    q0, v0, push = rng.normal(size=(3, 2)) * [[0.01], [0.1], [1.0]]
    along = [0, 0, 1, 0, 0, 0]
    wrench = np.zeros((2, 6))
    wrench[:, 2] = push
    q, v, _ = step(twin, q0, v0, [-1, 0], [along] * 2, k, d, m, np.zeros((2, 3)), wrench)
    M = np.array([[m[0] + m[1], m[1]], [m[1], m[1]]]) + np.diag(H * d + H * H * k)
    load = push - 9.81 * m
    force = np.array([load.sum(), load[1]]) - k * (q0 + H * v0) - d * v0
    np.testing.assert_allclose(v, v0 + H * np.linalg.solve(M, force), rtol=1e-11)
    np.testing.assert_allclose(q, q0 + H * v, rtol=1e-12)
