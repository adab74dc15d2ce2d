"""The mouse's pull on a rigid body: the closed form of critical damping, and momentum."""

import numpy as np
import pytest

from prehensile.stage.shows.body_pull import FREQUENCY, BodyPull
from prehensile.synthesis.body import Body

BODY = Body("thing", "freely", 0.3, 1e-3 * np.eye(3))


def test_a_body_comes_to_the_mouse_as_a_critically_damped_spring():
    pull, h = BodyPull(np.zeros(3), np.array([0.1, 0.0, 0.0])), 1e-4
    T, phi, way = np.eye(4), np.zeros(6), []
    for _ in range(3000):
        phi = pull.pushed(BODY, T, phi, h)
        T[:3, 3] += h * phi[:3]
        way.append(T[0, 3])
    t, omega = h * np.arange(1, 3001), 2 * np.pi * FREQUENCY
    expected = 0.1 * (1 - (1 + omega * t) * np.exp(-omega * t))
    np.testing.assert_allclose(way, expected, atol=2e-4)
    assert max(way) <= 0.1


def test_its_impulse_is_force_and_moment_over_mass_and_inertia(rng):
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = turn * np.linalg.det(turn), rng.normal(size=3)
    pull = BodyPull(0.05 * rng.normal(size=3), rng.normal(size=3))
    phi, h = rng.normal(size=6), 2e-3
    force = pull.force(BODY, T, phi)
    change = pull.pushed(BODY, T, phi, h) - phi
    np.testing.assert_allclose(T[:3, :3] @ change[:3] * BODY.mass, h * force)
    moment = np.cross(pull.point(T) - T[:3, 3], force)
    np.testing.assert_allclose(T[:3, :3] @ BODY.inertia @ change[3:], h * moment)


def test_at_rest_at_the_target_nothing_pulls():
    pull = BodyPull(np.array([0.0, 0.1, 0.0]), np.array([0.0, 0.1, 0.0]))
    assert pull.force(BODY, np.eye(4), np.zeros(6)) == pytest.approx(0)
