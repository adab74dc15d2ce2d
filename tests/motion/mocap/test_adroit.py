"""Demonstrations of the Adroit hand, against its arm written out with SciPy's rotations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.motion.mocap.adroit import (
    GRASP_SITE,
    JOINTS,
    PALM_POSITION,
    R_PALM_OURS,
    STEP,
    WIDTH,
    adroit_take,
    imported_take,
    takes_of,
)
from prehensile.motion.mocap.options import Options


@pytest.fixture
def arrays(rng):
    rows = np.zeros((4, WIDTH))
    rows[:, : len(JOINTS)] = rng.uniform(-0.3, 0.3, (4, len(JOINTS)))
    rows[:, PALM_POSITION] = rng.uniform(-0.5, 0.5, (4, 3))
    return {"obs_01": rows, "obs_00": rows[:2], "other": rows, "obs_02": rows[:, :5]}


def test_takes_are_told_by_their_names_and_widths(arrays):
    assert takes_of(arrays) == ["obs_00", "obs_01"]
    assert len(adroit_take(arrays, 0).T_world_forearm) == 2


def test_the_forearm_is_where_the_arm_carries_it(arrays):
    take, rows = adroit_take(arrays, 1), arrays["obs_01"]
    turn = Rotation.from_euler("XZ", [-np.pi / 2, np.pi])
    forearm = turn * Rotation.from_euler("XYZ", rows[:, :3])
    palm = forearm * Rotation.from_euler("YX", rows[:, 3:5])
    T = take.T_world_forearm
    np.testing.assert_allclose(T[:, :3, :3], forearm.as_matrix() @ R_PALM_OURS, atol=1e-12)
    site = T[:, :3, 3] + palm.apply(GRASP_SITE)
    np.testing.assert_allclose(site, rows[:, PALM_POSITION], atol=1e-12)
    assert take.step == STEP and not any(name.startswith("ARR") for name in take.angles)


def test_a_step_of_its_own_counts(arrays):
    assert adroit_take(arrays | {"dt": np.array(0.02)}, 0).step == 0.02


def test_a_take_that_is_not_there_or_not_finite_is_refused(arrays):
    with pytest.raises(InputError, match="no take 2; the file has 0 to 1"):
        adroit_take(arrays, 2)
    arrays["obs_01"][0, 0] = np.nan
    with pytest.raises(InputError, match="not finite"):
        adroit_take(arrays, 1)


def test_the_take_that_is_asked_for_is_a_clip_of_our_hand(arrays):
    found = imported_take(arrays, Options(take=1))
    assert found.clip.n_frames == 4 and found.clip.hands[0].name == "right"
    assert found.report["take"] == 1 and found.report["takes"] == 2
