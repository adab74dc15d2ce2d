"""One hand shape laid against an object, seated, and closed until its digits would touch."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.control.place.candidate import Candidate
from prehensile.control.place.graspable import (
    Section,
    perpendicular,
)
from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.way_in import (
    APPROACH,
    CLEARANCE,
    STILL_CLEAR,
    Wrist,
    clear_way_in,
    wrists,
)
from prehensile.control.place.wrap import STEPS, TABLE_TOUCH, DigitWrap, Wrapped
from prehensile.hand.corpus import CorpusPose, GraspObject
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.transfer import carried_over
from prehensile.lie import se3

TURNS = 16
"""Angles about the object's axis."""
WORST_FIT = 0.9
"""Largest |log| of the object's radius over the pose's."""
CLOSED_PER_POSE = 12
"""Closing is costly to sample: only this many placements of a pose are closed."""
OVERCLOSE = 0.6
"""[rad] Each joint may close this far past the corpus pose."""
PALM_GAP = 0.0015
"""[m] left between palm and surface for power grasps"""
EASING = 8
"""Small moves in which a hand that touches is eased off until it is clear."""
FARTHEST = 0.03
"""[m] from where the pose belongs"""
FOREARM_CLEARANCE = 0.005
"""[m] that the forearm keeps from the table"""
APPROACHES = ((0, 0, 1), (-0.5, 0, 0.87), (-0.87, 0, 0.5), (-1, 0, 0), (-0.6, 0.5, 0.6),
              (-0.6, -0.5, 0.6), (0, 0.5, 0.87), (0, -0.5, 0.87))  # fmt: skip
