"""What a candidate comes to for an object on its stand."""

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake, Straight
from prehensile.control.live.grasp_motion import grasp_motion
from prehensile.control.place.stand import stand_pose
from prehensile.lie import se3, so3
from prehensile.world.catalogue import load_object


@pytest.fixture
def candidate(rng, make_candidate):
    def make(pose="medium_wrap"):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = so3.random(rng), rng.normal(size=3)
        forearm = T @ se3.exp(0.1 * rng.normal(size=6))
        return make_candidate(T, [0, 0, 0.13], pose=pose, T_object_forearm=forearm)

    return make


def test_the_forearm_goes_where_the_candidate_has_it(candidate):
    obj, way = load_object("mug"), candidate()
    motion = grasp_motion(obj, way, 12.0)
    T_world_object = se3.from_pose7(stand_pose(obj))
    forearm = T_world_object @ way.T_object_forearm
    np.testing.assert_allclose(se3.from_pose7(motion.forearm), forearm, atol=1e-12)
    back = (T_world_object @ way.T_object_palm)[:3, :3] @ way.approach
    np.testing.assert_allclose(motion.start[:3] - motion.forearm[:3], back)
    np.testing.assert_array_equal(motion.start[3:], motion.forearm[3:])


def test_only_power_grasps_close_the_thumb_last(candidate):
    obj = load_object("mug")
    assert grasp_motion(obj, candidate(), 5.0).thumb_last
    assert not grasp_motion(obj, candidate("tip_pinch"), 5.0).thumb_last


def test_it_lifts_unless_it_is_to_do_something_else(candidate):
    obj, shake = load_object("mug"), Shake(np.eye(3)[0])
    assert isinstance(grasp_motion(obj, candidate(), 5.0).carry, Straight)
    assert grasp_motion(obj, candidate(), 5.0, shake).carry is shake
