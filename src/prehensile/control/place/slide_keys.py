"""What a hand does to slide something flat over the edge of a table and take it: pose by pose."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Bring
from prehensile.control.place.fingertip_pose import (
    FingertipPose,
    Wanted,
    fingertip_pose,
    tip_ball,
)
from prehensile.control.place.over_edge import (
    FINGER,
    GRAVITY,
    ON_TABLE,
    OverEdge,
    Profile,
    over_edge,
)
from prehensile.control.place.stand import TABLE_FRICTION
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.lie import se3
from prehensile.motion.minimum_jerk import minimum_jerk
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
"""[rad] by which the forearm rises towards the hand"""
SLOPE, THUMB_SLOPE = np.radians(58), np.radians(25)
"""[rad] of the last phalanges, down and up"""
SLIDES_HIGH, SLIDES_FALLING = 0.085, np.radians(8)
"""[m] of the wrist above a thing that is slid, near which it stays, and [rad] by which the forearm
falls towards the hand"""
PRESSED_IN = 0.001
"""[m] that fingertips are led into what they drag: it gives way to its own weight, and to them"""
BETWEEN = 3
"""Poses between sliding and taking, in which the fingertips stay where they are"""
BESIDE = np.array([8.0, 1.0, 1.0])
"""Fingers beside each other may be where their knuckles are"""
RAISED = 0.03
"""[m] above the thing, from where the hand comes down and where it leaves it"""
BACK = 0.055
"""[m] in front of the rim, where thumb and fingers pass it"""
OPEN = 0.012
"""[m] between open fingertips and the thing"""
FARTHEST = 0.004
"""[m] that a fingertip may miss its place"""
SLIDE_SPEED = 0.06
"""[m/s] on average"""
WAITS_BELOW = 0.0016
"""[m] of a thumb under the table's top: what is dragged onto it must not meet it with its rim"""
LIFT = 0.15
"""[m]"""
TENTHS = np.linspace(0.0, 1.0, 101)


class Key(NamedTuple):
    """Where the hand is at the end of a phase, and how hard it presses."""

    name: str
    seconds: float
    forearm: np.ndarray
    """(4, 4) world"""
    q: np.ndarray
    """(dof,) [rad]"""
    force: dict[str, np.ndarray]
    """[N] (3,) by digit, on the thing, world"""


@dataclass(frozen=True)
class SlideKeys:
    """All of it."""

    way: OverEdge
    keys: tuple[Key, ...]
    pinch: FingertipPose
    squeeze: float
    """[N] of the thumb, and of all fingers together"""


def slide_keys(
    obj: Object, hand: Hand, grip: float | None, hold: float, put: bool
) -> SlideKeys | None:
    """Every pose from before the slide to the hold; None if a hand cannot.

    Args:
        obj: what lies flat.
        hand: a human one.
        grip: [N] sum of normal forces; what suits the thing if None.
        hold: [s] in the air.
        put: whether it is put down where it was taken.
    """
    return _Planner(obj, hand).planned(grip, hold, put)


