import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.mechanism.link import Link, frame_along, rod
from prehensile.lie import se3


def test_a_rod_is_a_solid_cylinder() -> None:
    link = rod("r", [0, 0, 0], [0, 0, 0.4], 0.05, density=500.0)
    mass = 500 * np.pi * 0.05**2 * 0.4
    across = mass * (3 * 0.05**2 + 0.4**2) / 12
    assert link.mass == pytest.approx(mass)
    assert np.diag(link.inertia) == pytest.approx([mass * 0.05**2 / 2, across, across])
    assert np.allclose(link.T_world[:3, 3], [0, 0, 0.2])
    assert np.allclose(link.T_world[:3, 0], [0, 0, 1])


def test_kinetic_energy_by_spatial_inertia_is_that_of_the_centre_of_mass(rng) -> None:
    com, twist = rng.normal(size=3), rng.normal(size=6)
    link = Link("l", np.eye(4), 2.0, np.diag([1.0, 1.5, 2.0]), com)
    v = twist[:3] + np.cross(twist[3:], com)
    right = 2.0 * v @ v + twist[3:] @ link.inertia @ twist[3:]
    assert twist @ link.spatial_inertia @ twist == pytest.approx(right)


def test_a_frame_along_two_points_is_a_frame(rng) -> None:
    a, b = rng.normal(size=(2, 3))
    T = frame_along(a, b)
    assert np.allclose(T @ se3.inverse(T), np.eye(4)) and np.linalg.det(T[:3, :3]) > 0
    half = np.linalg.norm(b - a) / 2
    assert np.allclose(se3.apply(T, np.array([half, 0, 0])), b)


def test_a_rod_without_length_is_refused() -> None:
    with pytest.raises(InputError, match="no length"):
        rod("r", [1, 2, 3], [1, 2, 3], 0.1)
