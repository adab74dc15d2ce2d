"""Paint of a digit: on its own texels, creases below, wrinkles above, a nail at its end."""

import numpy as np
import pytest
from tests.skin.paint.places import skin_places

from prehensile.hand.joints import DIGITS
from prehensile.skin.flesh.digit import Digit, nail_depth, nail_outline
from prehensile.skin.paint.digit import (
    LUNULA,
    DigitPlaces,
    digit_places,
    paint_joints,
    paint_nail,
    paint_pads,
)
from prehensile.skin.paint.maps import SkinMaps

FLESH, POINTS, NORMALS = skin_places()
STILL = np.zeros(len(POINTS))


def _places(digit: Digit) -> DigitPlaces:
    return digit_places(digit, POINTS, NORMALS, STILL)


@pytest.fixture(params=DIGITS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def digit(name: str) -> Digit:
    return FLESH.digits[name]


def test_places_are_in_the_digits_own_frame(digit: Digit) -> None:
    at = _places(digit)
    assert len(at.rows) > 100 and (np.diff(at.rows) > 0).all()
    local = (POINTS[at.rows] - digit.T[:3, 3]) @ digit.T[:3, :3]
    np.testing.assert_allclose(np.stack([at.x, at.y]), local[:, :2].T, atol=1e-12)
    # Round the axis by the angle from the palmar side one comes back to the place.
    around = np.hypot(local[:, 1], local[:, 2])
    np.testing.assert_allclose(around * np.sin(at.angle), local[:, 1], atol=1e-12)
    np.testing.assert_allclose(-around * np.cos(at.angle), local[:, 2], atol=1e-12)


def test_the_last_bone_is_its_own_and_other_digits_are_not(name: str, digit: Digit) -> None:
    at = _places(digit)
    own = np.zeros(len(POINTS))
    own[at.rows] = at.own
    assert not at.own[at.x <= 0].any()  # before the knuckle it is the palm
    for other, axis in FLESH.digits.items():
        x, y, z = ((POINTS - axis.T[:3, 3]) @ axis.T[:3, :3]).T
        last = (x > axis.joints[-2]) & (np.hypot(y, z) < 1.2 * axis.radii[-1])
        assert last.sum() > 20
        assert own[last].min() > 0.99 if other == name else own[last].max() < 0.01


def test_creases_are_palmar_and_lie_near_the_joints(digit: Digit) -> None:
    maps, at = SkinMaps.blank(len(POINTS)), _places(digit)
    paint_joints(maps, digit, at)
    untouched = np.setdiff1d(np.arange(len(POINTS)), at.rows)
    assert not maps.crease[untouched].any() and not maps.height[untouched].any()
    assert maps.crease.min() >= 0 and maps.crease.max() <= 1
    assert (maps.height <= 0).all()
    strong = maps.crease[at.rows] > 0.6
    assert strong.any() and (np.abs(at.angle[strong]) < np.pi / 2).all()  # wrinkles are fainter
    # The blood over the joints is on the back.
    red = maps.blood[at.rows] > 0.1
    assert red.any() and (at.dorsal[red] > 0).all()


def test_the_nail_is_painted_where_the_flesh_has_it(name: str, digit: Digit) -> None:
    middle, long, broad = nail_outline(digit)
    share = np.array(
        [(u, v) for u in np.linspace(-1.3, 1.3, 40) for v in np.linspace(-1.3, 1.3, 40)]
    )
    up = np.full(len(share), 0.8 * digit.radii[-1])
    points = digit.point(np.column_stack([middle + long * share[:, 0], broad * share[:, 1], up]))
    normals = np.tile(digit.T[:3, 2], (len(points), 1))
    maps = SkinMaps.blank(len(points))
    at = digit_places(digit, points, normals, np.zeros(len(points)))
    assert len(at.rows) == len(points)
    paint_nail(maps, name, digit, at)
    depth = nail_depth(digit, points)
    assert (maps.nail[depth > 0.05] == 1).all() and not maps.nail[depth < -0.05].any()
    assert (maps.lunula <= maps.nail).all() and (maps.free_edge <= maps.nail).all()
    assert maps.lunula.any() == bool(LUNULA[name])
    along = share[:, 0]
    if maps.lunula.any():
        assert along[maps.lunula > 0.1].max() < 0  # at the root
    assert along[maps.free_edge > 0.1].min() > 0.5  # at the tip
    rim = maps.rim > 0.4
    assert rim.any() and np.abs(depth[rim]).max() < 0.1


def test_below_the_finger_there_is_no_nail(name: str, digit: Digit) -> None:
    maps, at = SkinMaps.blank(len(POINTS)), _places(digit)
    paint_nail(maps, name, digit, at)
    assert not maps.nail[at.rows[at.dorsal < -0.2]].any()


def test_pads_are_red_below_and_ridges_only_where_texels_show_them(digit: Digit) -> None:
    at = _places(digit)
    found = {}
    for pitch in (1e-5, 1e-3):
        maps = SkinMaps.blank(len(POINTS))
        paint_pads(maps, digit, at, np.full(len(at.rows), pitch))
        found[pitch] = maps
    assert not found[1e-3].height.any()
    ridges = found[1e-5].height[at.rows]
    assert 1e-6 < np.abs(ridges).max() <= 12e-6
    assert (at.x[ridges != 0] > digit.at(digit.last - 0.9)).all()
    blood = found[1e-3].blood[at.rows]
    pulp = (at.dorsal < -0.6) & (at.own == 1) & (at.x > digit.at(digit.last - 0.6))
    assert blood[pulp].mean() > 2 * blood[~pulp].mean()
