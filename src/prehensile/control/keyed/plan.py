"""Where an object stands for a given wrist path, and which hand shape takes it there.

The path is not touched. Either the object's place is known: then every pose of the corpus is closed
on it as it is. Or it is not: then the object, upright, is put into the hand where the path stops.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.keyed.times import (
    ArmTimes,
    Stop,
    checked_release,
    grasp_stop,
    looked_at,
    meeting,
    release_time,
)
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.graspable import Section, sections
from prehensile.control.place.placement import TURNS, Placement, open_pose
from prehensile.control.place.surroundings import Surroundings, surroundings
from prehensile.errors import InputError, PrehensileError
from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.world.objects.object import Object

OUT_OF_REACH = 0.03
"""[m] An open hand that stays further from the object than this does not grasp it."""
LEANS = np.cos(np.radians(35))
"""Cosine of the angle that an object's axis may lie off the one a pose is made for."""
UNLIKELY = -10.0
"""score of a shape that the planner would not have chosen"""
KNOCKS = 1.0
"""Score that it costs to run into the object; a hand that is quick may still grasp it"""
WAY_IN, LOOKS = 0.5, 8
"""[s] before it arrives, and at how many moments, a hand is asked whether it knocks"""
COARSE = 4
"""Distances are looked at in every this many of the path's samples."""


class ArmPlan(NamedTuple):
    """One way of filling in the fingers."""

    candidate: Candidate
    T_world_object: np.ndarray
    """(4, 4) where the object stands"""
    times: ArmTimes


def arm_plans(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    T_world_object: np.ndarray | None,
    release: float | None,
    rng: np.random.Generator,
    most: int = 6,
) -> list[ArmPlan]:
    """Ways to grasp along a path, most promising first.

    Args:
        hand: that grasps.
        arm: the path.
        obj: what to grasp; it must be loose.
        T_world_object: (4, 4) where it stands; found if None.
        release: [s] on the path's clock; found if None.
        rng: for points on the surface.
        most: as many at most.

    Raises:
        InputError: the path does not come near the object, or does not show where to grasp.
        PrehensileError: no pose of the corpus fits the object where the path stops.
    """
    if obj.mount is not None:
        raise InputError(
            f"the {obj.name} is mounted; a wrist's path carries loose things only: choose another."
        )
    if T_world_object is None:
        return _placed_by_us(hand, arm, obj, release, rng, most)
    stop = meeting(arm, *_distances(hand, arm, obj, T_world_object, rng), OUT_OF_REACH)
    times = _times(arm, stop, release)
    T_object_palm = se3.inverse(T_world_object) @ palm_at(hand, arm, _middle(stop))
    scene = surroundings(obj, T_world_object, rng, "post")
    found: list[Candidate] = []
    for entry in corpus().values():
        if entry.object is not None and entry.thumb == "abducted":
            placement = PlacementAsIs(hand, entry, entry.object, scene)
            found += placement.at(T_object_palm)
    if not found:
        raise PrehensileError(
            f"no finger reaches the {obj.name} where the path meets it, at {stop.begin:.2f} s: "
            "move it (--at X,Y,Z) or leave its place out, and it is put into the hand."
        )
    found.sort(key=lambda c: -c.score)
    return [ArmPlan(c, T_world_object, times) for c in found[:most]]


def palm_at(hand: Hand, arm: KeyedArm, time: float) -> np.ndarray:
    """``T_world_palm`` (4, 4) on the path, wrist angles included."""
    q = np.zeros(hand.dof)
    for name, angle in zip(WRIST_JOINTS, arm.wrist(time), strict=True):
        if name in hand.joint_names:
            q[hand.joint_index(name)] = angle
    return palm_transform(hand, q, se3.from_pose7(arm.at(time).pose))


