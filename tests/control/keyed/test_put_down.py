"""Where a path puts something."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.control.keyed.lowest import lowest

from prehensile.control.experiments.reach_path import GRASP, PLACE
from prehensile.control.keyed.put_down import put_down_pose, straightened
from prehensile.lie import se3
from prehensile.world.objects.primitives import box


def test_it_is_put_as_far_as_the_path_goes(hand, arm, thing, plans):
    plan = plans["table"][0]
    T = put_down_pose(hand, arm, thing, plan)
    assert T is not None
    moved = T[:3, 3] - plan.T_world_object[:3, 3]
    np.testing.assert_allclose(moved, np.subtract(PLACE, GRASP), atol=1e-3)


def test_what_is_thrown_or_never_let_go_of_is_not_put(hand, arm, thing, plans):
    plan = plans["table"][0]
    for release in (None, 3.1):
        other = plan._replace(times=plan.times._replace(release=release))
        assert put_down_pose(hand, arm, thing, other) is None


def test_a_leaning_box_is_made_to_stand_on_its_lowest_corner():
    obj, T = box((0.04, 0.06, 0.1), 0.1), np.eye(4)
    T[:3, :3] = Rotation.from_euler("zyx", [30, 9, -6], degrees=True).as_matrix()
    T[:3, 3] = 0.2, 0.1, 0.5
    found = straightened(obj, T, np.array([0.0, 0.0, 1.0]))
    np.testing.assert_allclose(found[2, :3], [0, 0, 1], atol=1e-12)
    assert lowest(obj, found) == pytest.approx(lowest(obj, T), abs=1e-12)
    corner = obj.vertices[se3.apply(T, obj.vertices)[:, 2].argmin()]
    np.testing.assert_allclose(se3.apply(found, corner), se3.apply(T, corner), atol=1e-12)
