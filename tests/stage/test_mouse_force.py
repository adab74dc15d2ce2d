"""What the mouse pulls an end effector with."""

import numpy as np

from prehensile.stage.mouse_force import reached, to_force


def test_a_soft_direction_comes_to_the_mouse(rng):
    turned, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    compliance = turned @ np.diag([1.0, 0.5, 0.3]) @ turned.T
    way = np.array([0.01, -0.02, 0.03])
    np.testing.assert_allclose(compliance @ to_force(compliance) @ way, way, rtol=0.05)


def test_a_rigid_direction_is_not_pulled_with_all_might():
    force = to_force(np.diag([0.0, 1.0, 1.0])) @ np.array([1.0, 0.0, 0.0])
    assert np.isfinite(force).all() and np.abs(force).max() < 1e-9


def test_a_long_way_is_cut_and_a_short_one_is_kept():
    np.testing.assert_allclose(reached(np.array([3.0, 4.0, 0.0]), 1.0), [0.6, 0.8, 0.0])
    np.testing.assert_allclose(reached(np.array([0.1, 0.0, 0.0]), 1.0), [0.1, 0.0, 0.0])
    assert (reached(np.zeros(3), 1.0) == 0).all()
