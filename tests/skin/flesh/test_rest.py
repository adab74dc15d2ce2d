"""One hand's field of distances: bones inside, slopes by differences, boxes that hold it."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.capsules import hand_capsules
from prehensile.skin.flesh import rest
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.flesh.surface import projected

B = Hand().spec.breadth


@pytest.fixture(scope="module")
def flesh() -> RestFlesh:
    return RestFlesh(Hand())


@pytest.fixture(scope="module")
def on_skin(flesh: RestFlesh) -> np.ndarray:
    """(N, 3) [m] points of the skin, all over the hand."""
    rng = np.random.default_rng(0)
    lines = hand_capsules(flesh.hand, bind_angles(), ("thumb", "index", "middle", "ring", "little"))
    share = rng.random((20, len(lines.start), 1))
    points = ((1 - share) * lines.start + share * lines.end).reshape(-1, 3)
    away = rng.normal(size=points.shape)
    away *= np.tile(lines.radius, 20)[:, None] / np.linalg.norm(away, axis=1, keepdims=True)
    detail = np.full(len(points), 1e-4)
    points = projected(flesh, points + away, detail, 3)
    points = projected(flesh, points, detail, 3)
    return points[np.abs(flesh.distance(points)) < 1e-5]


def test_bones_are_inside_and_the_far_is_outside(flesh: RestFlesh) -> None:
    for name, digit in flesh.digits.items():
        x = np.linspace(0.0, digit.joints[-1] - 0.003, 20)
        inside = flesh.distance(digit.point(np.stack([x, 0 * x, 0 * x], axis=1)))
        assert (inside < 0).all(), name
        ahead = digit.point(np.array([[digit.joints[-1] + 0.01, 0, 0]]))
        assert flesh.distance(ahead)[0] == pytest.approx(0.01, rel=0.1)


def test_it_is_a_distance_near_the_skin(flesh: RestFlesh, on_skin: np.ndarray) -> None:
    """A slope of about 1, straight out of it."""
    assert len(on_skin) > 150
    detail = np.full(len(on_skin), 1e-4)
    slope = flesh.gradient(on_skin, detail)
    steep = np.linalg.norm(slope, axis=1)
    assert 0.9 < np.median(steep) < 1.1
    out = slope / steep[:, None]
    assert (flesh.distance(on_skin + 5e-4 * out, detail) > 0).mean() > 0.99
    assert (flesh.distance(on_skin - 5e-4 * out, detail) < 0).mean() > 0.99


def test_slopes_forward_and_central_agree(flesh: RestFlesh, on_skin: np.ndarray) -> None:
    detail = np.full(len(on_skin), 0.01)  # no relief: the field is smooth
    here, slope = flesh.distance_and_slope(on_skin, detail)
    np.testing.assert_array_equal(here, flesh.distance(on_skin, detail))
    off = np.abs(slope - flesh.gradient(on_skin, detail)).max(axis=1)
    assert np.median(off) < 0.02
    # Each component by itself, with another step.
    h = 2e-4
    for k, e in enumerate(np.eye(3)):
        two = [flesh.distance(on_skin + s * h * e, detail) for s in (1, -1)]
        difference = (two[0] - two[1]) / (2 * h)
        assert np.median(np.abs(difference - slope[:, k])) < 0.02


def test_many_points_are_looked_at_in_pieces(
    flesh: RestFlesh, on_skin: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    detail = np.linspace(1e-4, 0.01, len(on_skin))
    whole = flesh.distance(on_skin, detail)
    monkeypatch.setattr(rest, "CHUNK", 37)
    np.testing.assert_allclose(flesh.distance(on_skin, detail), whole, atol=1e-12)


def test_relief_that_a_mesh_cannot_carry_is_left_out(flesh: RestFlesh, on_skin: np.ndarray) -> None:
    coarse = flesh.distance(on_skin, np.full(len(on_skin), 1.0))
    np.testing.assert_array_equal(coarse, flesh._plain_distance(on_skin))
    fine = flesh.distance(on_skin, np.full(len(on_skin), 1e-9))
    np.testing.assert_allclose(fine, flesh.distance(on_skin), atol=1e-12)
    assert 1e-4 < np.abs(fine - coarse).max() < 0.05 * B


def test_places_over_the_hand_are_on_its_palm_and_back(flesh: RestFlesh) -> None:
    xy = B * np.array([[0.3, 0.0], [0.6, 0.2], [0.5, -0.2], [5.0, 5.0]])
    step = 0.6 * B / 79
    for side in (-1, 1):
        found = flesh.on_skin(xy, side)
        np.testing.assert_array_equal(found[:, :2], xy)
        assert (side * found[:3, 2] > 0).all() and found[3, 2] == 0  # beside the hand
        assert (np.abs(flesh._plain_distance(found[:3])) < 1.5 * step).all()


def test_the_box_holds_the_skin(flesh: RestFlesh, rng: np.random.Generator) -> None:
    low, high = flesh.bounds()
    points = rng.uniform(low - 0.02, high + 0.02, (20_000, 3))
    inside = points[flesh._plain_distance(points) < 0]
    assert len(inside) > 500
    assert (inside > low).all() and (inside < high).all()


def test_nails_have_rims(flesh: RestFlesh, on_skin: np.ndarray) -> None:
    near = on_skin[flesh.nail_depth(on_skin) > -0.3]
    assert len(near) > 5
    np.testing.assert_allclose(flesh.nail_depth(flesh.on_nail_rim(near)), 0, atol=1e-9)


def test_palm_lines_are_where_the_distance_to_them_is_zero(flesh: RestFlesh) -> None:
    line = flesh._palm_lines[0].line
    np.testing.assert_allclose(flesh.palm_line_distance(line), 0, atol=1e-9)
    lifted = line - 0.05 * np.eye(3)[2]
    far = np.min(
        [np.linalg.norm(lifted[:, None] - s.line, axis=-1).min(axis=1) for s in flesh._palm_lines],
        axis=0,
    )
    assert (flesh.palm_line_distance(lifted) <= far + 1e-9).all()
    np.testing.assert_allclose(flesh.palm_line_distance(lifted), far, rtol=0.02)


def test_a_larger_hand_has_more_flesh() -> None:
    small, large = (RestFlesh(HandSpec.at_percentile(p).build()).bounds() for p in (5, 95))
    assert ((large[1] - large[0]) > 1.05 * (small[1] - small[0])).all()
