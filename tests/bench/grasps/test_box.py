"""Regions of a frame: a turned box against points turned by hand, a ring against its radii."""

import numpy as np
import pytest

from prehensile.bench.grasps.box import Box, inside, millimetres, ring


def test_a_box_holds_what_lies_between_its_corners() -> None:
    box = millimetres(-10, 0, 5, 20, 30, 40)
    assert box.low == pytest.approx((-0.01, 0.0, 0.005))
    points = np.array([[0, 0.01, 0.02], [0.021, 0.01, 0.02], [0, -0.001, 0.02], [0, 0.01, 0.041]])
    assert box.holds(points).tolist() == [True, False, False, False]


def test_a_turned_box_holds_the_turned_points(rng: np.random.Generator) -> None:
    plain = Box((-0.02, 0.01, 0.0), (0.03, 0.05, 0.02))
    turned = plain._replace(yaw=0.7)
    points = rng.uniform(-0.06, 0.06, (500, 3))
    c, s = np.cos(0.7), np.sin(0.7)
    about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    assert plain.holds(points).any()
    np.testing.assert_array_equal(turned.holds(points @ about_z.T), plain.holds(points))
    np.testing.assert_allclose(turned.corners, plain.corners @ about_z.T, atol=1e-15)


def test_a_ring_covers_its_radii_and_no_more(rng: np.random.Generator) -> None:
    boxes = ring(0.05, 0.08, 0.0, 0.02)
    angle, radius = rng.uniform(0, 2 * np.pi, 2000), rng.uniform(0, 0.12, 2000)
    points = np.stack([radius * np.cos(angle), radius * np.sin(angle), 0 * angle + 0.01], axis=1)
    found = inside(boxes, points)
    assert found[(radius > 0.05) & (radius < 0.08)].all()
    assert not found[(radius < 0.049) | (radius > 0.082)].any()
    assert not inside(boxes, points + np.array([0, 0, 0.011])).any()


def test_no_boxes_hold_nothing() -> None:
    assert not inside((), np.zeros((3, 3))).any()
