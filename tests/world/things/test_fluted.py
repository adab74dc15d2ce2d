import numpy as np

from prehensile.world.objects.primitives import cylinder, even_angles
from prehensile.world.things.fluted import fluted


def test_only_the_side_moves_inwards_by_at_most_the_depth():
    rod = cylinder(0.03, 0.10, 1.0)
    made = fluted(rod.vertices, 16, 0.001, -0.04, 0.04, 0.02)
    before, after = (np.hypot(v[:, 0], v[:, 1]) for v in (rod.vertices, made))
    assert 0.0009 < (before - after).max() <= 0.001 + 1e-12
    assert (after - before).max() < 1e-12
    still = np.abs(rod.vertices[:, 2]) >= 0.04
    np.testing.assert_allclose(made[still], rod.vertices[still], atol=1e-15)
    np.testing.assert_array_equal(made[:, 2], rod.vertices[:, 2])


def test_there_are_as_many_waves_as_asked_for():
    angle = even_angles(720)
    ring = 0.03 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    radius = np.hypot(*fluted(ring, 12, 0.001, -0.01, 0.01, 0.0).T[:2])
    highest = (radius > np.roll(radius, 1)) & (radius > np.roll(radius, -1))
    assert highest.sum() == 12
