"""How far a hand opens for what it reaches for."""

import numpy as np
import pytest

from prehensile.control.example.style import load_style
from prehensile.control.place.preshape import ROOM, SHAPES
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.hand.hand import Hand
from prehensile.hand.joints import joint_digits
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.mesh.sample import random_points
from prehensile.world.catalogue import load_object

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)


def ways(obj, shape=True):
    T = se3.from_pose7(stand_pose(obj))
    rng = np.random.default_rng(0)
    return style_candidates(STYLE, HAND, obj, T, rng, 6, shape=shape)


def straight(q):
    """(23,) [rad] with the wrist straight: then the forearm's frame is the palm's."""
    return np.where(joint_digits(HAND.joint_names) < 0, 0.0, q)


def opening(q):
    """[m] between the pads of thumb and middle finger."""
    pads, _ = pad_positions(HAND, q)
    return float(np.linalg.norm(pads[2] - pads[0]))


@pytest.fixture(scope="module")
def by_radius():
    """The ways to take balls of these radii [mm]."""
    return {r: ways(load_object(f"ball:r={r}mm,mass=0.1")) for r in (18, 40)}


def test_a_small_ball_is_reached_for_with_a_smaller_opening(by_radius):
    widths = {r: np.median([opening(c.q_shaped) for c in found]) for r, found in by_radius.items()}
    wide = np.median([opening(c.q_open) for c in by_radius[18]])
    assert widths[18] < widths[40] - 0.01
    assert widths[18] < 0.85 * wide


def test_the_hand_is_still_wider_open_than_what_it_takes(by_radius):
    for r, found in by_radius.items():
        assert all(opening(c.q_shaped) > 2e-3 * r for c in found)


def test_fingers_are_shaped_alike_and_the_wrist_is_not(by_radius):
    digit = joint_digits(HAND.joint_names)
    for c in (c for found in by_radius.values() for c in found):
        moved = c.q_shaped - c.q_open
        np.testing.assert_array_equal(moved[digit < 0], 0.0)
        whole = np.where(c.presses, 1.6 * c.shut, np.minimum(1.6 * c.shut, 1.0))
        travel = whole * (c.q_closed - c.q_open)
        for some in (digit == 0, digit > 0):
            far = some & (np.abs(travel) > 0.05)
            shares = moved[far] / travel[far]
            assert np.ptp(shares) < 1e-9
            assert min(abs(shares[0] - s) for s in (0.0, *SHAPES)) < 1e-9


def test_the_shaped_hand_is_clear_all_the_way_in(by_radius):
    for r, found in by_radius.items():
        obj = load_object(f"ball:r={r}mm,mass=0.1")
        points, _ = random_points(obj.vertices, obj.faces, 4000, np.random.default_rng(7))
        for c in found:
            whole = hand_capsules(HAND, straight(c.q_shaped), GROUPS)
            local = se3.apply(se3.inverse(c.T_object_palm), points)
            for s in np.linspace(0.0, 1.0, 9):
                assert whole.distance(local - s * c.approach).min() > 0.0


def test_pads_arrive_with_room_and_the_gap_is_the_shaped_hands(by_radius):
    obj = load_object("ball:r=40mm,mass=0.1")
    points, _ = random_points(obj.vertices, obj.faces, 4000, np.random.default_rng(7))
    for c in by_radius[40]:
        local = se3.apply(se3.inverse(c.T_object_palm), points)
        pads, _ = pad_positions(HAND, np.stack([straight(c.q_open), straight(c.q_shaped)]))
        kept, now = np.linalg.norm(pads[:, :, None] - local, axis=3).min(axis=2)
        assert (now > np.minimum(ROOM, kept) - 0.002).all()
        whole = hand_capsules(HAND, straight(c.q_shaped), GROUPS, forearm=False, edges=True)
        assert whole.distance(local).min() == pytest.approx(c.gap, abs=0.002)


def test_unshaped_ways_come_wide_open():
    for c in ways(load_object("ball:r=18mm,mass=0.1"), shape=False):
        np.testing.assert_array_equal(c.q_shaped, c.q_open)


def test_hands_with_a_bent_wrist_are_clear_too():
    found = ways(load_object("cylinder:r=34mm,h=30mm,mass=0.3"))
    assert any(np.abs(c.q_open[:2]).max() > 0.2 for c in found)
    assert all(c.gap > 0.001 for c in found)
