"""How hard contacts must press: closed forms, and what cannot be borne."""

import numpy as np
import pytest

from prehensile.control.place.needed_grip import CONE_SIDES, SIDEWAYS, needed_grip

UP, COM = np.array([0.0, 0.0, 1.0]), np.zeros(3)


def pinch(height=0.0, half=0.03):
    """Six contacts in two opposing triangles, so that every torque can be borne."""
    turn = np.radians([90, 210, 330])
    ring = 0.01 * np.stack([np.zeros(3), np.cos(turn), np.sin(turn)], axis=1)
    aside, up = np.array([half, 0, 0]), height * UP
    points = np.concatenate([ring + aside + up, ring - aside + up])
    pushes = np.repeat([[-1.0, 0, 0], [1.0, 0, 0]], 3, axis=0)
    return points, pushes


@pytest.mark.parametrize("friction", [0.4, 0.8])
def test_a_pinch_needs_the_load_over_friction(friction):
    """Normals along x: the worst load across them is weight and sideways pull together."""
    points, pushes = pinch()
    across = np.hypot(1, SIDEWAYS) / friction
    inscribed = 1 / np.cos(np.pi / CONE_SIDES)  # edges of the cone's polygon promise less
    assert 0.9 * across < needed_grip(points, pushes, COM, UP, friction) < 1.05 * inscribed * across


def test_pushing_from_below_needs_the_weight_alone():
    turn = np.radians([0, 120, 240])
    points = np.stack([0.03 * np.cos(turn), 0.03 * np.sin(turn), np.full(3, -0.001)], axis=1)
    need = needed_grip(points, np.repeat([UP], 3, axis=0), COM, UP, 0.8)
    assert need == pytest.approx(1.0, rel=0.05)


def test_contacts_on_one_side_bear_nothing():
    points, pushes = pinch()
    assert needed_grip(points[:3], pushes[:3], COM, UP, 0.8) == np.inf


def test_a_weight_beside_the_hand_needs_more():
    points, pushes = pinch()
    beside = np.array([0.0, 0.06, 0.0])
    assert needed_grip(points, pushes, beside, UP, 0.8) > 2 * needed_grip(
        points, pushes, COM, UP, 0.8
    )


def test_turning_everything_changes_nothing(rng):
    from prehensile.lie import so3

    R = so3.random(rng)
    points, pushes = pinch()
    turned = needed_grip(points @ R.T, pushes @ R.T, COM, R @ UP, 0.8)
    assert turned == pytest.approx(needed_grip(points, pushes, COM, UP, 0.8), rel=0.15)


def test_two_soft_fingers_bear_what_would_spin_between_hard_ones():
    """A pinch off the middle: the weight's torque about the line between the contacts."""
    off, torsion = 0.004, 0.003
    points, pushes = (
        np.array([[0.03, off, 0], [-0.03, off, 0]]),
        np.array([[-1.0, 0, 0], [1, 0, 0]]),
    )
    assert needed_grip(points, pushes, COM, UP, 0.8) == np.inf
    need = needed_grip(points, pushes, COM, UP, 0.8, torsion)
    assert need > 0.9 * off / torsion  # the weight at its lever over what a newton's torsion bears
    assert np.isfinite(need)
