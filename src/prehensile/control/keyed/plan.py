"""Where an object stands for a given wrist path, and how a style's hand takes it there.

The path is not touched. Either the object's place is known: then the hand closes on it as it is. Or
it is not: then the object, at rest on something level, is brought to the hand where the path stops.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.keyed.placement import GivenPalm, PathPlacement, PlacementAsIs
from prehensile.control.keyed.times import (
    ArmTimes,
    checked_release,
    grasp_stop,
    looked_at,
    meeting,
    release_time,
    thrown,
)
from prehensile.control.live.example import OPENING
from prehensile.control.place.approach import Wrist
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.resting import resting
from prehensile.control.place.stand import On
from prehensile.control.place.style_candidates import style_candidates
from prehensile.control.place.surroundings import surroundings
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.world.objects.object import Object

OUT_OF_REACH = 0.03
"""[m] An open hand that stays further from the object than this does not grasp it."""
COARSE = 4
"""Distances are looked at in every this many of the path's samples."""
LOOKED_AT = (0.005, 0.012, 0.022, 0.035, 0.05, 0.07, 0.1, 0.14, 0.2, 0.3)
"""[m] of the palm from where it grasps, at which the way is looked at"""
SAME_WAY = 0.004
"""Palms whose matrices differ less are looked at once."""


class ArmPlan(NamedTuple):
    """One way of filling in the fingers."""

    style: GraspStyle
    """of the hand"""
    candidate: Candidate
    T_world_object: np.ndarray
    """(4, 4) where the object stands"""
    times: ArmTimes
    on: On
    way: np.ndarray
    """(W, 4, 4) palms on the way in and out, in the frame of the palm that grasps"""


def arm_times(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    T_world_object: np.ndarray | None,
    release: float | None,
    rng: np.random.Generator,
    style: GraspStyle,
) -> ArmTimes:
    """When a path grasps and lets go.

    Args:
        hand: that grasps.
        arm: the path.
        obj: what to grasp; it must be loose.
        T_world_object: (4, 4) where it stands; where the path stops if None.
        release: [s] on the path's clock; found if None.
        rng: for points on the surface.
        style: whose open hand comes near.

    Raises:
        InputError: the path does not come near the object, or does not show where to grasp.
    """
    if obj.mount is not None:
        raise InputError(
            f"the {obj.name} is mounted; a wrist's path carries loose things only: choose another."
        )
    if T_world_object is None:
        stop = grasp_stop(arm)
    else:
        near = _distances(hand, arm, obj, T_world_object, rng, style)
        stop = meeting(arm, *near, OUT_OF_REACH)
    if release is None:
        return ArmTimes(stop.begin, stop.end, release_time(arm, stop.end, OPENING))
    return ArmTimes(stop.begin, stop.end, checked_release(arm, release, stop.end))


def arm_plans(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    T_world_object: np.ndarray | None,
    times: ArmTimes,
    styles: Sequence[GraspStyle],
    on: On,
    rng: np.random.Generator,
    most: int = 8,
) -> list[ArmPlan]:
    """Ways to grasp along a path, most promising first; none if no hand fits.

    Args:
        hand: that grasps.
        arm: the path.
        obj: what to grasp; it must be loose.
        T_world_object: (4, 4) where it stands; found if None.
        times: when it grasps and lets go.
        styles: of this hand, best first.
        on: what the object rests on.
        rng: for points on the surface.
        most: as many at most, of each style.
    """
    T_world_palm = palm_at(hand, arm, middle(times))
    resting_so = T_world_object
    if resting_so is None:
        resting_so = np.eye(4)
        resting_so[:3, :3] = resting(obj)
    as_is = None if T_world_object is None else se3.inverse(T_world_object) @ T_world_palm
    given = given_palm(hand, arm, times, resting_so[:3, :3], as_is)
    laid = partial(PathPlacement if T_world_object is None else PlacementAsIs, given)
    plans: list[ArmPlan] = []
    for style in styles:
        for c in style_candidates(style, hand, obj, resting_so, rng, most, on, laid, shape=False):
            T = T_world_palm @ se3.inverse(c.T_object_palm)
            # A hand that is in the object already, where that is given, grips at once.
            near = replace(c, gap=max(c.gap, 0.0))
            plans.append(ArmPlan(style, near, T, times, on, given.way))
    return plans


