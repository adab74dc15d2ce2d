import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.lie import se3


@pytest.fixture
def own(rng):
    return rng.normal(scale=0.05, size=(9, 3))


def test_it_agrees_with_scipy_where_no_motion_fits_exactly(own, rng):
    points = rng.normal(scale=0.05, size=(40, 9, 3))
    weight = rng.random((40, 9))
    T = rigid_fit(own, points, weight)
    for k in range(40):
        centre, own_centre = (np.average(p, axis=0, weights=weight[k]) for p in (points[k], own))
        R, _ = Rotation.align_vectors(points[k] - centre, own - own_centre, weight[k])
        np.testing.assert_allclose(T[k, :3, :3], R.as_matrix(), atol=1e-6)
        np.testing.assert_allclose(T[k, :3, 3], centre - R.apply(own_centre), atol=1e-7)


def test_points_without_weight_may_lie_anywhere(own, rng):
    true = se3.exp(rng.normal(size=(20, 6)))
    points = se3.apply(true[:, None], own)
    weight = rng.uniform(0.5, 2, (20, 9))
    weight[:, :5] = 0.0
    points[:, :5] = 1e3 * rng.normal(size=(20, 5, 3))
    np.testing.assert_allclose(rigid_fit(own, points, weight), true, atol=1e-9)


def test_a_mirror_image_is_met_by_a_rotation(own):
    (T,) = rigid_fit(own, own[None] * [1, -1, 1], np.ones((1, 9)))
    assert np.linalg.det(T[:3, :3]) == pytest.approx(1)
    np.testing.assert_allclose(T[:3, :3].T @ T[:3, :3], np.eye(3), atol=1e-12)


def test_every_frame_may_have_points_of_its_own(rng):
    own = rng.normal(size=(15, 6, 3))
    true = se3.exp(rng.normal(size=(15, 6)))
    found = rigid_fit(own, se3.apply(true[:, None], own), np.ones((15, 6)))
    np.testing.assert_allclose(found, true, atol=1e-12)
