"""One hand shape laid against an object, seated, and closed until its digits would touch."""

from collections.abc import Iterator
from copy import copy
from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.control.place.candidate import Candidate
from prehensile.control.place.graspable import (
    Section,
    perpendicular,
)
from prehensile.control.place.surroundings import Surroundings
from prehensile.hand.corpus import CorpusPose, GraspObject
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.hand.segments import FOREARM, GROUPS, Capsule
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.transfer import carried_over
from prehensile.lie import se3

TURNS = 16
"""Angles about the object's axis."""
WORST_FIT = 0.9
"""Largest |log| of the object's radius over the pose's."""
STEPS = 12
"""Closing is sampled this finely to find where each digit touches."""
CLOSED_PER_POSE = 12
"""Closing is costly to sample: only this many placements of a pose are closed."""
OVERCLOSE = 0.6
"""[rad] Each joint may close this far past the corpus pose."""
PALM_GAP = 0.0015
"""[m] left between palm and surface for power grasps"""
CLEARANCE = 0.003
"""[m] that the open hand keeps from everything on its way in"""
STILL_CLEAR = 0.0015
"""[m] that it still keeps where it grasps; the surface is only sampled"""
EASING = 8
"""Small moves in which a hand that touches is eased off until it is clear."""
FARTHEST = 0.03
"""[m] from where the pose belongs"""
TOUCHING = 0.0005
"""[m] at which a closing digit counts as touching"""
TABLE_TOUCH = 0.0005
"""[m] by which a closing digit may seem to enter the table: fingertips may touch it"""
FOREARM_CLEARANCE = 0.005
"""[m] that the forearm keeps from the table"""
BENT = {"wrist_flex": range(-60, 75, 15), "wrist_dev": (-15, 0, 15)}
"""[degrees] in which the wrist is tried"""
APPROACH = 0.13
"""[m] over which the hand comes"""
APPROACHES = ((0, 0, 1), (-0.5, 0, 0.87), (-0.87, 0, 0.5), (-1, 0, 0), (-0.6, 0.5, 0.6),
              (-0.6, -0.5, 0.6), (0, 0.5, 0.87), (0, -0.5, 0.87))  # fmt: skip
"""Ways to back off from the grasp, palm frame (+z: away from the palm; −x: towards the arm)"""
SWEPT = (0.015, 0.03, 0.05, 0.075, 0.1, APPROACH)
"""[m] along the way, where the open hand must be clear of object and stand"""
MEAN_LENGTH = 0.181
"""[m] of the hand the corpus was fitted to"""


def open_pose(hand: Hand, entry: CorpusPose) -> np.ndarray:
    """The corpus pose with the fingers opened and the thumb out of the way. (dof,) [rad]"""
    q = entry.q.copy()
    for i, name in enumerate(JOINT_NAMES):
        if name.startswith("thumb"):
            q[i] += {"thumb_cmc_abd": 0.1, "thumb_cmc_flex": -0.5}.get(name, -0.6 * abs(q[i]) - 0.1)
        elif name.endswith("flex"):
            q[i] *= 0.25 if "mcp" in name else 0.45
    return np.clip(carried_over(hand, q), hand.lower, hand.upper)


