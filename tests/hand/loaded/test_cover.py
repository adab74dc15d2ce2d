"""Capsules that stand in for collision shapes."""

import numpy as np
import pytest

from prehensile.hand.loaded.cover import cover
from prehensile.hand.segments import Solid
from prehensile.lie import so3
from prehensile.mesh.decimate import solid_triangles

SHAPES = [
    ("sphere", (0.01, 0, 0)),
    ("capsule", (0.01, 0.02, 0)),
    ("cylinder", (0.01, 0.03, 0)),
    ("cylinder", (0.03, 0.005, 0)),
    ("box", (0.04, 0.03, 0.01)),
    ("box", (0.01, 0.011, 0.04)),
    ("ellipsoid", (0.02, 0.01, 0.01)),
]


def solid(kind, size, rng):
    quat = so3.to_quat(so3.random(rng))
    return Solid(kind, rng.normal(size=3), quat, np.array(size), np.zeros((0, 3)))


def distance(points, capsules):
    every = []
    for c in capsules:
        along = c.end - c.start
        t = np.clip((points - c.start) @ along / (along @ along), 0, 1)
        every.append(np.linalg.norm(points - c.start - t[:, None] * along, axis=1) - c.radius)
    return np.min(every, axis=0)


@pytest.mark.parametrize(("kind", "size"), SHAPES)
def test_the_surface_is_near_the_capsules(kind, size, rng):
    shape = solid(kind, size, rng)
    vertices, _ = solid_triangles(kind, shape.size)
    world = vertices @ so3.from_quat(shape.quat).T + shape.pos
    gap = distance(world, cover(shape))
    thickness = min(v for v in size if v)
    assert gap.max() < 1.5 * thickness  # the corners stick out
    assert gap.min() > -0.6 * thickness


def test_a_hull_is_covered_like_the_box_around_it(rng):
    corners = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
    hull = Solid("hull", np.zeros(3), np.array([1.0, 0, 0, 0]), np.zeros(3),
                 corners * [0.01, 0.01, 0.03])  # fmt: skip
    (capsule,) = cover(hull)
    assert capsule.radius == pytest.approx(0.01)
    assert np.linalg.norm(capsule.end - capsule.start) == pytest.approx(0.04)
