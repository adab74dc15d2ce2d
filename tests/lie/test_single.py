import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.lie._coefficients import SMALL_ANGLE, sine, sine_versine, versine

ANGLES = [0.0, 1e-300, 1e-9, 1e-4, SMALL_ANGLE - 1e-9, SMALL_ANGLE, SMALL_ANGLE + 1e-9, np.pi / 2]
ANGLES += [2.0, np.pi - 1e-7, np.pi, 5.0]


def vectors(rng):
    axes = rng.standard_normal((40, 3))
    axes[::5, rng.integers(3)] = 0.0
    axes = np.concatenate([axes, np.eye(3), -np.eye(3)])
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    return np.concatenate([axes * angle for angle in [*ANGLES, *rng.uniform(0, 4, 20)]])


def quaternions(rng):
    q = np.concatenate([rng.standard_normal((200, 4)), np.eye(4), -np.eye(4)])
    return np.concatenate([q, 1e-200 * q, 1e200 * q])


def assert_same_bits(function, singles):
    """One by one, in plain numbers, and all at once, as arrays."""
    together = function(singles)
    for one, wanted in zip(singles, together, strict=True):
        got = function(one)
        assert got.dtype == wanted.dtype
        assert got.shape == wanted.shape
        assert got.tobytes() == wanted.tobytes(), (one, got - wanted)


def test_rotations_of_vectors_have_the_bits_of_many(rng):
    assert_same_bits(so3.exp, vectors(rng))


def test_vectors_of_rotations_have_the_bits_of_many(rng):
    assert_same_bits(so3.log, so3.exp(vectors(rng)))


def test_quaternions_of_rotations_have_the_bits_of_many(rng):
    assert_same_bits(so3.to_quat, so3.exp(vectors(rng)))


def test_rotations_of_quaternions_have_the_bits_of_many(rng):
    assert_same_bits(so3.from_quat, quaternions(rng))


@pytest.mark.parametrize("theta2", [0.0, 1e-9, SMALL_ANGLE**2 - 1e-9, SMALL_ANGLE**2, 9.0])
def test_both_ratios_of_one_angle_are_those_of_an_array(theta2):
    array = np.array(theta2)
    assert sine_versine(theta2) == (float(sine(array)), float(versine(array)))


@pytest.mark.parametrize("function", [so3.log, so3.to_quat])
def test_what_is_no_number_stays_none(function):
    assert np.isnan(function(np.full((3, 3), np.nan))).all()
    assert np.isnan(so3.exp(np.full(3, np.nan))).all()


def test_a_zero_quaternion_is_refused():
    with pytest.raises(InputError, match="zero"):
        so3.from_quat(np.zeros(4))


def test_single_precision_stays_single(rng):
    w = rng.standard_normal(3).astype(np.float32)
    assert so3.exp(w).dtype == np.float32
    assert so3.log(so3.exp(w)).dtype == np.float32