class _Planner:
    """Geometry of one hand and one thing."""

    def __init__(self, obj: Object, hand: Hand):
        self._obj, self._hand = obj, hand
        self._radius = {d: tip_ball(hand, d)[1] for d in DIGITS}
        self._profile = Profile(obj)
        self._side = 1.0 if hand.side == "right" else -1.0

    def planned(self, grip: float | None, hold: float, put: bool) -> SlideKeys | None:
        """The keys; None if fingertips do not reach."""
        way = over_edge(self._obj, self._radius["thumb"])
        if way is None:
            return None
        pinch = self._pinch(way)
        if pinch.miss > FARTHEST:
            return None
        weight = self._obj.mass * GRAVITY
        light = 2.5 + 1.5 * weight / float(self._obj.friction[0])
        squeeze = way.couple or (light if grip is None else grip / 2)
        before = self._dragged(way, pinch) if way.dragged else self._taken_anew(way, pinch)
        if before is None:
            return None
        keys = [*before, *self._lifted(way, pinch, squeeze, weight, hold)]
        if put:
            keys += self._put_down(way, pinch, squeeze, keys[-1])
        return SlideKeys(way, tuple(keys), pinch, squeeze)

    def _at_ease(self, fingers: tuple[str, ...]) -> np.ndarray:
        q = corpus_pose(EASE_POSE).q.copy()
        for digit in DIGITS[1:]:
            self._set(q, digit, BENT if digit in fingers else IDLE)
        return np.clip(q, self._hand.lower, self._hand.upper)

    def _set(self, q: np.ndarray, digit: str, degrees: dict[str, float]) -> None:
        for kind, angle in degrees.items():
            q[self._hand.joint_index(f"{digit}_{kind}")] = np.radians(angle)

    def _targets(
        self,
        way: OverEdge,
        y: float,
        at: float,
        thumb_y: float | None,
        gap: float = 0.0,
        below: float | None = None,
    ) -> dict[str, Wanted]:
        """Fingers on top at y, where the thing is ``at`` from its rim; the thumb below. Both keep
        ``gap`` [m] from it, or the thumb its own.
        """
        found = {}
        if thumb_y is not None:
            lower = gap if below is None else below
            z = self._profile.bottom(way.thumb_at) - self._radius["thumb"] - lower
            level = np.cos(THUMB_SLOPE)
            along = np.array([0.5 * self._side * level, 0.87 * level, np.sin(THUMB_SLOPE)])
            found["thumb"] = Wanted(np.array([0.0, thumb_y, z]), along)
        n = len(way.fingers)
        for k, finger in enumerate(way.fingers):
            x = self._side * FINGER * (k - (n - 1) / 2)
            z = self._profile.top(at, x) + self._radius[finger] + gap
            along = np.array([0.0, np.cos(SLOPE), -np.sin(SLOPE)])
            found[finger] = Wanted(np.array([x, y, z]), along, BESIDE if n > 1 else np.ones(3))
        return found

    def _pinch(self, way: OverEdge) -> FingertipPose:
        front = way.edge - way.jut
        wanted = self._targets(way, front + way.at, way.at, front + way.thumb_at)
        start = _level((0.0, front + way.at - 0.12, self._profile.top(way.at) + 0.05), PITCH)
        return fingertip_pose(self._hand, wanted, self._at_ease(way.fingers), start)

    def _sliding(self, way: OverEdge, y: float) -> FingertipPose:
        """Fingers press at y, at the end of the slide; the thumb is aside, above the table."""
        wanted = self._targets(way, y, way.drag_at, None, -PRESSED_IN)
        at_ease = self._at_ease(way.fingers)
        self._set(at_ease, "thumb", ASIDE)
        start = _level((0.0, y - 0.12, way.top + SLIDES_HIGH), -SLIDES_FALLING)
        return fingertip_pose(self._hand, wanted, at_ease, start)

    def _turned_over(
        self, way: OverEdge, one: FingertipPose, other: FingertipPose, y: float
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """Forearms (4, 4) and poses (dof,) between two, fingers pressing at y all the way."""
        wanted = self._targets(way, y, way.drag_at, None, -PRESSED_IN)
        begin, end = se3.to_pose7(one.T_world_forearm), se3.to_pose7(other.T_world_forearm)
        found = []
        for share in np.arange(1, BETWEEN + 1) / (BETWEEN + 1):
            way_there = Bring(end, 1.0, "")
            T = se3.from_pose7(way_there.forearm(begin, _when(float(share)))[0])
            mixed = one.q + share * (other.q - one.q)
            self._keep_thumb(mixed, one.q)
            found.append((T, fingertip_pose(self._hand, wanted, mixed, T, free_arm=False).q))
        return found

    def _keep_thumb(self, q: np.ndarray, of: np.ndarray) -> None:
        for k, name in enumerate(self._hand.joint_names):
            if name.startswith("thumb_"):
                q[k] = of[k]

    def _press(self, way: OverEdge, pull: bool) -> dict[str, np.ndarray]:
        n = len(way.fingers)
        drag = TABLE_FRICTION * (way.press + self._obj.mass * GRAVITY) if pull else 0.0
        return {f: np.array([0.0, -drag, -way.press]) / n for f in way.fingers}

    def _squeezed(self, way: OverEdge, squeeze: float, carried: float) -> dict[str, np.ndarray]:
        n = len(way.fingers)
        up = np.array([0.0, 0.0, 1.0])
        return {"thumb": (squeeze + carried) * up} | {f: -squeeze / n * up for f in way.fingers}

    def _slid(self, way: OverEdge, end: FingertipPose, distance: float) -> list[Key]:
        """Come down, press, drag to that end."""
        there, aside = end.T_world_forearm, end.q
        begin = _moved(there, (0.0, distance, 0.0))
        above = _moved(begin, (0.0, -0.01, RAISED))
        seconds = max(distance / SLIDE_SPEED, 0.8)
        return [
            Key("approach", 0.0, above, aside, {}),
            Key("approach", 0.6, begin, aside, {}),
            Key("press", 0.4, begin, aside, self._press(way, pull=False)),
            Key("slide", 0.2, begin, aside, self._press(way, pull=True)),
            Key("slide", seconds, there, aside, self._press(way, pull=True)),
        ]

    def _taken_anew(self, way: OverEdge, pinch: FingertipPose) -> list[Key] | None:
        """Slid, let go of, and taken between thumb and fingers that come from in front."""
        T = pinch.T_world_forearm
        front = way.edge - way.jut
        sliding = self._sliding(way, front + way.drag_at)
        there, aside = sliding.T_world_forearm, sliding.q
        if sliding.miss > FARTHEST:
            return None
        keys = self._slid(way, sliding, way.slid)
        wanted = self._targets(way, front + way.at, way.at, front + way.thumb_at, OPEN)
        opened = fingertip_pose(self._hand, wanted, pinch.q, T)
        O, back = opened.T_world_forearm, way.at + BACK
        return [
            *keys,
            Key("slide", 0.2, there, aside, {}),
            Key("reach", 0.4, _moved(there, (0.0, 0.0, RAISED)), aside, {}),
            Key("reach", 0.6, _moved(there, (0.0, -way.drag_at - BACK, RAISED)), aside, {}),
            Key("reach", 0.6, _moved(O, (0.0, -back, 0.0)), opened.q, {}),
            Key("reach", 0.6, O, opened.q, {}),
            Key("close", 0.5, T, pinch.q, {}),
        ]

    def _dragged(self, way: OverEdge, pinch: FingertipPose) -> list[Key] | None:
        """Slid to the edge, and dragged onto the thumb that has come under it."""
        T = pinch.T_world_forearm
        front = way.edge - way.jut
        there_y, thumb_y = way.edge + ON_TABLE, front + way.thumb_at
        back = self._targets(way, there_y, way.at, thumb_y, -PRESSED_IN, WAITS_BELOW)
        stretched = fingertip_pose(self._hand, back, pinch.q, T)
        S = stretched.T_world_forearm
        if stretched.miss > FARTHEST:
            return None
        short = there_y - (front + way.at)
        sliding = self._sliding(way, there_y)
        if sliding.miss > FARTHEST:
            return None
        keys = self._slid(way, sliding, way.slid - short)
        over = self._turned_over(way, sliding, stretched, there_y)
        aside = stretched.q.copy()
        self._keep_thumb(aside, sliding.q)
        thumb = back["thumb"]
        below = fingertip_pose(
            self._hand,
            {"thumb": replace_middle(thumb, (-0.015 * self._side, -0.012, -0.015))},
            stretched.q, S, free_arm=False,
        )  # fmt: skip
        press = self._press(way, pull=False)
        drag = self._press(way, pull=True)
        return [
            *keys,
            Key("slide", 0.2, sliding.T_world_forearm, sliding.q, press),
            *(Key("slide", 0.25, between, q, press) for between, q in over),
            Key("slide", 0.25, S, aside, press),
            Key("slide", 0.6, S, below.q, press),
            Key("slide", 0.4, S, stretched.q, press),
            Key("slide", 0.2, S, stretched.q, drag),
            *(Key("slide", 0.25, *pose, drag) for pose in self._onto_thumb(way, stretched)),
            Key("close", 0.4, T, pinch.q, press),
        ]

    def _onto_thumb(
        self, way: OverEdge, stretched: FingertipPose
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        """Forearms (4, 4) and poses (dof,) while fingers draw it from the table onto the thumb."""
        front = way.edge - way.jut
        begin, thumb_y = way.edge + ON_TABLE, front + way.thumb_at
        found, last = [], stretched
        for share in np.arange(1, BETWEEN + 1) / BETWEEN:
            y = begin + share * (front + way.at - begin)
            wanted = self._targets(way, y, way.at, thumb_y, -PRESSED_IN, WAITS_BELOW)
            last = fingertip_pose(self._hand, wanted, last.q, last.T_world_forearm)
            found.append((last.T_world_forearm, last.q))
        return found

    def _lifted(
        self, way: OverEdge, pinch: FingertipPose, squeeze: float, weight: float, hold: float
    ) -> list[Key]:
        T, q = pinch.T_world_forearm, pinch.q
        up = _moved(T, (0.0, 0.0, LIFT))
        return [
            Key("squeeze", 0.6, T, q, self._squeezed(way, squeeze, 0.0)),
            Key("squeeze", 0.4, T, q, self._squeezed(way, squeeze, 0.8 * weight)),
            Key("lift", 1.2, up, q, self._squeezed(way, squeeze, weight)),
            Key("hold", hold, up, q, self._squeezed(way, squeeze, weight)),
        ]

    def _put_down(
        self, way: OverEdge, pinch: FingertipPose, squeeze: float, held: Key
    ) -> list[Key]:
        """Where it was taken, and let go of: the thumb goes down, the fingers up, the hand back."""
        T = pinch.T_world_forearm
        front = way.edge - way.jut
        wanted = self._targets(way, front + way.at, way.at, front + way.thumb_at, OPEN)
        opened = fingertip_pose(self._hand, wanted, pinch.q, T)
        O = opened.T_world_forearm
        return [
            Key("put", 1.4, T, pinch.q, held.force),
            Key("put", 0.3, T, pinch.q, held.force),
            Key("release", 0.3, T, pinch.q, {}),
            Key("release", 0.5, O, opened.q, {}),
            Key("go back", 0.8, _moved(O, (0.0, -way.at - BACK, 0.0)), opened.q, {}),
            Key("relax", 1.0, _moved(O, (0.0, -way.at - 2 * BACK, RAISED)), opened.q, {}),
        ]


def replace_middle(want: Wanted, by: tuple[float, float, float]) -> Wanted:
    """Somewhere else by so much (3,) [m]."""
    return want._replace(middle=want.middle + np.array(by))


def _level(at: tuple[float, float, float], pitch: float) -> np.ndarray:
    """(4, 4) of a forearm at a place (3,) [m] that points away from the person, palm down, and
    rises by ``pitch`` [rad] towards the hand.
    """
    T = np.eye(4)
    T[:3, :3] = np.column_stack(
        [[0, np.cos(pitch), np.sin(pitch)], [-1, 0, 0], [0, -np.sin(pitch), np.cos(pitch)]]
    )
    T[:3, 3] = at
    return T


def _when(share: float) -> float:
    """[s] of one, at which a smooth way of a second has come so far."""
    return float(np.interp(share, [minimum_jerk(t)[0] for t in TENTHS], TENTHS))


def _moved(T: np.ndarray, by: tuple[float, float, float]) -> np.ndarray:
    """(4, 4) moved in the world by (3,) [m]."""
    moved = T.copy()
    moved[:3, 3] += by
    return moved
