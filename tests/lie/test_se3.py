import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.lie import se3, so3
from prehensile.lie._coefficients import SMALL_ANGLE

BATCHES = [(), (3,), (2, 3)]
ANGLES = [0.0, 1e-300, 1e-9, 1e-4, SMALL_ANGLE - 1e-9, SMALL_ANGLE + 1e-9, 2.0, np.pi - 1e-7]

seeds = st.integers(0, 2**32 - 1)
batches = st.sampled_from(BATCHES)
angles = st.sampled_from(ANGLES) | st.floats(0, 3.14)


def twists(seed, batch, angle):
    twist = np.random.default_rng(seed).standard_normal((*batch, 6))
    twist[..., 3:] *= angle / np.linalg.norm(twist[..., 3:], axis=-1, keepdims=True)
    return twist


def motions(seed, batch):
    rng = np.random.default_rng(seed)
    pose = np.concatenate([rng.standard_normal((*batch, 3)), rng.standard_normal((*batch, 4))], -1)
    return se3.from_pose7(pose)


def times(matrix, vector):
    return (matrix @ vector[..., None])[..., 0]


@given(seeds, batches, angles)
@settings(max_examples=60, deadline=None)
def test_exp_equals_the_matrix_exponential(seed, batch, angle):
    twist = twists(seed, batch, angle)
    rows = [expm(m) for m in se3.hat(twist).reshape(-1, 4, 4)]
    np.testing.assert_allclose(se3.exp(twist), np.reshape(rows, (*batch, 4, 4)), atol=1e-12)


@given(seeds, batches, angles)
@settings(max_examples=80, deadline=None)
def test_log_inverts_exp(seed, batch, angle):
    twist = twists(seed, batch, angle)
    t = se3.exp(twist)
    got = se3.log(t)
    assert not np.isnan(got).any()
    np.testing.assert_allclose(got, twist, atol=1e-10 if angle > 3 else 1e-12)
    np.testing.assert_allclose(se3.exp(got), t, atol=1e-12)


@given(seeds, batches, angles)
@settings(max_examples=60, deadline=None)
def test_adjoint_moves_an_exponential_across(seed, batch, angle):
    t, twist = motions(seed, batch), twists(seed + 1, batch, angle)
    right = se3.exp(times(se3.adjoint(t), twist)) @ t
    np.testing.assert_allclose(t @ se3.exp(twist), right, atol=1e-12)


@given(seeds, batches)
@settings(max_examples=30, deadline=None)
def test_small_adjoint_is_the_bracket_and_the_derivative_of_adjoint(seed, batch):
    a, b = twists(seed, batch, 1.0), twists(seed + 1, batch, 2.0)
    bracket = se3.hat(a) @ se3.hat(b) - se3.hat(b) @ se3.hat(a)
    np.testing.assert_allclose(times(se3.small_adjoint(a), b), se3.vee(bracket), atol=1e-13)
    h = 1e-6
    slope = (se3.adjoint(se3.exp(h * a)) - se3.adjoint(se3.exp(-h * a))) / (2 * h)
    np.testing.assert_allclose(se3.small_adjoint(a), slope, atol=1e-8)


@given(seeds, batches, angles)
@settings(max_examples=60, deadline=None)
def test_left_jacobian_equals_finite_differences(seed, batch, angle):
    twist = twists(seed, batch, angle)
    h = 1e-6
    back = se3.inverse(se3.exp(twist))
    columns = []
    for e in np.eye(6):
        slope = (se3.exp(twist + h * e) - se3.exp(twist - h * e)) / (2 * h)
        columns.append(se3.vee(slope @ back))
    np.testing.assert_allclose(se3.left_jacobian(twist), np.stack(columns, -1), atol=1e-7)


@given(seeds, batches, angles)
@settings(max_examples=30, deadline=None)
def test_left_jacobian_equals_the_power_series_of_ad(seed, batch, angle):
    twist = twists(seed, batch, angle)
    ad = se3.small_adjoint(twist)
    term = total = np.eye(6) + 0 * ad
    for k in range(2, 60):
        term = term @ ad / k
        total = total + term
    np.testing.assert_allclose(se3.left_jacobian(twist), total, atol=1e-12)


@given(seeds, batches)
@settings(max_examples=30, deadline=None)
def test_inverse_pose7_and_apply_agree(seed, batch):
    t = motions(seed, batch)
    np.testing.assert_allclose(se3.inverse(t) @ t, np.eye(4) + 0 * t, atol=1e-13)
    np.testing.assert_allclose(se3.from_pose7(se3.to_pose7(t)), t, atol=1e-13)
    assert (se3.to_pose7(t)[..., 3] >= 0).all()
    point = np.random.default_rng(seed).standard_normal((*batch, 3))
    homogeneous = np.concatenate([point, np.ones((*batch, 1))], -1)
    np.testing.assert_allclose(se3.apply(t, point), times(t, homogeneous)[..., :3], atol=1e-13)


def test_apply_takes_many_points_under_one_and_under_many_transforms():
    t = motions(0, (4,))
    points = np.random.default_rng(1).standard_normal((7, 3))
    many = se3.apply(t[:, None], points)
    assert many.shape == (4, 7, 3)
    np.testing.assert_allclose(se3.apply(t[2], points), many[2], atol=1e-14)
    with pytest.raises(InputError, match=r"\(4, 4, 4\) and points \(7, 3\)"):
        se3.apply(t, points)


def test_pose7_is_position_then_wxyz():
    half = np.sqrt(0.5)
    t = se3.from_pose7([1, 2, 3, half, 0, 0, half])  # a quarter turn about z
    np.testing.assert_allclose(se3.apply(t, [1, 0, 0]), [1, 3, 3], atol=1e-15)


def test_float32_stays_float32():
    twist = twists(0, (3,), 0.7).astype(np.float32)
    t = se3.exp(twist)
    points = np.zeros(3, np.float32)
    outputs = [t, se3.log(t), se3.inverse(t), se3.adjoint(t), se3.small_adjoint(twist)]
    outputs += [se3.left_jacobian(twist), se3.to_pose7(t), se3.hat(twist), se3.apply(t, points)]
    assert {value.dtype for value in outputs} == {np.dtype(np.float32)}
    np.testing.assert_allclose(se3.log(t), twist, atol=1e-5)


def test_rotation_part_is_so3():
    twist = twists(0, (5,), 1.2)
    np.testing.assert_array_equal(se3.exp(twist)[..., :3, :3], so3.exp(twist[..., 3:]))


TWIST_FUNCTIONS = (se3.hat, se3.exp, se3.small_adjoint, se3.left_jacobian, se3.from_pose7)
MATRIX_FUNCTIONS = (se3.vee, se3.log, se3.inverse, se3.adjoint, se3.to_pose7)


@pytest.mark.parametrize("function", TWIST_FUNCTIONS + MATRIX_FUNCTIONS)
def test_wrong_shapes_are_named(function):
    with pytest.raises(InputError, match=r"got \(2, 5\)"):
        function(np.zeros((2, 5)))
    with pytest.raises(InputError, match=r"got \(\)"):
        function(0.0)


def test_apart_is_the_way_and_the_angle_between(rng):
    turn = Rotation.from_rotvec([0.3, -0.4, 1.2])
    one = se3.exp(rng.normal(size=6))
    step = np.eye(4)
    step[:3, :3], step[:3, 3] = turn.as_matrix(), [0.3, 0, 0.4]
    assert se3.apart(one, one @ step) == pytest.approx((0.5, turn.magnitude()))
