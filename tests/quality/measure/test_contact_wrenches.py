"""Wrenches of hard and soft fingers: closed forms, limits, and what is refused."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.quality.measure.contact_wrenches import contact_wrenches, normal_wrenches
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts


def test_torque_is_arm_cross_force_over_the_length(rng):
    pos, normal = random_contacts(rng, 5)
    origin = rng.normal(size=3) * 0.01
    found = contact_wrenches(pos, normal, 0.5, origin, 0.02, sides=6)
    assert found.wrench.shape == (30, 6)
    force, arm = found.wrench[:, :3], pos[found.contact] - origin
    np.testing.assert_allclose(found.wrench[:, 3:], np.cross(arm, force) / 0.02)
    np.testing.assert_array_equal(found.shares.sum(axis=1), 6)


def test_soft_fingers_stay_on_their_limit_surface(rng):
    """|f_t|² / μ² + τ² / s² = 1 at every wrench, for one newton of normal force."""
    pos, normal = random_contacts(rng, 4)
    mu, torsion = rng.uniform(0.2, 1, 4), rng.uniform(0.001, 0.005, 4)
    found = contact_wrenches(pos, normal, mu, np.zeros(3), 1.0, torsion=torsion, rings=3)
    n, k = normal[found.contact], found.contact
    force = found.wrench[:, :3]
    np.testing.assert_allclose(np.einsum("ki,ki->k", force, n), 1.0)
    slide = np.linalg.norm(force - n, axis=1)
    spin = np.einsum("ki,ki->k", found.wrench[:, 3:] - np.cross(pos[k], force), n)
    np.testing.assert_allclose((slide / mu[k]) ** 2 + (spin / torsion[k]) ** 2, 1.0)
    for contact in range(4):
        assert spin[k == contact].max() == pytest.approx(torsion[contact])
        assert slide[k == contact].max() == pytest.approx(mu[contact])


def test_batches_are_grasps_side_by_side(rng):
    pos, normal = random_contacts(rng, 6, 3)
    origin = rng.normal(size=(3, 3)) * 0.01
    many = contact_wrenches(pos, normal, 0.7, origin, RADIUS, torsion=0.003)
    for b in range(3):
        one = contact_wrenches(pos[b], normal[b], 0.7, origin[b], RADIUS, torsion=0.003)
        np.testing.assert_array_equal(many.wrench[b], one.wrench)
        np.testing.assert_array_equal(many.contact, one.contact)


def test_moving_everything_changes_nothing_and_turning_it_turns_the_span(rng):
    """Polygons are turned with the axes; what they are inscribed in is not."""
    pos, normal = random_contacts(rng, 4)
    away = rng.normal(size=3)
    here = contact_wrenches(pos, normal, 0.7, np.zeros(3), RADIUS).wrench
    there = contact_wrenches(pos + away, normal, 0.7, away, RADIUS).wrench
    np.testing.assert_allclose(here, there, atol=1e-12)
    R = so3.random(rng)
    turned = contact_wrenches(pos @ R.T, normal @ R.T, 0.7, np.zeros(3), RADIUS).wrench
    double = np.kron(np.eye(2), R)
    np.testing.assert_allclose(turned.T @ turned, double @ here.T @ here @ double.T, atol=1e-12)


def test_without_friction_only_normals_push(rng):
    pos, normal = random_contacts(rng, 5)
    found = normal_wrenches(pos, normal, np.zeros(3), 0.01)
    np.testing.assert_allclose(found, np.column_stack([normal, np.cross(pos, normal) / 0.01]))


@pytest.mark.parametrize("friction", [0.0, -0.5, np.nan, np.inf])
def test_friction_that_is_none_is_refused(rng, friction):
    with pytest.raises(InputError, match="friction must be above 0"):
        contact_wrenches(*random_contacts(rng, 3), friction, np.zeros(3), 1.0)


def test_contacts_that_make_no_sense_are_refused(rng):
    pos, normal = random_contacts(rng, 3)
    with pytest.raises(InputError, match="not finite"):
        contact_wrenches(pos * [np.nan, 1, 1], normal, 0.5, np.zeros(3), 1.0)
    with pytest.raises(InputError, match="unit length"):
        contact_wrenches(pos, 2 * normal, 0.5, np.zeros(3), 1.0)
    with pytest.raises(InputError, match="alike"):
        contact_wrenches(pos[:2], normal, 0.5, np.zeros(3), 1.0)
    for length in (0.0, -1.0, np.nan):
        with pytest.raises(InputError, match="length above 0"):
            contact_wrenches(pos, normal, 0.5, np.zeros(3), length)
    with pytest.raises(InputError, match="torsion"):
        contact_wrenches(pos, normal, 0.5, np.zeros(3), 1.0, torsion=-0.001)


def test_no_contact_has_no_wrench():
    none = np.zeros((0, 3))
    found = contact_wrenches(none, none, 0.5, np.zeros(3), 1.0)
    assert found.wrench.shape == (0, 6) and found.shares.shape == (0, 0)
