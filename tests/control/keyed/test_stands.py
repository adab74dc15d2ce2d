"""What an object rests on along a path."""

import numpy as np
import pytest
from tests.control.keyed.lowest import lowest

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.keyed.put_down import put_down_pose
from prehensile.control.keyed.stands import REST, arm_world
from prehensile.control.place.stand import STAND, TABLE
from prehensile.lie import se3
from prehensile.motion.mocap.wrist_path import WristPath


def _world(hand, arm, thing, plan, rise=0.0):
    T = put_down_pose(hand, arm, thing, plan)
    assert T is not None
    T[2, 3] += rise
    return arm_world(hand, arm, thing, plan, T), T


def _top(world, name):
    thing = next(o for o in world.objects if o.name == name)
    return lowest(thing.object, se3.from_pose7(np.array(thing.pose))) + np.ptp(
        thing.object.vertices[:, 2]
    )


def test_one_table_for_both_places(hand, arm, thing, plans):
    plan = plans["table"][0]
    world, _ = _world(hand, arm, thing, plan)
    assert [o.name for o in world.objects] == [TABLE, thing.name]
    assert _top(world, TABLE) == pytest.approx(lowest(thing, plan.T_world_object), abs=1e-9)


def test_a_block_where_it_is_put_at_another_height(hand, arm, thing, plans):
    world, T = _world(hand, arm, thing, plans["table"][0], rise=0.05)
    assert _top(world, REST) == pytest.approx(lowest(thing, T), abs=1e-9)


@pytest.mark.parametrize("on", ["table", "post"])
@pytest.mark.parametrize("height", [0.0, 1.0, 1.4])
def test_it_stands_freely_at_any_height(hand, arm, thing, plans, on, height):
    """Nothing holds it, and after half a second it is where it was."""
    shift = np.array([0, 0, height, 0, 0, 0, 0])
    high = KeyedArm(WristPath(arm.path.time, arm.path.pose + shift, arm.path.side))
    plan = plans[on][0]
    T = plan.T_world_object.copy()
    T[2, 3] += height
    world, _ = _world(hand, high, thing, plan._replace(T_world_object=T))
    for _ in range(60):
        assert thing.name not in world.step().aided
    moved, turned = se3.apart(T, se3.from_pose7(world.object_pose(thing.name)))
    assert moved < 1e-3 and turned < np.radians(0.5)


def test_the_table_ends_where_the_arm_comes_from_below(hand, arm, thing, plans):
    """A hand that starts under the table's level does not start inside it."""
    plan = plans["table"][0]
    pose = arm.path.pose.copy()
    low = arm.path.time < 0.5
    pose[low, :3] = [-0.25, -0.36, 0.1]
    world, _ = _world(hand, KeyedArm(WristPath(arm.path.time, pose, "right")), thing, plan)
    table = next(o for o in world.objects if o.name == TABLE)
    edge = np.array(table.pose)[:2] - table.object.extents[:2] / 2
    assert (edge > [-0.25, -0.36]).any()


def test_a_post_keeps_off_the_hand(hand, arm, thing, plans):
    world, _ = _world(hand, arm, thing, plans["post"][0])
    names = [o.name for o in world.objects]
    assert names == [STAND, REST, thing.name]
