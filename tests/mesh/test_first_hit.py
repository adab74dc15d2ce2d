"""Rays against balls and boxes, whose answers are known."""

import numpy as np
import pytest

from prehensile.mesh.first_hit import first_hit
from prehensile.world.objects.primitives import ball, box


def test_rays_to_a_ball_stop_at_its_radius() -> None:
    thing, rng = ball(0.03, 0.1), np.random.default_rng(0)
    for way in rng.normal(size=(30, 3)):
        way /= np.linalg.norm(way)
        hit = first_hit(thing.vertices, thing.faces, 0.2 * way, -way)
        assert 0.17 - 1e-9 <= hit < 0.17 + 2e-4  # triangles lie inside the ball


def test_a_box_from_outside_from_inside_and_past_it() -> None:
    thing = box((0.02, 0.04, 0.06), 0.1)
    at = np.array([0.003, 0.004, 0.0])
    x = np.array([1.0, 0.0, 0.0])
    assert first_hit(thing.vertices, thing.faces, at - 0.1 * x, x) == pytest.approx(0.087)
    assert first_hit(thing.vertices, thing.faces, at, x) == pytest.approx(0.007)
    assert first_hit(thing.vertices, thing.faces, at + 0.1 * x, x) == np.inf
    assert first_hit(thing.vertices, thing.faces, at + np.array([0.0, 0.1, 0.0]), x) == np.inf