def _placed_by_us(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    release: float | None,
    rng: np.random.Generator,
    most: int,
) -> list[ArmPlan]:
    stop = grasp_stop(arm)
    times = _times(arm, stop, release)
    T_world_palm = palm_at(hand, arm, _middle(stop))
    scene = surroundings(obj, np.eye(4), rng, "post")
    slices = sections(obj, scene.points)
    found: list[Candidate] = []
    for entry in corpus().values():
        if entry.object is not None and entry.thumb == "abducted":
            placement = PlacementAtYaw(hand, entry, entry.object, scene)
            placement.R_world_palm = T_world_palm[:3, :3]
            found += placement.candidates(slices)[: max(most // 2, 1)]
    if not found:
        raise PrehensileError(
            f"no pose of the corpus takes the {obj.name} with the palm as it is at "
            f"{stop.begin:.2f} s: turn the wrist there, or say where the object stands "
            "(--at X,Y,Z)."
        )
    plans = [ArmPlan(c, T_world_palm @ se3.inverse(c.T_object_palm), times) for c in found]
    worth = [p.candidate.score - KNOCKS * _knocks(hand, arm, p, scene.points) for p in plans]
    return [plans[k] for k in np.argsort(worth)[::-1][:most]]


def _knocks(hand: Hand, arm: KeyedArm, plan: ArmPlan, points: np.ndarray) -> bool:
    """Whether the open hand would run into the object on its way in."""
    opened = hand_capsules(hand, plan.candidate.q_open, GROUPS)
    way = np.linspace(plan.times.arrive - WAY_IN, plan.times.arrive, LOOKS)
    return any(
        opened.distance(
            se3.apply(se3.inverse(palm_at(hand, arm, t)) @ plan.T_world_object, points)
        ).min()
        < 0
        for t in way[way >= arm.begin].tolist()
    )


class PlacementAtYaw(Placement):
    """Palms that are turned as the path has them; the upright object stands at any yaw."""

    closed_per_pose = 3
    R_world_palm: np.ndarray

    def placements(self, slices: list[Section]) -> Iterator[tuple[float, np.ndarray]]:
        """Every section of the object in the hand, at every yaw at which their axes agree."""
        centre, axis = self.virtual_object()
        for s in slices:
            fit = abs(np.log(max(s.radius, 0.003) / self.thing.size[0]))
            if fit > self.worst_fit:
                continue
            score = -1.5 * fit - self.misshape(s) + (0.4 if self.entry.kind == "power" else 0.0)
            for yaw in np.arange(TURNS) * 2 * np.pi / TURNS:
                T = np.eye(4)
                T[:3, :3] = so3.exp(np.array([0.0, 0.0, -yaw])) @ self.R_world_palm
                along = abs(float((T[:3, :3] @ axis) @ s.axis))
                if self.thing.shape != "sphere" and along < LEANS:
                    continue
                T[:3, 3] = s.centre - T[:3, :3] @ centre
                lean = 0.0 if self.thing.shape == "sphere" else 2 * (1 - along)
                yield score - lean, T


class PlacementAsIs(Placement):
    """One palm pose, taken as it is."""

    def at(self, T_object_palm: np.ndarray) -> list[Candidate]:
        """The shape closed there, if a digit meets anything."""
        found = self.close(0.0, T_object_palm, self.shut(T_object_palm))
        return [found] if found is not None else self._anyway(T_object_palm)

    def _anyway(self, T: np.ndarray) -> list[Candidate]:
        """What would be refused if there were a choice."""
        points = se3.apply(se3.inverse(T), self.scene.points)
        shut = self.shut(T)
        touching = int(shut.meets.sum())
        if not touching:
            return []
        return [
            Candidate(
                self.entry.name,
                self.q_open,
                self.q_closed,
                T,
                T,
                np.zeros(3),
                UNLIKELY + touching,
                touching,
                shut.at,
                shut.presses,
                float(self.opened.distance(points).min()),
            )
        ]


def _distances(
    hand: Hand, arm: KeyedArm, obj: Object, T_world_object: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Times (N,) [s], and how far the open hand is then from the object (N,) [m].

    Raises:
        InputError: it never comes near.
    """
    scene: Surroundings = surroundings(obj, T_world_object, rng, "post")
    opened = hand_capsules(hand, open_pose(hand, corpus_pose("medium_wrap")), GROUPS)
    times = looked_at(arm)[0][::COARSE]
    distance = np.array(
        [
            opened.distance(
                se3.apply(se3.inverse(palm_at(hand, arm, t)) @ T_world_object, scene.points)
            ).min()
            for t in times.tolist()
        ]
    )
    nearest = int(distance.argmin())
    if distance[nearest] > OUT_OF_REACH:
        raise InputError(
            f"the path never comes near the {obj.name}: the open hand is {distance[nearest]:.2f} m "
            f"away at best, at {times[nearest]:.2f} s; move the object (--at X,Y,Z) or the path."
        )
    return times, distance


def _times(arm: KeyedArm, stop: Stop, release: float | None) -> ArmTimes:
    if release is not None:
        release = checked_release(arm, release, stop.end)
    else:
        release = release_time(arm, stop.end)
    return ArmTimes(stop.begin, stop.end, release)


def _middle(stop: Stop) -> float:
    return 0.5 * (stop.begin + stop.end)
