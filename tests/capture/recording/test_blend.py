import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from prehensile.capture.recording.blend import blended, one_sided, renormalised


def quaternions(n, seed=0):
    return Rotation.random(n, rng=seed).as_quat(scalar_first=True)


def test_rotations_turn_as_scipy_turns_them():
    first, last = quaternions(2)
    part = np.linspace(0, 1, 7)
    turn = Slerp([0, 1], Rotation.from_quat([first, last], scalar_first=True))
    found = blended("rotations", np.tile(first, (7, 1)), np.tile(last, (7, 1)), part)
    gap = Rotation.from_quat(found, scalar_first=True) * turn(part).inv()
    assert gap.magnitude().max() < 1e-7


def test_poses_go_straight_and_turn_and_missing_ones_stay():
    pose = np.column_stack([np.zeros((2, 3)), quaternions(2)])
    after = pose.copy()
    after[:, :3], after[1] = 2.0, np.nan
    found = blended("rigid_poses", pose, after, np.array([0.25, 0.25]))
    np.testing.assert_allclose(found[0, :3], 0.5)
    assert np.isnan(found[1]).all()


@pytest.mark.parametrize("kind", ["forces", "markers"])
def test_numbers_are_linear(kind):
    shape = (3,) if kind == "forces" else (3, 3)
    found = blended(kind, np.zeros(shape), np.ones(shape), np.array([0.0, 0.3, 1.0]))
    np.testing.assert_allclose(found.reshape(3, -1)[:, 0], [0, 0.3, 1])


def test_an_axis_stays_unit():
    coil = np.array([[0, 0, 0, 2.0, 0, 0]])
    np.testing.assert_allclose(renormalised("coil_poses", coil)[0, 3:], [1, 0, 0])


def test_leaps_of_sign_are_undone_over_gaps():
    q = np.tile(quaternions(1), (6, 1, 1)).reshape(6, 1, 4)
    q[3:] *= -1
    q[2] = np.nan
    found = one_sided("rotations", q)
    np.testing.assert_array_equal(found[5], found[0])
    assert one_sided("forces", q) is q
