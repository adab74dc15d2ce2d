"""Poses of a hand that slides something flat and takes it over the edge of a table."""

import numpy as np

from prehensile.control.slide.fingertip_pose import FingertipPose, Wanted, fingertip_pose, tip_ball
from prehensile.control.slide.over_edge import FINGER, ON_TABLE, OverEdge, Profile
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.lie import so3
from prehensile.world.objects.object import Object

EASE_POSE = "prismatic_4_finger"
"""of the corpus, near which the digits stay"""
BENT = {"mcp_flex": 50.0, "pip_flex": 35.0, "dip_flex": 15.0}
"""[degrees] of fingers that press"""
IDLE = {"mcp_abd": 2.0, "mcp_flex": 22.0, "pip_flex": 18.0, "dip_flex": 8.0}
"""[degrees] of fingers that take no part"""
ASIDE = {"cmc_abd": -28.0, "cmc_flex": 4.0, "mp_flex": 5.0, "ip_flex": 5.0}
"""[degrees] of a thumb that stays above the table"""
PITCH = np.radians(6)
"""[rad] by which the forearm rises towards a hand that takes something"""
SLOPE, THUMB_SLOPE = np.radians(58), np.radians(25)
"""[rad] of the last phalanges, down and up"""
BEHIND = 0.12
"""[m] from the fingertips to the wrist, near which it stays"""
LIES_ON = {"mcp_flex": 18.0, "pip_flex": 14.0, "dip_flex": 6.0}
"""[degrees] of fingers that something lies on"""
UNDER = np.radians(10)
"""[rad] by which fingers under a thing rise towards their tips, so that these touch it"""
OVER = (-0.55, 0.72, -0.42)
"""(3,) where the last phalanx of a right thumb on top points"""
BELOW, FALLING = 0.03, np.radians(12)
"""[m] of the wrist under a thing that lies on the fingers, and [rad] by which the forearm falls"""
PINCHES_HIGH, SLIDES_HIGH, SLIDES_FALLING = 0.05, 0.085, np.radians(8)
"""[m] above a thing that is taken, and that is slid; [rad] by which the forearm falls then"""
PRESSED_IN = 0.001
"""[m] that fingertips are led into what they drag: it gives way to its own weight, and to them"""
BETWEEN = 3
"""Poses between one place of the hand and the next, in which fingertips stay where they are"""
BESIDE = np.array([8.0, 1.0, 1.0])
"""Fingers beside each other may be where their knuckles are"""
LOOSELY = np.array([6.0, 1.0, 1.0])
"""A thumb on top may be off along the edge: three fingers bear it on either side"""
OPEN = 0.012
"""[m] between open fingertips and the thing"""
WAITS_BELOW = 0.0016
"""[m] of a thumb under the table's top: what is dragged onto it must not meet it with its rim"""
COMES_BY = np.array([-0.015, -0.012, -0.015])
"""(3,) [m] from where it waits to where a right thumb passes the edge on its way there"""


