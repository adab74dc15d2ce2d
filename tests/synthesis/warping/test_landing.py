"""Places that correspond: closed forms on balls and boxes, surfaces of other things."""

import numpy as np
import pytest

from prehensile.lie import se3, so3
from prehensile.synthesis.warping.landing import grip_middle, landing_points
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball, box

DIGITS = np.array([0, 1, 2])


def test_the_thumb_weighs_as_much_as_all_fingers() -> None:
    points = np.array([[0.0, 0, 0], [2.0, 0, 0], [4.0, 0, 0]])
    assert np.allclose(grip_middle(points, DIGITS), [1.5, 0, 0])
    assert np.allclose(grip_middle(points, np.array([1, 2, 3])), [2.0, 0, 0])


@pytest.mark.parametrize("radius", [0.005, 0.04])
def test_balls_are_touched_in_the_same_directions(radius: float) -> None:
    rng = np.random.default_rng(1)
    way = np.array([[1.0, 0.1, 0], [-1.0, 0.0, 0.2], [-0.9, 0.3, 0.0]])
    way /= np.linalg.norm(way, axis=1)[:, None]
    T = se3.exp(np.append(rng.uniform(-0.1, 0.1, 3), np.zeros(3)))
    T[:3, :3] = so3.random(rng)
    places, middle = landing_points(0.02 * way, DIGITS, ball(0.02, 0.1), ball(radius, 0.1), T)
    assert np.allclose(places - T[:3, 3], radius * way, atol=2e-4 + 0.005 * radius)
    want = T[:3, 3] + radius / 0.02 * grip_middle(0.02 * way, DIGITS)
    assert np.allclose(middle, want, atol=2e-4)


def test_boxes_are_touched_at_the_same_shares_of_their_faces() -> None:
    points = np.array([[0.01, 0.005, 0.01], [-0.01, 0.005, 0.01]])
    new = box((0.06, 0.02, 0.1), 0.1)
    places, _ = landing_points(points, DIGITS[:2], box((0.02, 0.04, 0.05), 0.1), new, np.eye(4))
    assert np.allclose(places, [[0.03, 0.0025, 0.02], [-0.03, 0.0025, 0.02]], atol=1e-9)


@pytest.mark.parametrize("name", ["apple", "mug", "pen", "hammer"])
def test_places_on_anything_are_on_its_surface(name: str) -> None:
    trimesh = pytest.importorskip("trimesh")
    thing = load_object(name)
    way = np.array([[1.0, 0.1, 0], [-1.0, 0.0, 0.2], [-0.9, 0.3, 0.0]])
    places, _ = landing_points(0.02 * way, DIGITS, ball(0.02, 0.1), thing, np.eye(4))
    mesh = trimesh.Trimesh(thing.vertices, thing.faces, process=False)
    far = trimesh.proximity.closest_point_naive(mesh, places)[1]
    assert far.max() < 1e-4  # trimesh takes squares below 1e-8 for ties
