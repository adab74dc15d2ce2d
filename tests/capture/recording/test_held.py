"""Values at other times: what is between near samples, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from prehensile.capture.recording.held import carried_on, poses_at, values_at
from prehensile.lie import so3

TIME = np.array([0.0, 1, 2, 3, 10, 11, 12])


@given(st.lists(st.floats(0, 3), min_size=1, max_size=9))
def test_between_near_samples_it_is_numpys_line(at):
    values = np.array([[0.0, 5], [2, 1], [1, 1], [7, -3], [0, 0], [0, 0], [0, 0]])
    found = values_at(TIME, values, np.array(at))
    for k in range(2):
        np.testing.assert_allclose(found[:, k], np.interp(at, TIME, values[:, k]), atol=2e-5)


def test_gaps_ends_and_lost_samples_stay_open():
    values = np.arange(7.0)
    values[5] = np.nan
    at = np.array([-0.1, 0, 3, 3.5, 9.9, 10, 10.5, 12, 12.1])
    found = values_at(TIME, values, at)
    assert np.isnan(found).tolist() == [True, False, False, True, True, False, True, False, True]
    assert found[[1, 2, 5, 7]].tolist() == [0, 3, 4, 6]


def test_one_sample_is_known_at_its_instant_alone():
    found = values_at(np.array([2.0]), np.array([5.0]), np.array([1.0, 2.0, 3.0]))
    assert found[1] == 5 and np.isnan(found[[0, 2]]).all()


def test_poses_turn_as_scipy_has_them(rng):
    poses = np.concatenate([rng.normal(size=(7, 3)), so3.to_quat(so3.random(rng, (7,)))], axis=1)
    at = np.array([0.25, 1.0, 2.9, 11.5])
    found = poses_at(TIME, poses, at)
    slerp = Slerp(TIME, Rotation.from_quat(poses[:, [4, 5, 6, 3]]))
    turned = so3.from_quat(found[:, 3:])
    np.testing.assert_allclose(turned, slerp(at).as_matrix(), atol=1e-9)
    np.testing.assert_allclose(found[0, :3], 0.75 * poses[0, :3] + 0.25 * poses[1, :3])
    assert np.isnan(poses_at(TIME, poses, np.array([5.0]))).all()


def test_rows_are_carried_on():
    rows = np.array([[np.nan, 1], [1, 2], [np.nan, np.nan], [3, 4]])
    assert carried_on(rows).tolist() == [[1, 2], [1, 2], [1, 2], [3, 4]]


@pytest.mark.parametrize("shift", [0.0, 1.6e9])
def test_instants_are_hit_by_clocks_that_count_from_1970(shift):
    time = shift + np.arange(5) / 100
    values = np.array([0.0, np.nan, 2, np.nan, 4])
    found = values_at(time, values, time[::2] + np.spacing(time[-1]))
    assert found.tolist() == [0, 2, 4]
