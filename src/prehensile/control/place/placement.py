"""One hand shape laid against an object, seated, and closed until its digits would touch."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from prehensile.control.place.approach import CLEARANCE, Wrist, clear_way, clear_wrist, wrists
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.easing import FARTHEST, eased
from prehensile.control.place.graspable import Section, SectionFrames, basis
from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.wrap import TABLE_TOUCH, HandWrap, Shut
from prehensile.hand.corpus import CorpusPose, GraspObject
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.kinematics.transfer import carried_over
from prehensile.lie import se3

WORST_FIT = 0.9
"""Largest |log| of the object's radius over the pose's."""
CLOSED_PER_POSE = 12
"""Closing is costly to sample: only this many placements of a pose are closed."""
OVERCLOSE = 0.6
"""[rad] Each joint may close this far past the corpus pose."""
PALM_GAP = 0.0015
"""[m] left between palm and surface for power grasps"""
RAISES = 3
"""Times that a hand is raised over the table and closed again"""
IN_THE_WAY = 0.2
"""What it costs that a digit closes onto something else"""
MEAN_LENGTH = 0.181
"""[m] of the hand the corpus was fitted to"""


class Promise(NamedTuple):
    """What the places say where digits will touch."""

    worth: float
    """points of the score"""
    need: float
    """see `Candidate.need`"""


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
        if q_open is None:
            from prehensile.control.example.open_pose import open_pose  # here: a style has its own

            q_open = open_pose(hand, entry)
        self.q_open = q_open
        self.palm = hand_capsules(hand, self.q_open, ("palm",), forearm=False, edges=True)
        self.opened = hand_capsules(hand, self.q_open, GROUPS, forearm=False, edges=True)
        self.wrists = wrists(hand)
        flexes = [n.endswith("flex") and "wrist" not in n for n in hand.joint_names]
        self.q_closed = carried_over(hand, entry.q)
        if travel is None:
            travel = self.q_closed + OVERCLOSE * np.array(flexes) - self.q_open
        self.closing = HandWrap(hand, self.q_open, travel)
        self._frames = SectionFrames()

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
            frames = np.array(self._frames.of(s))
            T = np.zeros((len(frames), 4, 4))
            T[:, :3, :3] = frames @ R_hand.T
            T[:, :3, 3] = s.centre - T[:, :3, :3] @ centre
            T[:, 3, 3] = 1.0
            yield from zip((score + self.posture(T)).tolist(), T, strict=True)

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

    def posture(self, T: np.ndarray) -> np.ndarray:
        """(...,) What palms (..., 4, 4) in the object's frame are worth: people grasp with the
        thumb up or the palm down, and not from below.
        """
        # Of fingers, thumb side and back of the hand, how much points up.
        rise = self.scene.up @ T[..., :3, :3]
        fingers, thumb, back = rise[..., 0], rise[..., 1], rise[..., 2]
        natural = np.maximum(thumb if self.hand.side == "right" else -thumb, back)
        return 0.5 * natural - 1.2 * np.maximum(0.0, fingers - 0.3)

    def close(self, score: float, T: np.ndarray, shut: Shut) -> Candidate | None:
        """Find a way in to where the palm is seated and digits close so; None if it fails."""
        if not self.enough(shut.meets):
            return None
        if self.scene.beside.reached(self.opened, T[None], CLEARANCE):
            return None
        wrist = self.wrist(T)
        if wrist is None:
            return None
        whole = Capsules(*map(np.concatenate, zip(self.opened, wrist.forearm, strict=True)))
        approach = self.way_in(T, whole, wrist)
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
        promise = self.promise(shut, se3.apply(se3.inverse(T), self.scene.points))
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
            self.scene.surface.gap(self.opened, T),
            promise.need,
            self.scene.points[shut.where],
        )

    def wrist(self, T: np.ndarray) -> Wrist | None:
        """The least bent wrist that keeps the forearm clear of everything, for a palm (4, 4) in the
        object's frame; None if none does.
        """
        return clear_wrist(self.wrists, self.scene, T)

    def way_in(self, T: np.ndarray, whole: Capsules, wrist: Wrist) -> np.ndarray | None:
        """The first way in on which the open hand touches nothing, on the reach before it too.
        (3,) [m], palm frame

        Args:
            T: (4, 4) of the palm, object frame
            whole: hand and forearm, palm frame
            wrist: which the forearm belongs to
        """
        return clear_way(self.scene, self.hand.side, T, whole, wrist)

    def promise(self, shut: Shut, points: np.ndarray) -> Promise:
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
        gap = self.scene.surface.gap(self.palm, T)
        move = PALM_GAP - gap if self.entry.kind == "power" or gap < PALM_GAP else 0.0
        return eased(self.opened, self.scene, T, move)

    def raised(self, T: np.ndarray) -> np.ndarray | None:
        """Higher, so that digits that would meet the table before the object pass just above it,
        as fingertips take small things; None if none would, or if that is too high.
        """
        start = T
        for _ in range(RAISES if self.scene.table > -np.inf else 0):
            wrapped = zip(DIGITS, self.closing.wrapped(self.scene, T, table=False), strict=True)
            touching = (w for d, w in wrapped if w.touched and d in self.thing.touch)
            low = min((w.lowest for w in touching), default=0.0)
            if low >= -TABLE_TOUCH:
                break
            T = T.copy()
            T[:3, 3] -= low * self.scene.up
        moved = float(np.linalg.norm(T[:3, 3] - start[:3, 3]))
        return T if 0 < moved < FARTHEST else None

    def shut(self, T: np.ndarray) -> Shut:
        """How the digits close on the object, from a palm (4, 4) in its frame."""
        return self.closing.shut(self.scene, T)
