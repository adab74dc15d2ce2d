"""The world of a keyed arm: the object on a table or a post, and something where it is put."""

import numpy as np

from prehensile.control.arm.keyed import RUN_UP, KeyedArm
from prehensile.control.keyed.cut_out import cut_out_stand
from prehensile.control.keyed.plan import ArmPlan, palm_at, wrist_at
from prehensile.control.keyed.times import looked_at
from prehensile.control.place.stand import STAND, TABLE, TABLE_COLOR, TABLE_SIZE
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.segments import FOREARM, GROUPS
from prehensile.kinematics.capsules import hand_capsules, segment_capsules
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

REST = "rest"
"""name of what the object is put down on, where it is not the table"""
SAME_LEVEL = 0.002
"""[m] Heights that differ by less are one table's."""
SAME_PLACE = 0.04
"""[m] Nearer than this, one post does for both."""
FLOOR_FREE = 0.06
"""[m] that a forearm stays above the floor, if there is one"""
LONGEST = 0.98
"""[m] of a table: an object is no longer than 1 m"""
ROUND_IT = (0.35, 0.25, 0.18, 0.12, 0.08, 0.05, 0.03, 0.02)
"""[m] of table round the object, the widest first: it ends where the arm would run into it"""
BLOCK = 0.02
"""[m] by which a block is wider than what is put on it"""
EVERY = 4
"""One in so many of the path's samples is looked at for that."""


def arm_world(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    plan: ArmPlan,
    T_world_rest: np.ndarray | None,
) -> World:
    """A hand before its first key, and an object at rest.

    Args:
        hand: whose arm is driven.
        arm: along this path.
        obj: what is grasped.
        plan: where it stands, and how it is taken.
        T_world_rest: (4, 4) where it is put; nowhere if None.
    """
    T = plan.T_world_object
    foot = _foot(obj, T)
    if plan.on == "table":
        surfaces = _tables(hand, arm, obj, plan, T_world_rest)
    else:
        surfaces = _posts(hand, obj, plan, T_world_rest)
    lowest = float(arm.path.pose[:, 2].min())
    floor = lowest > FLOOR_FREE and foot[2] > TABLE_SIZE[2]
    start = arm.begin - RUN_UP
    return World(
        HandInScene(hand, forearm=arm.at(start).pose, q=_relaxed(hand, arm, plan)),
        [*surfaces, ObjectInScene(obj, pose=se3.to_pose7(T))],
        floor=bool(floor),
    )


def _relaxed(hand: Hand, arm: KeyedArm, plan: ArmPlan) -> np.ndarray:
    """(dof,) [rad] The style's neutral pose, the wrist as the path has it."""
    of_wrist = np.array([name in WRIST_JOINTS for name in hand.joint_names])
    return np.where(of_wrist, wrist_at(hand, arm, arm.begin), plan.style.neutral)


def _tables(
    hand: Hand, arm: KeyedArm, obj: Object, plan: ArmPlan, T_world_rest: np.ndarray | None
) -> list[ObjectInScene]:
    """A table below the object, and a block where it is put down at another level."""
    level, under = _foot(obj, plan.T_world_object)[2], _footprint(obj, plan.T_world_object)
    low = _low(hand, arm, plan, level)
    if T_world_rest is None:
        return [_table(under, level, low)]
    rest, there = _foot(obj, T_world_rest)[2], _footprint(obj, T_world_rest)
    both = np.concatenate([under, there])
    if abs(rest - level) < SAME_LEVEL and np.ptp(both, axis=0).max() + 2 * BLOCK < LONGEST:
        return [_table(both, level, low)]
    block = _slab(REST, there.min(axis=0) - BLOCK, there.max(axis=0) + BLOCK, rest)
    return [_table(under, level, low), block]


def _table(corners: np.ndarray, level: float, low: np.ndarray) -> ObjectInScene:
    """As wide a table as the arm leaves room for, below points (N, 2) [m].

    Args:
        corners: (N, 2) [m] what it must bear, world
        level: [m] of its top
        low: (M, 2) [m] where hand or forearm are below its top at some time
    """
    begin, end = corners.min(axis=0), corners.max(axis=0)

    def clear(margin: float) -> bool:
        below = ((low > begin - margin) & (low < end + margin)).all(axis=1)
        return (end - begin).max() + 2 * margin < LONGEST and not below.any()

    margin = next(filter(clear, ROUND_IT), ROUND_IT[-1])
    return _slab(TABLE, begin - margin, end + margin, level)


def _slab(name: str, begin: np.ndarray, end: np.ndarray, level: float) -> ObjectInScene:
    """A level board from one corner (2,) [m] to the other, its top at ``level`` [m]."""
    x, y = (0.5 * (begin + end)).tolist()
    size = (float(end[0] - begin[0]), float(end[1] - begin[1]), TABLE_SIZE[2])
    board = box(size, mass=10.0, color=TABLE_COLOR)
    return ObjectInScene(board, name, (x, y, level - size[2] / 2, 1, 0, 0, 0), fixed=True)


def _low(hand: Hand, arm: KeyedArm, plan: ArmPlan, level: float) -> np.ndarray:
    """(M, 2) [m] Points of hand and forearm that are below a level [m] on the path."""
    opened = hand_capsules(hand, plan.candidate.q_open, GROUPS, forearm=False)
    forearm = segment_capsules(hand.segments[FOREARM])
    found = []
    for time in looked_at(arm)[0][::EVERY].tolist():
        T_forearm = se3.from_pose7(arm.at(time).pose)
        for part in (opened.moved(palm_at(hand, arm, time)), forearm.moved(T_forearm)):
            for points in (part.start, part.end):
                found.append(points[points[:, 2] - part.radius < level][:, :2])
    return np.concatenate(found)


def _apart(T_world_object: np.ndarray, T_world_rest: np.ndarray) -> bool:
    return float(np.linalg.norm((T_world_rest - T_world_object)[:3, 3])) > SAME_PLACE


def _footprint(obj: Object, T: np.ndarray) -> np.ndarray:
    """(V, 2) [m] The object from above, world."""
    return se3.apply(T, obj.vertices)[:, :2]


def _foot(obj: Object, T: np.ndarray) -> np.ndarray:
    """(3,) [m] below the centre of mass, level with the lowest point; world."""
    vertices = se3.apply(T, obj.vertices)
    x, y, _ = se3.apply(T, obj.com)
    return np.array([x, y, vertices[:, 2].min()])


def _posts(
    hand: Hand, obj: Object, plan: ArmPlan, T_world_rest: np.ndarray | None
) -> list[ObjectInScene]:
    """What is left of a table without what is in the hand's way, and the same where it is put."""
    T = plan.T_world_object
    stand = cut_out_stand(obj, T, hand, plan.candidate, plan.way)
    if stand is None:
        return []
    post, T_post = stand
    posts = [ObjectInScene(post, STAND, se3.to_pose7(T_post), fixed=True)]
    if T_world_rest is not None and _apart(T, T_world_rest):
        T_rest = T_world_rest @ se3.inverse(T) @ T_post
        posts.append(ObjectInScene(post, REST, se3.to_pose7(T_rest), fixed=True))
    return posts