"""Ways to back off from the grasp, palm frame (+z: away from the palm; −x: towards the arm)"""
THINNED = 2
"""Of so many points of the surface one serves to close on: that costs most."""
RAISES = 3
"""Times that a hand is raised over the table and closed again"""
IN_THE_WAY = 0.2
"""What it costs that a digit closes onto something else"""
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
        self.palm = hand_capsules(hand, self.q_open, ("palm",), forearm=False, edges=True)
        self.opened = hand_capsules(hand, self.q_open, GROUPS, forearm=False, edges=True)
        self.wrists = wrists(hand)
        flexes = [n.endswith("flex") and "wrist" not in n for n in hand.joint_names]
        self.q_closed = carried_over(hand, entry.q)
        if travel is None:
            travel = self.q_closed + OVERCLOSE * np.array(flexes) - self.q_open
        path = self.q_open + np.linspace(0, 1, STEPS)[:, None] * travel
        poses = segment_transforms(hand, path)
        self.digits = [DigitWrap(hand, digit, poses) for digit in DIGITS]
        self._known_frames: dict[int, tuple[Section, list[np.ndarray]]] = {}

    def candidates(self, slices: list[Section]) -> list[Candidate]:
        """What survives, from the most promising placements on."""
        placed = sorted(self.placements(slices), key=lambda item: -item[0])
        found: list[Candidate] = []
        for score, T in placed[: self.looked_at_per_pose]:
            seated = self.seat(T)
            if seated is None:
                continue
            shut = self.shut(seated)
            places = [(seated, shut)]
            if shut.blocked and (raised := self.raised(seated)) is not None:
                places.append((raised, self.shut(raised)))
            closed = [self.close(score, *place) for place in places]
            found += [candidate for candidate in closed if candidate is not None]
            if len(found) >= self.closed_per_pose:
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
        if self.thing.shape == "sphere":  # any axis will do; across the palm reads well
            axis = np.array([0.0, 1.0, 0.0])
        R_palm = basis(axis, facing if abs(axis @ facing) < 0.9 else np.array([1.0, 0, 0]))
        R_across = basis(axis, self.opposing(axis))
        for s in slices:
            fit = abs(np.log(max(s.radius, 0.003) / self.thing.size[0]))
            if fit > self.worst_fit:
                continue
            score = -1.5 * fit - self.misshape(s) + (0.4 if self.entry.kind == "power" else 0.0)
            R_hand = R_palm if s.across is None else R_across
            for frame in self._frames(s):
                T = np.eye(4)
                T[:3, :3] = frame @ R_hand.T
                T[:3, 3] = s.centre - T[:3, :3] @ centre
                yield score + self.posture(T), T

    def _frames(self, s: Section) -> list[np.ndarray]:
        """(3, 3) Ways to turn what lies along a section's axis: the same for every thing."""
        known = self._known_frames.get(id(s))
        if known is not None and known[0] is s:
            return known[1]
        if s.across is None:
            e1, e2 = perpendicular(s.axis)
            turns = np.arange(TURNS) * 2 * np.pi / TURNS
            towards = [np.cos(t) * e1 + np.sin(t) * e2 for t in turns]
        else:
            towards = [s.across, -s.across]
        frames = [basis(sign * s.axis, second) for second, sign in product(towards, (1, -1))]
        self._known_frames[id(s)] = s, frames
        return frames

    def opposing(self, axis: np.ndarray) -> np.ndarray:
        """(3,) the line along which digits press against each other, palm frame: round the axis of
        what lies in the palm.
        """
        return np.cross(axis, [0.0, 0.0, -1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])

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

    def close(self, score: float, T: np.ndarray, shut: "Shut") -> Candidate | None:
        """Find a way in to where the palm is seated and digits close so; None if it fails."""
        if not self.enough(shut.meets):
            return None
        T_palm = se3.inverse(T)
        points, stand = se3.apply(T_palm, self.scene.points), se3.apply(T_palm, self.scene.stand)
        if self.opened.nearest(stand) < CLEARANCE:
            return None
        wrist = self.wrist(T, np.concatenate([points, stand]))
        if wrist is None:
            return None
        whole = Capsules(*map(np.concatenate, zip(self.opened, wrist.forearm, strict=True)))
        approach = self.way_in(T, whole, wrist, np.concatenate([points, stand]))
        if approach is None:
            return None
        q_open, q_closed = self.q_open.copy(), self.q_closed.copy()
        q_open[wrist.joints] = q_closed[wrist.joints] = wrist.angles
        # Pushes that cancel: the shorter their sum beside their count, the better they oppose.
        total = -(self.scene.normals[shut.where] @ T[:3, :3]).sum(axis=0)
        if self.entry.kind == "power":
            total[2] = min(total[2], 0.0)  # what presses towards the palm, the palm bears
        balance = float(np.linalg.norm(total)) / len(shut.where)
        wanted = np.array([d in self.thing.touch for d in DIGITS])
        score += 2.0 * (shut.meets & wanted).sum() / wanted.sum() + 0.3 * shut.meets.sum()
        score -= 1.5 * balance + IN_THE_WAY * shut.blocked
        promise = self.promise(shut, points)
        score += promise.worth
        return Candidate(
            self.entry.name,
            q_open,
            q_open,
            q_closed,
            T,
            T @ wrist.T_palm_forearm,
            approach,
            float(score),
            int(shut.meets.sum()),
            shut.at,
            shut.presses,
            self.opened.nearest(points, self.scene.order),
            promise.need,
        )

    def wrist(self, T: np.ndarray, obstacles: np.ndarray) -> Wrist | None:
        """The least bent wrist that keeps the forearm clear of everything; None if none does.

        Args:
            T: (4, 4) of the palm, object frame
            obstacles: (N, 3) [m] palm frame
        """
        for wrist in self.wrists:
            above = self.scene.above_table(wrist.forearm.moved(T))
            if above.min() < FOREARM_CLEARANCE:
                continue
            if wrist.forearm.nearest(obstacles, self.scene.order_with_stand) > CLEARANCE:
                return wrist
        return None

    def way_in(
        self, T: np.ndarray, whole: Capsules, wrist: Wrist, obstacles: np.ndarray
    ) -> np.ndarray | None:
        """The first way in on which the open hand touches nothing, on the reach before it too.
        (3,) [m], palm frame

        Args:
            T: (4, 4) of the palm, object frame
            whole: hand and forearm, palm frame
            wrist: which the forearm belongs to
            obstacles: (N, 3) [m] palm frame
        """
        for way in APPROACHES:
            approach = APPROACH * np.array(way) / np.linalg.norm(way)
            if clear_way_in(self.scene, self.hand.side, T, whole, wrist, obstacles, approach):
                return approach
        return None

    def promise(self, shut: "Shut", points: np.ndarray) -> "Promise":
        """More to the score, for where the digits will touch.

        Args:
            shut: how they close.
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
        gap = self.palm.nearest(local, self.scene.order)
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
            local = se3.apply(se3.inverse(T), self.scene.points)
            gap, out = self.opened.deepest(local, self.scene.order)
            if gap >= STILL_CLEAR:
                break
            T[:3, 3] -= (STILL_CLEAR + 0.0003 - gap) * (T[:3, :3] @ out)
        else:
            return None
        return T if np.linalg.norm(T[:3, 3] - start[:3, 3]) < FARTHEST else None

    def raised(self, T: np.ndarray) -> np.ndarray | None:
        """Higher, so that digits that would meet the table before the object pass just above it,
        as fingertips take small things; None if none would, or if that is too high.
        """
        start = T
        for _ in range(RAISES if self.scene.table > -np.inf else 0):
            low = min(
                (
                    w.lowest
                    for digit, w in zip(DIGITS, self.wrapped(T, table=False), strict=True)
                    if w.touched and digit in self.thing.touch
                ),
                default=0.0,
            )
            if low >= -TABLE_TOUCH:
                break
            T = T.copy()
            T[:3, 3] -= low * self.scene.up
        moved = float(np.linalg.norm(T[:3, 3] - start[:3, 3]))
        return T if 0 < moved < FARTHEST else None

    def shut(self, T: np.ndarray) -> "Shut":
        """How the digits close on the object, from a palm (4, 4) in its frame."""
        at, presses = np.ones(self.hand.dof), np.zeros(self.hand.dof, dtype=bool)
        meets, where, blocked = np.zeros(len(DIGITS), dtype=bool), [], 0
        wrapped = self.wrapped(T)
        for d, (digit, one) in enumerate(zip(self.digits, wrapped, strict=True)):
            last = max((k for k, _ in one.touched), default=-1)
            for k, joints in enumerate(digit.joints):
                at[joints], presses[joints] = one.shares[k], k <= last
            # A thumb whose root alone touches opposes nothing.
            meets[d] = last > (0 if d == 0 and len(digit.segments) > 1 else -1)
            where += [THINNED * point for _, point in one.touched]
            blocked += one.blocked
        return Shut(at, presses, meets, np.array(where, dtype=int), blocked)

    def wrapped(self, T: np.ndarray, table: bool = True) -> list[Wrapped]:
        """How every digit closes."""
        T_palm, scene = se3.inverse(T), self.scene
        points, stand = se3.apply(T_palm, scene.points[::THINNED]), se3.apply(T_palm, scene.stand)
        up, level = scene.up @ T[:3, :3], float(scene.up @ T[:3, 3]) - scene.table
        return [digit.close(points, stand, up, level, table) for digit in self.digits]


class Shut(NamedTuple):
    """How a hand closes on an object, before physics has tried it."""

    at: np.ndarray
    """see `Candidate.shut`"""
    presses: np.ndarray
    """see `Candidate.presses`"""
    meets: np.ndarray
    """(5,) bool: digits that press on the object"""
    where: np.ndarray
    """(C,) which of the surface's points are touched"""
    blocked: int
    """how many digits something else stops"""


class Promise(NamedTuple):
    """What the places say where digits will touch."""

    worth: float
    """points of the score"""
    need: float
    """see `Candidate.need`"""


def basis(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Right-handed frame (3, 3): column 0 along ``first``, column 1 towards ``second``."""
    a = first / np.linalg.norm(first)
    b = second - a * (a @ second)
    b /= np.linalg.norm(b)
    # Written out: this is called thousands of times, and np.cross is slow for one pair.
    c = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return np.array([a, b, c]).T
