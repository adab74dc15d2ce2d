import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.lie._coefficients import SMALL_ANGLE

BATCHES = [(), (3,), (2, 3)]
# Every regime: near identity, both sides of the Taylor threshold, ordinary, near π.
ANGLES = [0.0, 1e-300, 1e-9, 1e-4, SMALL_ANGLE - 1e-9, SMALL_ANGLE + 1e-9, 2.0, np.pi - 1e-3]
ANGLES += [np.pi - 1e-7, np.pi - 1e-12]
TOLERANCE = {np.float64: 1e-13, np.float32: 2e-5}

seeds = st.integers(0, 2**32 - 1)
batches = st.sampled_from(BATCHES)
angles = st.sampled_from(ANGLES) | st.floats(0, 3.14)


def vectors(seed, batch, angle):
    axis = np.random.default_rng(seed).standard_normal((*batch, 3))
    return angle * axis / np.linalg.norm(axis, axis=-1, keepdims=True)


def over_batch(function, array, tail):
    rows = [function(x) for x in array.reshape(-1, *array.shape[array.ndim - tail :])]
    return np.reshape(rows, array.shape[: array.ndim - tail] + np.shape(rows[0]))


@given(seeds, batches, angles)
@settings(max_examples=60, deadline=None)
def test_exp_equals_the_matrix_exponential(seed, batch, angle):
    w = vectors(seed, batch, angle)
    got = so3.exp(w)
    assert got.shape == (*batch, 3, 3)
    np.testing.assert_allclose(got, over_batch(expm, so3.hat(w), 2), atol=1e-13)
    np.testing.assert_allclose(got @ np.swapaxes(got, -1, -2), np.eye(3) + 0 * got, atol=1e-14)


@given(seeds, batches, angles, st.sampled_from([np.float64, np.float32]))
@settings(max_examples=100, deadline=None)
def test_log_inverts_exp(seed, batch, angle, dtype):
    w = vectors(seed, batch, angle).astype(dtype)
    r = so3.exp(w)
    got = so3.log(r)
    assert got.dtype == r.dtype == dtype
    assert not np.isnan(got).any()
    if angle < 3:
        np.testing.assert_allclose(got, w, atol=TOLERANCE[dtype])
    # Near π the axis may come back reversed, which is the same rotation.
    np.testing.assert_allclose(so3.exp(got), r, atol=TOLERANCE[dtype])


@pytest.mark.parametrize("angle", [1e-12, 1e-9, 1e-6, 1e-3, np.pi - 1e-3, np.pi - 1e-9])
def test_log_keeps_its_digits_near_identity_and_near_a_half_turn(angle):
    w = vectors(1, (50,), angle)
    got = so3.log(so3.exp(w))
    np.testing.assert_allclose(np.linalg.norm(got, axis=-1), angle, rtol=1e-13, atol=1e-28)
    np.testing.assert_allclose(got, w, rtol=1e-9, atol=1e-13 * angle)


def test_log_of_a_half_turn_about_each_axis():
    for axis in (*np.eye(3), -np.eye(3)[0], np.array([0.6, -0.8, 0.0]), np.ones(3) / 3**0.5):
        r = 2 * np.outer(axis, axis) - np.eye(3)
        got = so3.log(r)
        assert np.linalg.norm(got) == pytest.approx(np.pi, abs=1e-14)
        assert abs(got @ axis) == pytest.approx(np.pi, abs=1e-14)


@given(seeds, batches)
@settings(max_examples=30, deadline=None)
def test_log_equals_scipy(seed, batch):
    r = so3.random(np.random.default_rng(seed), batch)
    want = Rotation.from_matrix(r.reshape(-1, 3, 3)).as_rotvec().reshape(*batch, 3)
    np.testing.assert_allclose(so3.log(r), want, atol=1e-10)


@given(seeds, batches, angles)
@settings(max_examples=60, deadline=None)
def test_left_jacobian_equals_finite_differences(seed, batch, angle):
    w = vectors(seed, batch, angle)
    h = 1e-6
    inverse = so3.exp(-w)
    columns = [(so3.exp(w + h * e) - so3.exp(w - h * e)) / (2 * h) @ inverse for e in np.eye(3)]
    numeric = np.stack([so3.vee(c) for c in columns], axis=-1)
    np.testing.assert_allclose(so3.left_jacobian(w), numeric, atol=1e-8)


@given(seeds, batches, angles)
@settings(max_examples=60, deadline=None)
def test_left_jacobian_inverse_is_the_inverse(seed, batch, angle):
    w = vectors(seed, batch, angle)
    product = so3.left_jacobian(w) @ so3.left_jacobian_inverse(w)
    np.testing.assert_allclose(product, np.eye(3) + 0 * product, atol=1e-13)


