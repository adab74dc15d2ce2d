"""Oracles: functions known everywhere, and leaving one out by doing so."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.skin.rig.interpolation import PUBLISHED, SMOOTH, interpolate, rotation_distance


def _hinge(angles) -> np.ndarray:
    return np.outer(angles, [0.0, 0.6, 0.8])


@pytest.mark.parametrize("kernel", [SMOOTH, PUBLISHED])
def test_values_at_examples_are_kept(kernel):
    rng = np.random.default_rng(0)
    rotations = rng.normal(size=(14, 3)) * 0.5
    values = rng.normal(size=(14, 4))
    found = interpolate(rotations, values, kernel)
    np.testing.assert_allclose(found(rotations), values, atol=1e-9)


def test_distance_is_the_angle_between_rotations():
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 20, 3))
    expected = (Rotation.from_rotvec(a).inv() * Rotation.from_rotvec(b)).magnitude()
    np.testing.assert_allclose(rotation_distance(a, b), expected, atol=1e-7)


def test_a_line_is_continued_beyond_the_examples():
    angles = np.linspace(0, 1.5, 7)
    found = interpolate(_hinge(angles), np.outer(angles, [2.0, -1.0]))
    far = np.array([-0.4, 0.33, 2.1])
    np.testing.assert_allclose(found(_hinge(far)), np.outer(far, [2.0, -1.0]), atol=1e-9)


def test_a_smooth_bend_is_met_between_examples():
    angles = np.linspace(0, 1.75, 7)
    found = interpolate(_hinge(angles), (1 - np.cos(angles))[:, None])
    between = np.linspace(0, 1.75, 60)
    error = found(_hinge(between))[:, 0] - (1 - np.cos(between))
    assert np.abs(error).max() < 0.01


def test_the_published_kernel_sags_between_examples():
    angles = 0.2 * np.arange(11)
    middle = _hinge(np.array([1.1]))
    assert interpolate(_hinge(angles), np.ones((11, 1)), PUBLISHED)(middle) == pytest.approx(
        0.65, abs=0.01
    )
    assert interpolate(_hinge(angles), np.ones((11, 1)))(middle) == pytest.approx(1, abs=1e-9)


def test_the_error_left_out_is_that_of_leaving_out():
    from prehensile.skin.rig import interpolation as module

    angles = np.array([0.0, 0.2, 0.5, 0.7, 1.1, 1.4, 1.6])
    values = np.sin(2 * angles)[:, None]
    found = interpolate(_hinge(angles), values)
    far = module.rotation_distance(_hinge(angles)[:, None], _hinge(angles)[None])
    errors = []
    for k in range(len(angles)):
        rest = np.arange(len(angles)) != k
        one = module._fitted(
            _hinge(angles[rest]), values[rest], far[np.ix_(rest, rest)], found.width, SMOOTH
        )
        errors.append(one(_hinge(angles[k : k + 1]))[0] - values[k])
    expected = np.linalg.norm(errors) / np.linalg.norm(values)
    assert found.left_out == pytest.approx(expected, rel=1e-6)


def test_two_examples_of_one_rotation_are_refused():
    with pytest.raises(InputError, match="same rotation"):
        interpolate(_hinge([0.0, 0.5, 0.5, 1.0]), np.zeros((4, 1)))
