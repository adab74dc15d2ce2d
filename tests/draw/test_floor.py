import numpy as np
import pytest
import trimesh

from prehensile.draw.floor import MOST_POINTS, scattered, shadowed_floor


def _light(floor, x, y):
    share = (np.array([x, y]) - floor.low) / (floor.high - floor.low)
    i, j = (share * floor.light.shape).astype(int)
    return floor.light[i, j]


@pytest.mark.parametrize("lift", [0.0, 0.1])
def test_floor_is_dark_below_a_thing_and_bright_at_the_edges(lift):
    box = trimesh.creation.box((0.06, 0.04, 0.05))
    floor = shadowed_floor([(box.vertices + np.array([0.2, 0, 0.025 + lift]), box.faces)], 0.0)
    edges = np.concatenate([floor.light[0], floor.light[-1], floor.light[:, 0], floor.light[:, -1]])
    assert edges.min() > 0.98
    assert _light(floor, 0.2, 0.0) < (0.6 if lift == 0 else 0.97)


def test_what_floats_high_throws_a_fainter_shadow():
    box = trimesh.creation.box((0.06, 0.04, 0.05))
    low, high = (
        shadowed_floor([(box.vertices + np.array([0, 0, z]), box.faces)], 0.0) for z in (0.025, 0.2)
    )
    assert _light(low, 0, 0) < _light(high, 0, 0) - 0.2


def test_scattered_points_lie_on_the_mesh():
    box = trimesh.creation.box((0.06, 0.04, 0.05))
    points = np.abs(scattered(box.vertices, box.faces)) / [0.03, 0.02, 0.025]
    np.testing.assert_allclose(points.max(1), 1, atol=1e-9)


def test_many_large_triangles_are_scattered_within_bounds():
    """A mechanism of 400 links once took 11 GB."""
    corners = np.random.default_rng(0).uniform(-1, 1, (30_000, 3))
    faces = np.arange(30_000).reshape(-1, 3)
    points = scattered(corners, faces)
    assert len(corners) < len(points) <= MOST_POINTS + 4 * len(faces) + len(corners)


def test_a_thing_far_away_costs_no_more():
    box = trimesh.creation.box((0.06, 0.04, 0.05))
    floor = shadowed_floor([(box.vertices, box.faces), (box.vertices + 900.0, box.faces)], 0.0)
    assert max(floor.light.shape) <= 601 and np.isfinite(floor.light).all()
