"""The rim at the top of things, and the wall of wide bowls below it."""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.control.place.test_handle import made_of

from prehensile.bench.grasps.make.solids import turned
from prehensile.control.place.medial import medial_balls
from prehensile.control.place.rim import (
    BELOW,
    HIGH,
    THINNEST,
    WAYS_ROUND,
    is_spanned,
    rim,
    wall_sections,
)
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.surroundings import surroundings
from prehensile.lie import se3
from prehensile.world.catalogue import load_object

FLOOR = 0.005
"""[m] of a vessel"""


def rim_of(thing):
    obj = load_object(thing)
    rng = np.random.default_rng(0)
    return obj, rim(surroundings(obj, se3.from_pose7(stand_pose(obj)), rng, "table"))


@pytest.mark.parametrize(("r", "h"), [(0.03, 0.12), (0.045, 0.015)])
def test_an_upright_cylinder_has_the_rim_of_its_top(r, h):
    obj, found = rim_of(f"cylinder:r={1e3 * r:.0f}mm,h={1e3 * h:.0f}mm")
    assert found is not None
    assert found.radius == pytest.approx(r, rel=0.03)
    high = min(HIGH, h)
    top = float(obj.vertices[:, 2].max())
    np.testing.assert_allclose(found.centre[2], top - high / 2, atol=0.002)
    np.testing.assert_allclose(found.centre[:2], 0, atol=0.002)
    assert found.length == pytest.approx(high, abs=0.001)


def test_a_box_has_none():
    assert rim_of("box:40x60x30mm")[1] is None
    assert rim_of("box:50x50x30mm")[1] is None


def vessel(r, h, wall):
    """Open at the top, its wall upright and as thick all the way up."""
    vertices, faces = turned(
        [(0, 0), (r, 0), (r, h), (r - wall, h), (r - wall, FLOOR, 0.002), (0, FLOOR)]
    )
    return made_of("vessel", SimpleNamespace(vertices=vertices, faces=faces), 0.3)


def walls_of(obj):
    rng = np.random.default_rng(0)
    scene = surroundings(obj, np.eye(4), rng, "table")
    return wall_sections(scene, medial_balls(obj, scene.points, scene.normals, rng))


def radially(centres):
    """(N, 3) unit, level, away from the axis."""
    level = centres * [1, 1, 0]
    return level / np.linalg.norm(level, axis=1, keepdims=True)


@pytest.mark.parametrize("wall", [0.004, 0.009])
def test_a_wide_bowl_is_held_across_its_wall_just_below_its_top(wall):
    r, h = 0.075, 0.055
    found = walls_of(vessel(r, h, wall))
    centre, across = np.array([s.centre for s in found]), np.array([s.across for s in found])
    away = np.hypot(*centre[:, :2].T)
    assert ((away > r - wall) & (away < r)).all(), "within the wall"
    np.testing.assert_allclose(away, r - wall / 2, atol=0.001)
    np.testing.assert_allclose(centre[:, 2], h - BELOW, atol=0.002)
    np.testing.assert_allclose(across, radially(centre), atol=0.02)
    radius = np.array([s.radius for s in found])
    assert radius.min() >= THINNEST
    np.testing.assert_allclose(radius, max(wall / 2, THINNEST), rtol=0.15)


def test_it_is_held_all_round_along_its_rim_and_upright():
    found = walls_of(vessel(0.075, 0.055, 0.004))
    out, up = radially(np.array([s.centre for s in found[::2]])), [0.0, 0.0, 1.0]
    turn = np.sort(np.arctan2(out[:, 1], out[:, 0]))
    gaps = np.diff([*turn, turn[0] + 2 * np.pi])
    assert len(found) == 2 * WAYS_ROUND
    assert gaps.min() > 0 and gaps.max() <= 2 * 2 * np.pi / WAYS_ROUND, "one in every sector"
    for along, upright in zip(found[::2], found[1::2], strict=True):
        np.testing.assert_array_equal(along.centre, upright.centre)
        np.testing.assert_allclose(upright.axis, up, atol=1e-9)
        np.testing.assert_allclose(along.axis @ np.transpose([along.across, up]), 0, atol=1e-9)


def test_a_cup_that_a_hand_spans_is_not_held_by_its_wall():
    assert walls_of(vessel(0.06, 0.09, 0.004))
    assert not walls_of(vessel(0.04, 0.09, 0.004))


@pytest.mark.parametrize("wide", ["cylinder:r=75mm,h=55mm", "box:150x150x55mm"])
def test_what_is_solid_has_no_wall_however_wide(wide):
    assert not walls_of(load_object(wide))


@pytest.mark.parametrize(
    ("thing", "spanned"),
    [
        ("cylinder:r=40mm,h=200mm", True),
        ("cylinder:r=60mm,h=20mm", False),
        ("box:180x80x40mm", True),
        ("box:180x120x40mm", False),
    ],
)
def test_what_is_narrow_one_way_is_spanned(thing, spanned):
    scene = surroundings(load_object(thing), np.eye(4), np.random.default_rng(0), "table")
    assert is_spanned(scene) == spanned