class SlidePoses:
    """Of one hand, for one thing and one way to slide it.

    Args:
        obj: what lies flat.
        hand: a human one.
        way: from `over_edge`.
    """

    def __init__(self, obj: Object, hand: Hand, way: OverEdge):
        self._hand, self._way = hand, way
        self._profile = Profile(obj)
        self._radius = {d: tip_ball(hand, d)[1] for d in DIGITS}
        self.side = 1.0 if hand.side == "right" else -1.0
        """1 of a right hand, -1 of a left one"""
        self._at_ease = self._posture(LIES_ON if way.from_below else BENT)
        rim = way.edge - way.jut
        self.takes_at, self._thumb_at = rim + way.at, rim + way.thumb_at
        """[m] y, world"""

    def pinch(self) -> FingertipPose:
        """Fingers on one side of it, the thumb on the other: taken."""
        if self._way.from_below:
            start = _level((0.0, self.takes_at - BEHIND, self._top() - BELOW), FALLING, -1.0)
            wanted = self._lying(0.0)
            return self._placed(wanted, self._at_ease, start)
        start = _level((0.0, self.takes_at - BEHIND, self._top() + PINCHES_HIGH), PITCH)
        return self._placed(self._at(self.takes_at, self._way.at, 0.0, 0.0), self._at_ease, start)

    def opened(self, pinch: FingertipPose) -> FingertipPose:
        """The same with room between fingertips and thing."""
        if self._way.from_below:
            return self._near(self._lying(OPEN), pinch)
        return self._near(self._at(self.takes_at, self._way.at, OPEN, OPEN), pinch)

    def sliding(self, y: float) -> FingertipPose:
        """Fingers press at y [m]; the thumb is aside, above the table."""
        q = self._posture(BENT)
        self._bend(q, "thumb", ASIDE)
        start = _level((0.0, y - BEHIND, self._way.top + SLIDES_HIGH), -SLIDES_FALLING)
        return self._placed(self._pressing(y), q, start)

    def stretched(self, pinch: FingertipPose) -> FingertipPose:
        """Fingers press what is still on the table; the thumb waits below, before the edge."""
        return self._near(self._dragging(self._way.edge + ON_TABLE), pinch)

    def turned_over(self, one: FingertipPose, other: FingertipPose) -> list[FingertipPose]:
        """From sliding to stretched: fingers press where they are, the thumb stays aside."""
        wanted, found = self._pressing(self._way.edge + ON_TABLE), []
        A, B = one.T_world_forearm, other.T_world_forearm
        for share in np.arange(1, BETWEEN + 1) / (BETWEEN + 1):
            T = A.copy()
            T[:3, :3] = so3.exp(share * so3.log(B[:3, :3] @ A[:3, :3].T)) @ A[:3, :3]
            T[:3, 3] += share * (B[:3, 3] - A[:3, 3])
            q = self.with_thumb(one.q + share * (other.q - one.q), one.q)
            found.append(fingertip_pose(self._hand, wanted, q, T, free_arm=False))
        return found

    def before_edge(self, stretched: FingertipPose) -> FingertipPose:
        """The thumb on its way from aside to below."""
        waits = self._dragging(self._way.edge + ON_TABLE)["thumb"]
        by = COMES_BY * [self.side, 1.0, 1.0]
        wanted = {"thumb": waits._replace(middle=waits.middle + by)}
        T = stretched.T_world_forearm
        return fingertip_pose(self._hand, wanted, stretched.q, T, free_arm=False)

    def onto_thumb(self, stretched: FingertipPose) -> list[FingertipPose]:
        """Fingers draw it from the table onto the thumb."""
        begin, found, last = self._way.edge + ON_TABLE, [], stretched
        for share in np.arange(1, BETWEEN + 1) / BETWEEN:
            last = self._near(self._dragging(begin + share * (self.takes_at - begin)), last)
            found.append(last)
        return found

    def with_thumb(self, q: np.ndarray, of: np.ndarray) -> np.ndarray:
        """(dof,) [rad] A pose with the thumb of another."""
        thumb = [name.startswith("thumb_") for name in self._hand.joint_names]
        return np.where(thumb, of, q)

    def _posture(self, bent: dict[str, float]) -> np.ndarray:
        q = corpus_pose(EASE_POSE).q.copy()
        for digit in DIGITS[1:]:
            self._bend(q, digit, bent if digit in self._way.fingers else IDLE)
        return np.clip(q, self._hand.lower, self._hand.upper)

    def _bend(self, q: np.ndarray, digit: str, degrees: dict[str, float]) -> None:
        for kind, angle in degrees.items():
            q[self._hand.joint_index(f"{digit}_{kind}")] = np.radians(angle)

    def _top(self) -> float:
        return self._profile.top(self._way.at)

    def _pressing(self, y: float) -> dict[str, Wanted]:
        return self._at(y, self._way.drag_at, -PRESSED_IN, None)

    def _dragging(self, y: float) -> dict[str, Wanted]:
        return self._at(y, self._way.at, -PRESSED_IN, WAITS_BELOW)

    def _at(self, y: float, depth: float, above: float, below: float | None) -> dict[str, Wanted]:
        """Fingers at y on top of what is there so far from its rim, ``above`` it; the thumb in its
        place, ``below`` it, or anywhere.
        """
        found = {}
        if below is not None:
            z = self._profile.bottom(self._way.thumb_at) - self._radius["thumb"] - below
            level = np.cos(THUMB_SLOPE)
            along = np.array([0.5 * self.side * level, 0.87 * level, np.sin(THUMB_SLOPE)])
            found["thumb"] = Wanted(np.array([0.0, self._thumb_at, z]), along)
        fingers = self._way.fingers
        for k, finger in enumerate(fingers):
            x = self.side * FINGER * (k - (len(fingers) - 1) / 2)
            z = self._profile.top(depth, x) + self._radius[finger] + above
            along = np.array([0.0, np.cos(SLOPE), -np.sin(SLOPE)])
            loose = BESIDE if len(fingers) > 1 else np.ones(3)
            found[finger] = Wanted(np.array([x, y, z]), along, loose)
        return found

    def _lying(self, open_by: float) -> dict[str, Wanted]:
        """Fingers under it with their tips where they take it, the thumb on top; so far [m] off."""
        profile, way, fingers = self._profile, self._way, self._way.fingers
        z = profile.meets(way.thumb_at, self._radius["thumb"], 1.0).middle + open_by
        along = np.array(OVER) * [self.side, 1.0, 1.0]
        found = {"thumb": Wanted(np.array([0.0, self._thumb_at, z]), along, LOOSELY)}
        for k, finger in enumerate(fingers):
            x = -self.side * FINGER * (k - (len(fingers) - 1) / 2)
            z = profile.meets(way.at, self._radius[finger], -1.0, x).middle - open_by
            along = np.array([0.0, np.cos(UNDER), np.sin(UNDER)])
            loose = BESIDE if len(fingers) > 1 else np.ones(3)
            found[finger] = Wanted(np.array([x, self.takes_at, z]), along, loose)
        return found

    def _placed(self, wanted: dict[str, Wanted], q: np.ndarray, T: np.ndarray) -> FingertipPose:
        return fingertip_pose(self._hand, wanted, q, T)

    def _near(self, wanted: dict[str, Wanted], pose: FingertipPose) -> FingertipPose:
        return fingertip_pose(self._hand, wanted, pose.q, pose.T_world_forearm)


def _level(at: tuple[float, float, float], pitch: float, up: float = 1.0) -> np.ndarray:
    """(4, 4) of a forearm at a place (3,) [m] that points away from the person, palm down, or up
    if ``up`` is -1; and rises by ``pitch`` [rad] towards a hand whose palm is down, or falls.
    """
    T = np.eye(4)
    sine, cosine = np.sin(pitch), np.cos(pitch)
    T[:3, :3] = np.column_stack([[0, cosine, up * sine], [-up, 0, 0], [0, -sine, up * cosine]])
    T[:3, 3] = at
    return T