def test_hat_is_the_cross_product_and_vee_its_inverse():
    a, b = np.random.default_rng(0).standard_normal((2, 4, 3))
    np.testing.assert_allclose((so3.hat(a) @ b[..., None])[..., 0], np.cross(a, b))
    np.testing.assert_array_equal(so3.vee(so3.hat(a)), a)


@given(seeds, batches)
@settings(max_examples=40, deadline=None)
def test_quaternions_equal_scipy(seed, batch):
    rng = np.random.default_rng(seed)
    p, q = rng.standard_normal((2, *batch, 4))
    r = Rotation.from_quat(q.reshape(-1, 4), scalar_first=True)
    np.testing.assert_allclose(so3.from_quat(q), r.as_matrix().reshape(*batch, 3, 3), atol=1e-14)
    back = so3.to_quat(so3.from_quat(q))
    want = r.as_quat(canonical=True, scalar_first=True).reshape(*batch, 4)
    np.testing.assert_allclose(back, want, atol=1e-13)
    product = so3.from_quat(so3.quat_multiply(p, q))
    np.testing.assert_allclose(product, so3.from_quat(p) @ so3.from_quat(q), atol=1e-13)
    undone = so3.from_quat(so3.quat_multiply(q, so3.quat_conjugate(q)))
    np.testing.assert_allclose(undone, np.eye(3) + 0 * undone, atol=1e-13)


def test_the_product_of_plain_numbers_is_that_of_arrays(rng):
    p, q = rng.normal(size=(2, 4))
    product = so3.quat_product(p.tolist(), q.tolist())
    assert all(type(number) is float for number in product)
    assert np.array_equal(product, so3.quat_multiply(p, q))


@given(seeds, batches, angles, st.floats(0, 1), st.booleans())
@settings(max_examples=80, deadline=None)
def test_slerp_turns_at_constant_speed_the_shorter_way(seed, batch, angle, t, flip):
    start = so3.random(np.random.default_rng(seed), batch)
    w = vectors(seed + 1, batch, angle)
    p, q = so3.to_quat(start), so3.to_quat(start @ so3.exp(w))
    got = so3.slerp(p, -q if flip else q, t)
    np.testing.assert_allclose(so3.from_quat(got), start @ so3.exp(t * w), atol=1e-12)
    assert np.linalg.norm(got, axis=-1) == pytest.approx(np.ones(batch), abs=1e-14)


def test_slerp_broadcasts_its_parameter():
    p, q = np.random.default_rng(0).standard_normal((2, 4))
    assert so3.slerp(p, q, np.linspace(0, 1, 5)).shape == (5, 4)


def test_random_depends_only_on_the_generator_and_is_proper():
    r = so3.random(np.random.default_rng(3), (100,))
    np.testing.assert_array_equal(r, so3.random(np.random.default_rng(3), (100,)))
    np.testing.assert_allclose(np.linalg.det(r), 1, atol=1e-13)


def test_empty_batches_pass_through():
    assert so3.log(so3.exp(np.zeros((0, 3)))).shape == (0, 3)
    assert so3.slerp(np.zeros((0, 4)), np.zeros((0, 4)), np.zeros(0)).shape == (0, 4)


@pytest.mark.parametrize("function", [so3.hat, so3.exp, so3.left_jacobian, so3.from_quat])
def test_wrong_shapes_are_named(function):
    with pytest.raises(InputError, match=r"got \(2, 5\)"):
        function(np.zeros((2, 5)))
    with pytest.raises(InputError, match=r"got \(\)"):
        function(1.0)


def test_other_nonsense_is_refused():
    with pytest.raises(InputError, match=r"got \(4, 4\)"):
        so3.log(np.eye(4))
    with pytest.raises(InputError, match="quaternion is zero"):
        so3.from_quat(np.zeros(4))
    with pytest.raises(InputError, match="real numbers"):
        so3.exp(["a", "b", "c"])
    with pytest.raises(InputError, match="ragged"):
        so3.exp([[1.0, 2.0], [1.0]])


def test_float32_stays_and_integers_become_float64():
    q = np.array([1, 0, 0, 0], np.float32)
    for value in (
        so3.from_quat(q),
        so3.slerp(q, q, np.float32(0.5)),
        so3.to_quat(np.eye(3, dtype="f4")),
    ):
        assert value.dtype == np.float32
    assert so3.exp([1, 0, 0]).dtype == np.float64
