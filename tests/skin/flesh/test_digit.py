"""A digit's flesh: bones where the skeleton has them, sizes that scale, nails with an outline."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.flesh.digit import (
    Digit,
    digit_relief,
    digit_tube,
    nail_depth,
    nail_outline,
    straight_digit,
    to_nail_outline,
)

HAND = Hand()
POSES = segment_transforms(HAND, bind_angles())


@pytest.fixture(params=DIGITS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def digit(name: str) -> Digit:
    return straight_digit(HAND, name, POSES)


def _local(digit: Digit, points: np.ndarray) -> np.ndarray:
    return se3.apply(se3.inverse(digit.T), points)


def test_the_axis_runs_through_the_joints(name: str, digit: Digit) -> None:
    names = digit_segments(name)
    places = [POSES[segment][:3, 3] for segment in names]
    tip = POSES[names[-1]] @ [HAND.segments[names[-1]].length, 0, 0, 1]
    on_axis = np.stack([digit.joints, 0 * digit.joints, 0 * digit.joints], axis=1)
    found = digit.point(on_axis)
    # The thumb's first joint is not straight: its metacarpal stands as it likes.
    np.testing.assert_allclose(found[-len(names) :], np.array([*places[1:], tip[:3]]), atol=1e-12)
    if name != "thumb":
        np.testing.assert_allclose(found[0], places[0], atol=1e-12)


def test_phases_count_the_joints(name: str, digit: Digit) -> None:
    phases = np.arange(digit.first, digit.last + 1)
    np.testing.assert_allclose(digit.at(phases), digit.joints)
    np.testing.assert_allclose(digit.radius(phases), digit.radii)
    assert digit.at(0.0) == pytest.approx(0)  # the knuckle
    assert digit.last == (2 if name == "thumb" else 3)
    between = digit.at(np.linspace(digit.first, digit.last, 100))
    assert (np.diff(between) > 0).all()


def test_the_tube_ends_at_the_tip_and_holds_the_bones(digit: Digit) -> None:
    tube = digit_tube(digit)
    tip = digit.point(np.array([[digit.joints[-1], 0, 0]]))
    assert abs(tube.distance(tip)[0]) < 1e-6
    x = np.linspace(0, digit.joints[-1] - 0.002, 30)
    assert (tube.distance(digit.point(np.stack([x, 0 * x, 0 * x], axis=1))) < 0).all()


def test_both_sides_of_a_digit_are_alike(digit: Digit, rng: np.random.Generator) -> None:
    """The palmar side is not the back."""
    reach = 1.5 * digit.radii.max()
    local = rng.uniform([0, -reach, -reach], [digit.joints[-1], reach, reach], (300, 3))
    tube = digit_tube(digit)
    here = tube.distance(digit.point(local))
    np.testing.assert_allclose(tube.distance(digit.point(local * [1, -1, 1])), here, atol=1e-12)
    assert np.abs(tube.distance(digit.point(local * [1, 1, -1])) - here).max() > 1e-4


def test_twice_the_bones_have_twice_the_flesh(digit: Digit, rng: np.random.Generator) -> None:
    double = replace(digit, joints=2 * digit.joints, radii=2 * digit.radii)
    local = rng.uniform(-0.02, [digit.joints[-1] + 0.01, 0.02, 0.02], (300, 3))
    one = digit_tube(digit).distance(digit.point(local))
    two = digit_tube(double).distance(double.point(2 * local))
    np.testing.assert_allclose(two, 2 * one, atol=1e-9)


def test_creases_lie_on_the_palmar_skin_and_wrinkles_on_the_back(digit: Digit) -> None:
    tube = digit_tube(digit)
    strokes = digit_relief(digit, tube)[:-2]  # without the nail's folds
    sides = set()
    for stroke in strokes:
        assert np.abs(tube.distance(stroke.line)).max() < 0.15 * digit.radii.max()
        height = _local(digit, stroke.line)[len(stroke.line) // 2, 2]
        sides.add(np.sign(height))
    assert sides == {-1, 1}


def test_a_nail_lies_on_the_back_of_the_tip(digit: Digit) -> None:
    middle, long, broad = nail_outline(digit)
    up = 0.8 * digit.radii[-1]
    places = np.array([[middle, 0, up], [middle + long, 0, up], [middle, broad, up]])
    np.testing.assert_allclose(nail_depth(digit, digit.point(places)), [1, 0, 0], atol=1e-9)
    beyond = np.array([[middle, 1.1 * broad, up], [middle - 1.1 * long, 0, up], [middle, 0, -up]])
    assert (nail_depth(digit, digit.point(beyond)) < 0).all()
    assert middle + long < digit.joints[-1]


def test_points_go_to_the_outline_and_stay_there(digit: Digit, rng: np.random.Generator) -> None:
    middle, long, broad = nail_outline(digit)
    up = 0.8 * digit.radii[-1]
    around = rng.uniform(0.2, 2, (50, 1)) * rng.normal(size=(50, 2)) * [long, broad]
    points = digit.point(np.column_stack([middle + around[:, 0], around[:, 1], np.full(50, up)]))
    moved = to_nail_outline(digit, points)
    np.testing.assert_allclose(nail_depth(digit, moved), 0, atol=1e-9)
    np.testing.assert_allclose(to_nail_outline(digit, moved), moved, atol=1e-12)
    here, there = _local(digit, points), _local(digit, moved)
    np.testing.assert_allclose(there[:, 2], here[:, 2], atol=1e-12)
    # Straight away from the middle or towards it.
    cross = (here[:, 0] - middle) * there[:, 1] - (there[:, 0] - middle) * here[:, 1]
    np.testing.assert_allclose(cross, 0, atol=1e-12)