def given_palm(
    hand: Hand,
    arm: KeyedArm,
    times: ArmTimes,
    R_world_object: np.ndarray,
    T_object_palm: np.ndarray | None = None,
) -> GivenPalm:
    """What a path says of the palm that grasps.

    Args:
        hand: that grasps.
        arm: the path.
        times: when it grasps and lets go.
        R_world_object: (3, 3) how the object rests
        T_object_palm: (4, 4) if it is known where it stands
    """
    there = middle(times)
    return GivenPalm(
        palm_at(hand, arm, there)[:3, :3],
        R_world_object,
        _wrist(hand, arm, there),
        _way(hand, arm, times),
        T_object_palm,
    )


def palm_at(hand: Hand, arm: KeyedArm, time: float) -> np.ndarray:
    """``T_world_palm`` (4, 4) on the path, wrist angles included."""
    return palm_transform(hand, wrist_at(hand, arm, time), se3.from_pose7(arm.at(time).pose))


def wrist_at(hand: Hand, arm: KeyedArm, time: float) -> np.ndarray:
    """(dof,) [rad] of a hand whose wrist is bent as on the path."""
    q = np.zeros(hand.dof)
    for name, angle in zip(WRIST_JOINTS, arm.wrist(time), strict=True):
        if name in hand.joint_names:
            q[hand.joint_index(name)] = angle
    return q


def middle(times: ArmTimes) -> float:
    """[s] of the stop at which it grasps."""
    return 0.5 * (times.arrive + times.depart)


def _wrist(hand: Hand, arm: KeyedArm, time: float) -> Wrist:
    joints = np.array([hand.joint_index(n) for n in WRIST_JOINTS if n in hand.joint_names], int)
    return Wrist.of(hand, wrist_at(hand, arm, time), joints)


def _way(hand: Hand, arm: KeyedArm, times: ArmTimes) -> np.ndarray:
    """(W, 4, 4) Palms on the way in, and on the way out, from the palm that grasps or lets go."""
    all_times = looked_at(arm)[0]
    found = _along(hand, arm, all_times[all_times < times.arrive][::-1], middle(times))
    if times.release is not None and not thrown(arm, times.release):
        later = all_times[all_times > times.release + OPENING]
        for T in _along(hand, arm, later, times.release + OPENING):
            if min(np.abs(T - other).max() for other in found) > SAME_WAY:
                found.append(T)
    return np.array(found).reshape(-1, 4, 4)


def _along(hand: Hand, arm: KeyedArm, times: np.ndarray, there: float) -> list[np.ndarray]:
    """Palms (4, 4) in the frame of the one at a time ``there``, at the distances of `LOOKED_AT`."""
    T_palm = se3.inverse(palm_at(hand, arm, there))
    palms = [T_palm @ palm_at(hand, arm, t) for t in times.tolist()]
    away = np.array([np.linalg.norm(T[:3, 3]) for T in palms])
    return [palms[int(np.argmax(away >= d))] for d in LOOKED_AT if (away >= d).any()]


def _distances(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    T_world_object: np.ndarray,
    rng: np.random.Generator,
    style: GraspStyle,
) -> tuple[np.ndarray, np.ndarray]:
    """Times (N,) [s], and how far the open hand is then from the object (N,) [m].

    Raises:
        InputError: it never comes near.
    """
    scene = surroundings(obj, T_world_object, rng, "post")
    opened = hand_capsules(hand, style.poses(hand)[0], GROUPS)
    times, T_object = looked_at(arm)[0][::COARSE], se3.inverse(T_world_object)
    distance = np.array(
        [scene.surface.gap(opened, T_object @ palm_at(hand, arm, t)) for t in times.tolist()]
    )
    nearest = int(distance.argmin())
    if distance[nearest] > OUT_OF_REACH:
        raise InputError(
            f"the path never comes near the {obj.name}: the open hand is {distance[nearest]:.2f} m "
            f"away at best, at {times[nearest]:.2f} s; move the object (--at X,Y,Z) or the path."
        )
    return times, distance
