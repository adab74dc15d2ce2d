import numpy as np
import pytest

from prehensile.draw.camera import VIEWS, fit_camera, hand_view
from prehensile.errors import UnknownNameError
from prehensile.hand.spec import HandSpec

SIZE = (400, 300)


@pytest.mark.parametrize("size", [(400, 300), (200, 500)])
def test_fitted_camera_has_every_point_inside_and_fills_one_side(rng, size):
    for _ in range(20):
        points = rng.normal(size=(50, 3)) * rng.uniform(0.01, 0.2, 3) + rng.normal(size=3)
        camera = fit_camera(points, rng.normal(size=3), np.array([0, 0, 1.0]), size, margin=1.1)
        share = np.abs(camera.project(points, size) / size - 0.5) * 2
        assert share.max() == pytest.approx(1 / 1.1, abs=1e-6)


def test_target_is_in_the_middle_and_up_is_up():
    camera = fit_camera(np.eye(3), np.array([1.0, 1, 1]), np.array([0, 0, 1.0]), SIZE)
    np.testing.assert_allclose(camera.project(camera.target, SIZE), [200, 150], atol=1e-9)
    assert camera.project(camera.target + np.array([0, 0, 0.1]), SIZE)[1] < 150


def test_basis_is_right_handed():
    camera = fit_camera(np.eye(3), np.array([1.0, 2, 1]), np.array([0, 0, 1.0]), SIZE)
    np.testing.assert_allclose(camera.basis @ camera.basis.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(camera.basis) == pytest.approx(1)


@pytest.mark.parametrize("view", VIEWS)
def test_views_of_a_left_hand_are_mirrored(view):
    right, left = HandSpec.mean().build(), HandSpec.mean("left").build()
    np.testing.assert_allclose(hand_view(left, view), hand_view(right, view) * [1, -1, 1])


def test_unknown_view_lists_the_known():
    with pytest.raises(UnknownNameError, match="three-quarter"):
        hand_view(HandSpec.mean().build(), "sideways")
