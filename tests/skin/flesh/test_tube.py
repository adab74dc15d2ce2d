"""Tubes against closed forms."""

import numpy as np

from prehensile.lie import se3
from prehensile.skin.flesh.tube import Tube


def test_a_round_tube_is_a_capsule(rng: np.random.Generator) -> None:
    """Equal sizes, caps and p = 2: the distance to a segment less the radius, near the skin."""
    r, T = 0.008, np.eye(4)
    T[:3, :3], T[:3, 3] = se3.exp(rng.normal(size=6))[:3, :3], rng.normal(size=3)
    tube = Tube(T, np.array([0.0, 0.02, 0.05]), np.full((3, 4), r), (r, r))
    local = rng.uniform([-0.02, -0.02, -0.02], [0.07, 0.02, 0.02], (500, 3))
    axis = np.clip(local[:, 0], 0, 0.05)
    truth = np.hypot(local[:, 0] - axis, np.hypot(local[:, 1], local[:, 2])) - r
    np.testing.assert_allclose(tube.distance(se3.apply(T, local)), truth, atol=1e-9)


def test_the_four_quarters_have_their_own_sizes() -> None:
    """Points at the given sizes lie on the skin."""
    sizes = np.array([0.011, 0.007, 0.005, 0.009])
    tube = Tube(np.eye(4), np.array([0.0, 0.05]), np.tile(sizes, (2, 1)), (0.01, 0.01), 2.4)
    at = np.zeros((4, 3))
    at[:, 0] = 0.025
    at[[0, 1], 1] = sizes[0], -sizes[1]
    at[[2, 3], 2] = sizes[2], -sizes[3]
    np.testing.assert_allclose(tube.distance(at), 0, atol=1e-8)


def test_bounds_hold_the_skin(rng: np.random.Generator) -> None:
    """No point inside lies outside the box."""
    T = se3.exp(rng.normal(size=6))
    sizes = rng.uniform(0.004, 0.01, (4, 4))
    tube = Tube(T, np.array([0.0, 0.01, 0.03, 0.04]), sizes, (0.006, 0.003), 2.3)
    low, high = tube.bounds()
    points = rng.uniform(low - 0.01, high + 0.01, (20000, 3))
    inside = points[tube.distance(points) < 0]
    assert len(inside) > 200
    assert (inside > low).all() and (inside < high).all()
