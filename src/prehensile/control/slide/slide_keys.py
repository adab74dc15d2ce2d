"""What a hand does to slide something flat over the edge of a table and take it, key by key."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.control.place.stand import TABLE_FRICTION
from prehensile.control.slide.fingertip_pose import FingertipPose, tip_ball
from prehensile.control.slide.over_edge import GRAVITY, ON_TABLE, OverEdge, over_edge
from prehensile.control.slide.slide_poses import SlidePoses
from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.world.objects.object import Object

RAISED = 0.03
"""[m] above the thing, from where the hand comes down and where it leaves it"""
BACK = 0.055
"""[m] in front of the rim, where thumb and fingers pass it"""
FARTHEST = 0.004
"""[m] that a fingertip may miss its place"""
SLIDE_SPEED, SHORTEST = 0.06, 0.8
"""[m/s] on average, and [s] at least"""
LIGHTLY, PER_WEIGHT = 2.0, 1.5
"""[N] of thumb and of fingers at what weighs nothing, and more over what friction needs"""
BORNE = 0.85
"""Share of the couple that is pressed with: the table bears the rest until springs do. With more
the far end would rise as long as it is pressed"""
LOADED = 0.8
"""Share of the weight that is borne before the lift"""
LIFT = 0.15
"""[m]"""
UP = np.array([0.0, 0.0, 1.0])
"""(3,) unit, world"""


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
    """Every pose from before the slide to the end; None if a hand cannot.

    Args:
        obj: what lies flat.
        hand: a human one.
        grip: [N] sum of normal forces; what suits the thing if None. What is heavy is pressed as
            its moment asks for.
        hold: [s] in the air.
        put: whether it is put down where it was taken; what was dragged onto the thumb is not, it
            would fall from the edge.
    """
    way = over_edge(obj, tip_ball(hand, "thumb")[1])
    return None if way is None else _Keyed(obj, hand, way).keys(grip, hold, put)


class _Keyed:
    """Keys of one hand for one thing."""

    def __init__(self, obj: Object, hand: Hand, way: OverEdge):
        self._way, self._poses = way, SlidePoses(obj, hand, way)
        self._weight = obj.mass * GRAVITY
        self._friction = float(obj.friction[0])
        self._pinch = self._poses.pinch()

    def keys(self, grip: float | None, hold: float, put: bool) -> SlideKeys | None:
        """All of them; None if fingertips do not reach."""
        before = self._dragged() if self._way.dragged else self._taken_anew()
        if before is None or self._pinch.miss > FARTHEST:
            return None
        light = LIGHTLY + PER_WEIGHT * self._weight / self._friction
        squeeze = (BORNE if self._way.from_below else 1.0) * self._way.couple or (
            light if grip is None else grip / 2
        )
        keys = [*before, *self._lifted(squeeze, hold)]
        if put and not self._way.dragged:
            keys += self._put_down(keys[-1])
        return SlideKeys(self._way, tuple(keys), self._pinch, squeeze)

    def _press(self, pull: bool) -> dict[str, np.ndarray]:
        fingers, press = self._way.fingers, self._way.press
        drag = TABLE_FRICTION * (press + self._weight) if pull else 0.0
        return {f: np.array([0.0, -drag, -press]) / len(fingers) for f in fingers}

    def _squeezed(self, squeeze: float, carried: float) -> dict[str, np.ndarray]:
        fingers = self._way.fingers
        thumb, others = squeeze + carried, -squeeze
        if self._way.from_below:
            thumb, others = others, thumb
        return {"thumb": thumb * UP, **{f: others / len(fingers) * UP for f in fingers}}

    def _slid(self, end: FingertipPose, distance: float) -> list[Key]:
        """Come down, press, drag to that end."""
        there, q = end.T_world_forearm, end.q
        begin = _moved(there, y=distance)
        seconds = max(distance / SLIDE_SPEED, SHORTEST)
        return [
            Key("approach", 0.0, _moved(begin, y=-0.01, z=RAISED), q, {}),
            Key("approach", 0.6, begin, q, {}),
            Key("press", 0.4, begin, q, self._press(pull=False)),
            Key("slide", 0.2, begin, q, self._press(pull=True)),
            Key("slide", seconds, there, q, self._press(pull=True)),
        ]

    def _taken_anew(self) -> list[Key] | None:
        """Slid, let go of, and taken between thumb and fingers that come from in front."""
        way = self._way
        sliding = self._poses.sliding(way.edge - way.jut + way.drag_at)
        if sliding.miss > FARTHEST:
            return None
        there, q = sliding.T_world_forearm, sliding.q
        opened = self._poses.opened(self._pinch)
        beside = opened.T_world_forearm
        return [
            *self._slid(sliding, way.slid),
            Key("slide", 0.2, there, q, {}),
            Key("reach", 0.4, _moved(there, z=RAISED), q, {}),
            Key("reach", 0.6, _moved(there, y=-way.drag_at - BACK, z=RAISED), q, {}),
            *([self._turning(opened)] if way.from_below else []),
            Key("reach", 0.6, _moved(beside, y=-way.at - BACK), opened.q, {}),
            Key("reach", 0.6, beside, opened.q, {}),
            Key("close", 0.5, self._pinch.T_world_forearm, self._pinch.q, {}),
        ]

    def _turning(self, opened: FingertipPose) -> Key:
        """Half way from palm down to palm up: the thumb is up."""
        T = _moved(opened.T_world_forearm, y=-self._way.at - BACK, z=RAISED)
        quarter = np.array([-self._poses.side * np.pi / 2, 0.0, 0.0])
        T[:3, :3] = T[:3, :3] @ so3.exp(quarter)
        return Key("reach", 0.4, T, opened.q, {})

    def _dragged(self) -> list[Key] | None:
        """Slid to the edge, and dragged onto the thumb that has come under it."""
        way, poses = self._way, self._poses
        stretched, sliding = poses.stretched(self._pinch), poses.sliding(way.edge + ON_TABLE)
        if max(stretched.miss, sliding.miss) > FARTHEST:
            return None
        low = stretched.T_world_forearm
        aside = poses.with_thumb(stretched.q, sliding.q)
        press, drag = self._press(pull=False), self._press(pull=True)
        short = way.edge + ON_TABLE - poses.takes_at
        turned, onto = poses.turned_over(sliding, stretched), poses.onto_thumb(stretched)
        return [
            *self._slid(sliding, way.slid - short),
            Key("slide", 0.2, sliding.T_world_forearm, sliding.q, press),
            *(Key("slide", 0.25, p.T_world_forearm, p.q, press) for p in turned),
            Key("slide", 0.25, low, aside, press),
            Key("slide", 0.6, low, poses.before_edge(stretched).q, press),
            Key("slide", 0.4, low, stretched.q, press),
            Key("slide", 0.2, low, stretched.q, drag),
            *(Key("slide", 0.25, p.T_world_forearm, p.q, drag) for p in onto),
            Key("close", 0.4, self._pinch.T_world_forearm, self._pinch.q, press),
        ]

    def _lifted(self, squeeze: float, hold: float) -> list[Key]:
        T, q, weight = self._pinch.T_world_forearm, self._pinch.q, self._weight
        up = _moved(T, z=LIFT)
        return [
            Key("squeeze", 0.6, T, q, self._squeezed(squeeze, 0.0)),
            Key("squeeze", 0.4, T, q, self._squeezed(squeeze, LOADED * weight)),
            Key("lift", 1.2, up, q, self._squeezed(squeeze, weight)),
            Key("hold", hold, up, q, self._squeezed(squeeze, weight)),
        ]

    def _put_down(self, held: Key) -> list[Key]:
        """Where it was taken, and let go of: the thumb goes down, the fingers up, the hand back."""
        T, q, at = self._pinch.T_world_forearm, self._pinch.q, self._way.at
        opened = self._poses.opened(self._pinch)
        beside = opened.T_world_forearm
        return [
            Key("put", 1.4, T, q, held.force),
            Key("put", 0.3, T, q, held.force),
            Key("release", 0.3, T, q, {}),
            Key("release", 0.5, beside, opened.q, {}),
            Key("go back", 0.8, _moved(beside, y=-at - BACK), opened.q, {}),
            Key("relax", 1.0, _moved(beside, y=-at - 2 * BACK, z=RAISED), opened.q, {}),
        ]


def _moved(T: np.ndarray, y: float = 0.0, z: float = 0.0) -> np.ndarray:
    """(4, 4) moved in the world by so much [m]."""
    moved = T.copy()
    moved[:3, 3] += [0.0, y, z]
    return moved
