"""Torques and endpoint compliances against differences of forward kinematics and energy."""

import numpy as np
import pytest

from prehensile.compliance.model.compliant_hand import (
    Place,
    contact_torques,
    endpoint_compliance,
    full_compliance,
    one_axis_force,
    stiffness_along,
)
from prehensile.errors import InputError
from prehensile.hand.compliance import ROOT_COMPLIANCE, HandCompliance
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie import se3

TIP = "index-finger-phalanx-distal"
STEP = 1e-6


def _moved(hand, q, root, place, T):
    """Where a point is after joints and root moved: (3,)."""
    shifted = T.copy()
    shifted[:3, 3] += root
    return se3.apply(segment_transforms(hand, q, shifted)[place.segment], np.array(place.point))


def test_torques_are_the_work_a_force_does(rng) -> None:
    hand, place = Hand(), Place(TIP, (0.012, 0.001, -0.006))
    q, T = rng.uniform(hand.lower, hand.upper), se3.exp(rng.normal(size=6))
    f = rng.normal(size=3)
    found = contact_torques(hand, q, place, f, T)
    for k, step in enumerate(STEP * np.eye(26)):
        ahead = _moved(hand, q + step[:23], step[23:], place, T)
        behind = _moved(hand, q - step[:23], -step[23:], place, T)
        assert found[k] == pytest.approx(f @ (ahead - behind) / (2 * STEP), abs=1e-8)
    assert np.allclose(found[23:], f)


def test_a_wrench_is_the_same_wherever_it_is_written(rng) -> None:
    hand = Hand()
    q, T = rng.uniform(hand.lower, hand.upper), se3.exp(rng.normal(size=6))
    here, there = Place(TIP, (0.01, 0.0, -0.005)), Place(TIP)
    f, m = rng.normal(size=(2, 3))
    pose = segment_transforms(hand, q, T)[TIP]
    arm = se3.apply(pose, np.array(here.point)) - se3.apply(pose, np.zeros(3))
    moved = contact_torques(hand, q, there, f, T, m + np.cross(arm, f))
    assert np.allclose(moved, contact_torques(hand, q, here, f, T, m), atol=1e-12)


def test_a_sensor_on_the_pad_pushes_into_it(rng) -> None:
    hand = Hand()
    q = rng.uniform(hand.lower, hand.upper, (5, 23))
    out = pad_positions(hand, q)[1][:, 1]
    found = one_axis_force(hand, q, TIP, (0, 0, -1), np.arange(5.0))
    assert np.allclose(found, -out * np.arange(5.0)[:, None])


def test_a_point_gives_way_as_the_springs_do(rng) -> None:
    """A small force, the joints it bends (4.6), and where the point then is."""
    hand, place = Hand(), Place(TIP, (0.012, 0.0, -0.006))
    q = rng.uniform(hand.lower, hand.upper)
    A = rng.normal(size=(26, 26))
    C = A @ A.T / 26
    f = 1e-7 * rng.normal(size=3)
    bent = C @ contact_torques(hand, q, place, f)
    moved = _moved(hand, q + bent[:23], bent[23:], place, np.eye(4))
    still = _moved(hand, q, np.zeros(3), place, np.eye(4))
    assert np.allclose(endpoint_compliance(hand, q, place, C) @ f, moved - still, atol=1e-11)


def test_two_fingers_share_the_wrist(rng) -> None:
    hand = Hand()
    q = rng.uniform(hand.lower, hand.upper, (3, 23))
    places = [Place(TIP), Place("middle-finger-phalanx-distal")]
    c = np.full(26, 0.5)
    G = endpoint_compliance(hand, q, places, c)
    assert G.shape == (3, 6, 6) and np.allclose(G, np.swapaxes(G, 1, 2))
    assert np.allclose(G[:, :3, :3], endpoint_compliance(hand, q, places[0], c))
    assert np.abs(G[:, :3, 3:]).max() > 1e-3
    stiff = c.copy()
    stiff[[0, 1, 2, 23, 24, 25]] = 0.0
    assert np.allclose(endpoint_compliance(hand, q, places, stiff)[:, :3, 3:], 0.0)


def test_a_finger_held_sideways_is_never_softer(rng) -> None:
    A = rng.normal(size=(20, 3, 3))
    C = A @ np.swapaxes(A, 1, 2)
    n = rng.normal(size=(20, 3))
    free, held = stiffness_along(C, n)
    assert (held >= free * (1 - 1e-9)).all()
    assert np.allclose(stiffness_along(np.diag([1.0, 2, 4]), np.array([0, 0, 2.0])), 0.25)


def test_forms_of_a_compliance_agree_and_bad_ones_are_refused() -> None:
    hand = Hand()
    joints = np.linspace(0.1, 2, 23)
    known = HandCompliance.assumed(hand, joints)
    diagonal = np.append(joints, 3 * [ROOT_COMPLIANCE])
    assert np.array_equal(full_compliance(hand, known), full_compliance(hand, diagonal))
    for bad in (np.ones(23), -diagonal, np.triu(np.ones((26, 26))), np.full(26, np.nan)):
        with pytest.raises(InputError):
            full_compliance(hand, bad)
    with pytest.raises(InputError, match="at least one"):
        endpoint_compliance(hand, np.zeros(23), [], diagonal)
