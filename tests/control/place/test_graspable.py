"""Sections: closed forms of simple shapes, and frames along their axes."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from prehensile.control.place.graspable import (
    TURNS,
    Hollow,
    Section,
    SectionFrames,
    basis,
    perpendicular,
    sections,
)
from prehensile.mesh.sample import random_points
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import box, cylinder

AXIS = np.array([0.6, 0.0, 0.8])
ROUND = Section(AXIS, np.zeros(3), 0.02, 0.1)
FLAT = ROUND._replace(across=np.array([0.0, 1.0, 0.0]))


def test_upright_section_of_a_cylinder_is_its_circle(rng):
    thing = cylinder(0.03, 0.15, 0.2)
    points, _ = random_points(thing.vertices, thing.faces, 3000, rng)
    upright = next(s for s in sections(thing, points) if abs(s.axis[2]) > 0.99)
    assert upright.radius == pytest.approx(0.03, rel=0.02)
    assert upright.length == pytest.approx(0.15, rel=0.02)
    np.testing.assert_allclose(upright.centre[:2], 0, atol=1e-3)


def test_the_handle_does_not_pull_the_mugs_circle_aside(rng):
    thing = load_object("mug")
    points, _ = random_points(thing.vertices, thing.faces, 3000, rng)
    upright = [s for s in sections(thing, points) if abs(s.axis[2]) > 0.99 and s.across is None]
    assert upright
    for s in upright:
        assert np.hypot(*s.centre[:2]) < 0.003
        assert 0.035 < s.radius < 0.042


def test_perpendicular_completes_a_frame(rng):
    for axis in rng.normal(size=(20, 3)):
        axis /= np.linalg.norm(axis)
        frame = np.stack([axis, *perpendicular(axis)])
        np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(frame) > 0


def test_a_flat_thing_can_be_taken_by_either_pair_of_its_sides(rng):
    thing = box((0.07, 0.012, 0.14), mass=0.2)
    points, _ = random_points(thing.vertices, thing.faces, 3000, rng)
    widths = {
        (int(np.abs(s.axis).argmax()), int(np.abs(s.across).argmax())): s
        for s in sections(thing, points)
        if s.across is not None
    }
    assert len(widths) == 4  # along the thin side there is no room for a slice
    for (_, across), s in widths.items():
        assert 2 * s.radius == pytest.approx(thing.extents[across], rel=0.05)
        assert abs((s.centre - thing.com)[across]) < 0.002


def test_depths_in_a_box_are_those_to_its_nearest_side():
    corners = np.array(np.meshgrid([-1, 1], [-2, 2], [-3, 3])).reshape(3, -1).T
    at = np.array([[0.0, 0, 0], [0.7, 0, 0], [0, 1.9, 0.5], [0, 0, 3.5]])
    assert Hollow(corners).depth(at) == pytest.approx([1.0, 0.3, 0.1, -0.5])


def test_the_bottom_of_a_mug_is_deep_and_its_wall_is_not():
    mug = load_object("mug")
    hollow = Hollow(mug.vertices)
    on_hull = mug.vertices[ConvexHull(mug.vertices).vertices]
    assert hollow.depth(on_hull) == pytest.approx(0, abs=1e-9)
    assert hollow.depth(np.zeros((1, 3)) + mug.com).item() > 0.02


def test_a_basis_is_right_handed_and_begins_as_asked(rng):
    first, second = rng.normal(size=(2, 3))
    R = basis(first, second)
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1)
    np.testing.assert_allclose(R[:, 0], first / np.linalg.norm(first))
    assert R[:, 1] @ second > 0


def test_what_is_round_is_met_evenly_from_all_sides_either_way_up():
    frames = np.array(SectionFrames().of(ROUND))
    assert len(frames) == 2 * TURNS
    np.testing.assert_allclose(np.linalg.det(frames), 1)
    for sign in (1, -1):
        same = frames[frames[:, :, 0] @ AXIS * sign > 0]
        np.testing.assert_allclose(same[:, :, 0], np.tile(sign * AXIS, (TURNS, 1)), atol=1e-12)
        towards = same[:, :, 1]
        np.testing.assert_allclose(towards @ AXIS, 0, atol=1e-12)
        # Neighbours on the circle are 2π / TURNS apart, and nobody stands there twice.
        angles = np.arctan2(towards @ np.cross(AXIS, towards[0]), towards @ towards[0])
        np.testing.assert_allclose(
            np.sort(angles % (2 * np.pi) + 1e-9) // (2 * np.pi / TURNS), np.arange(TURNS)
        )


def test_what_is_flat_is_met_across_from_either_side():
    frames = np.array(SectionFrames().of(FLAT))
    assert len(frames) == 4
    signs = {(round(f[:, 0] @ AXIS), round(f[:, 1] @ FLAT.across)) for f in frames}
    assert signs == {(1, 1), (1, -1), (-1, 1), (-1, -1)}


def test_frames_are_made_once_for_every_section():
    frames = SectionFrames()
    first = frames.of(ROUND)
    assert frames.of(ROUND) is first
    assert len(frames.of(FLAT)) == 4 and frames.of(ROUND) is first


def test_a_cup_holds_what_is_in_it_and_nothing_beside_its_wall_or_a_stem():
    cup = Hollow(random_points(*_of("mug"), 1500, np.random.default_rng(0))[0])
    in_it, beside, above = [0.02, 0.0, 0.04], [-0.06, 0.0, 0.05], [0.0, 0.0, 0.12]
    assert cup.holds(np.array([in_it, beside, above])).tolist() == [True, False, False]
    hammer = Hollow(random_points(*_of("hammer"), 1500, np.random.default_rng(0))[0])
    at_stem = np.array([[0.09, 0.025, 0.013]])
    assert hammer.depth(at_stem)[0] > 0.006 and not hammer.holds(at_stem)[0]


def test_what_is_dipped_into_is_in_the_hollow_from_there_on():
    points, at = random_points(*_of("mug"), 1500, np.random.default_rng(0))[0], [[0.01, 0.0, 0.06]]
    below = float(points[:, 2].max()) - 0.06
    for dipped, held in ((below - 0.001, True), (below + 0.001, False)):
        hollow = Hollow(points, np.array([0.0, 0.0, 1.0]), dipped)
        assert hollow.holds(np.array(at)).tolist() == [held]


def _of(name):
    obj = load_object(name)
    return obj.vertices, obj.faces