class Placement:
    """One pose, tried at many places of one object.

    Args:
        hand: that is laid there.
        entry: the closed pose.
        thing: what it is meant for.
        scene: what is there.
        q_open: (dof,) [rad] the open pose; made from the closed one if left out.
        travel: (dof,) [rad] from there to where the closing ends, at most.
    """

    closed_per_pose = CLOSED_PER_POSE
    looked_at_per_pose: int | None = None
    """placements at most, if that matters"""
    worst_fit = WORST_FIT

    def __init__(
        self,
        hand: Hand,
        entry: CorpusPose,
        thing: GraspObject,
        scene: Surroundings,
        q_open: np.ndarray | None = None,
        travel: np.ndarray | None = None,
    ):
        self.hand, self.entry, self.thing, self.scene = hand, entry, thing, scene
        self.q_open = open_pose(hand, entry) if q_open is None else q_open
        self.palm = hand_capsules(hand, self.q_open, ("palm",), forearm=False)
        self.opened = hand_capsules(hand, self.q_open, GROUPS, forearm=False)
        self.wrists = wrists(hand)
        flexes = [n.endswith("flex") and "wrist" not in n for n in hand.joint_names]
        self.q_closed = carried_over(hand, entry.q)
        if travel is None:
            travel = self.q_closed + OVERCLOSE * np.array(flexes) - self.q_open
        path = self.q_open + np.linspace(0, 1, STEPS)[:, None] * travel
        self.moving = [hand_capsules(hand, path, (digit,)) for digit in DIGITS]

    def with_thing(self, entry: CorpusPose, thing: GraspObject) -> "Placement":
        """The same hand opening and closing alike, for another virtual object."""
        other = copy(self)
        other.entry, other.thing = entry, thing
        return other

    def candidates(self, slices: list[Section]) -> list[Candidate]:
        """What survives, from the most promising placements on."""
        placed = sorted(self.placements(slices), key=lambda item: -item[0])
        found: list[Candidate] = []
        for score, T in placed[: self.looked_at_per_pose]:
            candidate = self.close(score, T)
            if candidate is not None:
                found.append(candidate)
            if len(found) == self.closed_per_pose:
                break
        return found

    def virtual_object(self) -> tuple[np.ndarray, np.ndarray]:
        """Centre (3,) [m] and axis (3,) of what the pose is meant for, palm frame of this hand."""
        # A left hand meets the mirror image.
        mirror = np.array([1.0, 1.0 if self.hand.side == "right" else -1.0, 1.0])
        centre = self.thing.centre * mirror * (self.hand.length / MEAN_LENGTH)
        return centre, self.thing.axis * mirror

    def placements(self, slices: list[Section]) -> Iterator[tuple[float, np.ndarray]]:
        """Palm poses (4, 4) in the object frame, with a first score."""
        (centre, axis), facing = self.virtual_object(), np.array([0.0, 0.0, -1.0])
        if self.thing.shape == "sphere":
            axis = np.array([0.0, 1.0, 0.0])  # any will do; across the palm reads well
        R_palm = basis(axis, facing if abs(axis @ facing) < 0.9 else np.array([1.0, 0, 0]))
        for s in slices:
            fit = abs(np.log(max(s.radius, 0.003) / self.thing.size[0]))
            if fit > self.worst_fit:
                continue
            score = -1.5 * fit - self.misshape(s) + (0.4 if self.entry.kind == "power" else 0.0)
            e1, e2 = perpendicular(s.axis)
            for turn, sign in product(np.arange(TURNS) * 2 * np.pi / TURNS, (1, -1)):
                R_object = basis(sign * s.axis, np.cos(turn) * e1 + np.sin(turn) * e2)
                T = np.eye(4)
                T[:3, :3] = R_object @ R_palm.T
                T[:3, 3] = s.centre - T[:3, :3] @ centre
                yield score + self.posture(T), T

    def misshape(self, s: Section) -> float:
        """What it costs that the object is longer or flatter there than the pose expects."""
        aspect = s.length / (2 * s.radius)
        if self.thing.shape == "sphere":
            return 1.2 * abs(np.log(aspect))
        if self.thing.shape == "disk":
            return 1.2 * max(0.0, np.log(aspect / 0.5))
        return 1.2 * max(0.0, -np.log(aspect / 1.0))

    def posture(self, T: np.ndarray) -> float:
        """People grasp with the thumb up or the palm down, and not from below."""
        up = self.scene.up
        thumb = T[:3, 1] * (1.0 if self.hand.side == "right" else -1.0)
        natural = max(float(thumb @ up), float(T[:3, 2] @ up))
        return 0.5 * natural - 1.2 * max(0.0, float(T[:3, 0] @ up) - 0.3)

    def close(self, score: float, T: np.ndarray) -> Candidate | None:
        """Seat the palm, find a way in, close the digits; None if any of it fails."""
        seated = self.seat(T)
        if seated is None:
            return None
        T, T_palm = seated, se3.inverse(seated)
        points, stand = se3.apply(T_palm, self.scene.points), se3.apply(T_palm, self.scene.stand)
        if self.opened.distance(stand).min(initial=np.inf) < CLEARANCE:
            return None
        wrist = self.wrist(T, np.concatenate([points, stand]))
        if wrist is None:
            return None
        closed_at, push, where = self.contacts(points, self.scene.normals @ T[:3, :3])
        room = self.room(T)
        blocked = closed_at > room
        closed_at[blocked], push[blocked] = np.nan, 0.0
        touching = np.isfinite(closed_at)
        if not self.enough(touching):
            return None
        whole = Capsules(*map(np.concatenate, zip(self.opened, wrist.forearm, strict=True)))
        above = float(self.scene.above_table(whole.moved(T)).min())
        rise = self.scene.up @ T[:3, :3]
        approach = _way_in(whole, np.concatenate([points, stand]), above, rise)
        if approach is None:
            return None
        q_open, q_closed = self.q_open.copy(), self.q_closed.copy()
        q_open[wrist.joints] = q_closed[wrist.joints] = wrist.angles
        # Pushes that cancel: the shorter their sum beside their count, the better they oppose.
        total = push.sum(axis=0)
        if self.entry.kind == "power":
            total[2] = min(total[2], 0.0)  # what presses towards the palm, the palm bears
        balance = np.linalg.norm(total) / touching.sum()
        wanted = np.array([d in self.thing.touch for d in DIGITS])
        score += 2.0 * (touching & wanted).sum() / wanted.sum() + 0.3 * touching.sum()
        score -= 1.5 * balance
        promise = self.promise(T, closed_at, where, points)
        score += promise.worth
        return Candidate(
            self.entry.name,
            q_open,
            q_closed,
            T,
            T @ wrist.T_palm_forearm,
            approach,
            float(score),
            int(touching.sum()),
            closed_at,
            room,
            float(self.opened.distance(points).min()),
            promise.need,
        )

    def wrist(self, T: np.ndarray, obstacles: np.ndarray) -> "Wrist | None":
        """The least bent wrist that keeps the forearm clear of everything; None if none does.

        Args:
            T: (4, 4) of the palm, object frame
            obstacles: (N, 3) [m] palm frame
        """
        for wrist in self.wrists:
            above = self.scene.above_table(wrist.forearm.moved(T))
            if above.min() < FOREARM_CLEARANCE:
                continue
            if wrist.forearm.distance(obstacles).min(initial=np.inf) > CLEARANCE:
                return wrist
        return None

    def promise(
        self, T: np.ndarray, closed_at: np.ndarray, where: np.ndarray, points: np.ndarray
    ) -> "Promise":
        """More to the score, for where the digits will touch.

        Args:
            T: (4, 4) of the palm, object frame
            closed_at: (5,) share of its way at which each digit touches, NaN if it does not
            where: (5,) which of the surface points it touches
            points: (N, 3) [m] of the surface, palm frame
        """
        return Promise(0.0, np.nan)

    def enough(self, touching: np.ndarray) -> bool:
        """Whether these digits (5,) can hold anything: the thumb against a finger."""
        return bool(touching[0]) and touching.sum() >= 2

    def seat(self, T: np.ndarray) -> np.ndarray | None:
        """Bring the palm up to the surface, then ease the open hand off whatever it touches.

        Power grasps come as near as they can; the others only back off where they must. None if
        no clear place is found near where the pose belongs.
        """
        local = se3.apply(se3.inverse(T), self.scene.points)
        gap = float(self.palm.distance(local).min())
        move = PALM_GAP - gap if self.entry.kind == "power" or gap < PALM_GAP else 0.0
        return self.ease(T, move)

    def ease(self, start: np.ndarray, move: float) -> np.ndarray | None:
        """Back off by ``move`` [m], then out of whatever the open hand still touches."""
        T = start.copy()
        T[:3, 3] += move * T[:3, 2]  # the palm faces −z: backing off is along +z
        for _ in range(EASING):
            low = float(self.scene.above_table(self.opened.moved(T)).min())
            if low < STILL_CLEAR:
                T[:3, 3] += (STILL_CLEAR + 0.0003 - low) * self.scene.up
                continue
            gap, out = self.opened.deepest(se3.apply(se3.inverse(T), self.scene.points))
            if gap >= STILL_CLEAR:
                break
            T[:3, 3] -= (STILL_CLEAR + 0.0003 - gap) * (T[:3, :3] @ out)
        else:
            return None
        return T if np.linalg.norm(T[:3, 3] - start[:3, 3]) < FARTHEST else None

    def room(self, T: np.ndarray) -> np.ndarray:
        """(5,) share of its way that each digit can go before it meets the table."""
        room = np.ones(len(DIGITS))
        for d, capsules in enumerate(self.moving):
            if len(capsules.radius):
                above = self.scene.above_table(capsules.moved(T)).reshape(STEPS, -1).min(axis=1)
                below = np.flatnonzero(above < -TABLE_TOUCH)
                if below.size:
                    room[d] = max(int(below[0]) - 1, 0) / (STEPS - 1)
        return room

    def contacts(
        self, points: np.ndarray, normals: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where on their way digits meet the surface (5,), NaN where not, their unit pushes (5, 3),
        palm frame, and which of the points they meet (5,).
        """
        closed_at = np.full(len(DIGITS), np.nan)
        push = np.zeros((len(DIGITS), 3))
        where = np.zeros(len(DIGITS), dtype=int)
        for d, capsules in enumerate(self.moving):
            if not len(capsules.radius):
                continue  # a loaded hand may lack a digit
            distance = capsules.distance(points).reshape(len(points), STEPS, -1).min(axis=2)
            met = np.flatnonzero(distance.min(axis=0) < TOUCHING)
            if met.size:
                closed_at[d] = met[0] / (STEPS - 1)
                where[d] = distance[:, met[0]].argmin()
                push[d] = -normals[where[d]]
        return closed_at, push, where


class Promise(NamedTuple):
    """What the places say where digits will touch."""

    worth: float
    """points of the score"""
    need: float
    """see `Candidate.need`"""


class Wrist(NamedTuple):
    """A bent wrist, and the forearm behind it."""

    joints: np.ndarray
    """(2,) which of the hand's joints"""
    angles: np.ndarray
    """(2,) [rad]"""
    forearm: Capsules
    """palm frame"""
    T_palm_forearm: np.ndarray
    """(4, 4)"""


def wrists(hand: Hand) -> list[Wrist]:
    """Ways to bend the wrist within its limits, the least bent first."""
    joints = np.array([hand.joint_names.index(n) for n in BENT if n in hand.joint_names], int)
    grids = [np.radians(BENT[hand.joint_names[k]]) for k in joints]
    found = []
    for angles in sorted(product(*grids), key=lambda a: float(np.abs(a).sum())):
        q = np.zeros(hand.dof)
        q[joints] = np.clip(angles, hand.lower[joints], hand.upper[joints])
        T = se3.inverse(palm_transform(hand, q))
        shapes = [s for s in hand.segments[FOREARM].shapes if isinstance(s, Capsule)]
        forearm = Capsules(
            np.array([s.start for s in shapes]).reshape(-1, 3),
            np.array([s.end for s in shapes]).reshape(-1, 3),
            np.array([s.radius for s in shapes]),
        )
        found.append(Wrist(joints, q[joints], forearm.moved(T), T))
    return found


def _way_in(
    opened: Capsules, obstacles: np.ndarray, room: float, rise: np.ndarray
) -> np.ndarray | None:
    """The first way in on which the open hand touches nothing. (3,) [m], palm frame

    Args:
        opened: the hand.
        obstacles: (N, 3) [m] palm frame
        room: [m] between hand and table
        rise: (3,) unit, up, palm frame
    """
    for way in APPROACHES:
        direction = np.array(way) / np.linalg.norm(way)
        if room + APPROACH * min(0.0, float(rise @ direction)) < STILL_CLEAR:
            continue
        # Moving the hand by +d is moving everything else by −d.
        if all(
            opened.distance(obstacles - s * direction).min(initial=np.inf) > CLEARANCE
            for s in SWEPT
        ):
            return APPROACH * direction
    return None


def basis(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Right-handed frame (3, 3): column 0 along ``first``, column 1 towards ``second``."""
    a = first / np.linalg.norm(first)
    b = second - a * (a @ second)
    b /= np.linalg.norm(b)
    # Written out: this is called thousands of times, and np.cross is slow for one pair.
    c = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return np.array([a, b, c]).T
