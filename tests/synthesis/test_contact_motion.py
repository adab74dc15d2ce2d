"""Against finite differences of poses."""

import numpy as np

from prehensile.lie import se3, so3
from prehensile.synthesis.contact_motion import base_motion, body_maps, hand_rows, twist_at
from prehensile.synthesis.contacts import HAND, Contacts


def test_points_of_a_body_move_with_it(rng: np.random.Generator) -> None:
    T, phi, points = se3.exp(rng.normal(size=6)), rng.normal(size=6), rng.normal(size=(4, 3))
    h = 1e-6
    local = se3.apply(se3.inverse(T), points)
    ends = [T @ se3.exp(sign * h * phi) for sign in (-1, 1)]
    velocity = (se3.apply(ends[1], local) - se3.apply(ends[0], local)) / (2 * h)
    spin = so3.log(ends[1][:3, :3] @ ends[0][:3, :3].T) / (2 * h)
    found = twist_at(T, points) @ phi
    assert np.allclose(found[:, :3], velocity, atol=1e-8)
    assert np.allclose(found[:, 3:], spin, atol=1e-8)


def test_a_wrench_does_the_work_of_its_force(rng: np.random.Generator) -> None:
    """(5.13): what moves a point by Γ is moved by its force through Γᵀ."""
    T, point, force = se3.exp(rng.normal(size=6)), rng.normal(size=(1, 3)), rng.normal(size=3)
    wrench = twist_at(T, point)[0, :3].T @ force
    assert np.allclose(T[:3, :3] @ wrench[:3], force)
    assert np.allclose(T[:3, :3] @ wrench[3:], np.cross(point[0] - T[:3, 3], force))


def test_the_base_carries_points(rng: np.random.Generator) -> None:
    T, points = se3.exp(rng.normal(size=6)), rng.normal(size=(5, 3))
    there = T @ se3.exp(0.1 * rng.normal(size=6))
    moved = base_motion(T, there, points)
    assert np.allclose(points + moved[:, :3], se3.apply(there @ se3.inverse(T), points))
    assert np.allclose(so3.exp(moved[0, 3:]) @ T[:3, :3], there[:3, :3])


def test_above_counts_and_below_is_taken_away(rng: np.random.Generator) -> None:
    r = rng.normal(size=(2, 3))
    zeros, n = np.zeros(2), np.tile([0, 0, 1.0], (2, 1))
    contacts = Contacts(
        np.array([3, -1]), np.array([HAND, 0]), np.array([0, 1]), r, r, n, zeros, zeros,
        np.arange(2),
    )  # fmt: skip
    T = np.stack([se3.exp(rng.normal(size=6)) for _ in range(2)])
    S = np.stack([np.eye(6, 12), np.eye(6, 12, 6)])
    maps = body_maps(contacts, T, S)
    assert np.allclose(maps[0, :, :6], -twist_at(T[0], r[:1])[0]) and not maps[0, :, 6:].any()
    assert np.allclose(maps[1, :, :6], twist_at(T[0], r[1:])[0])
    assert np.allclose(maps[1, :, 6:], -twist_at(T[1], r[1:])[0])
    assert not hand_rows(contacts, np.ones((2, 6, 4)))[1].any()
