"""A reflex: what slides in the hand is gripped harder, some 80 ms later.

Fingertips feel an object slide on them, and people tighten 60 to 90 ms after it began, without
thinking. Pollard & Zordan 2005 leave room for it: whatever is added to α while GRIPPING.
"""

from collections import deque
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.world.contacts import touches
from prehensile.world.observation import Observation

LATENCY = 0.08
"""[s] from what is felt to what is done about it"""
FELT_SPEED = 0.0025
"""[m/s] of sliding from which it is felt; contacts that load and roll stay below it"""
PER_METRE = 800.0
"""[1/m] of the grip that is added for every metre slid: four fifths for a millimetre"""
FASTEST = 4.0
"""[1/s] of the grip that is added in a second, at most"""
MOST = 2.0
"""The share of the grip that is added, at most: three times the grip in all"""


class _Seen(NamedTuple):
    """Where everything was at one observation."""

    time: float
    segments: dict[str, np.ndarray]
    """name → (4, 4), world"""
    target: np.ndarray
    """(4, 4), world"""


class SlipReflex:
    """By what share to tighten the grip on one object; the `reflex` of an `ExampleController`.

    It watches how fast the object's surface slides along the skin where they touch, the mean over
    the contacts by their force, and adds to the grip in proportion to the way slid, `LATENCY`
    later. What was added stays until the grip ends.

    Args:
        hand: that holds.
        target: name of what it holds.
        after: [s] from the first step of the grip, in which digits still close and slide.
    """

    def __init__(self, hand: Hand, target: str, after: float = 0.0):
        self._hand, self._target, self._after = hand, target, after
        self._seen: _Seen | None = None
        self._begin(0.0)

    @property
    def sliding(self) -> float:
        """[m/s] of the object along the skin, at the last step."""
        return self._sliding

    def __call__(self, obs: Observation) -> float:
        """The share of the grip to add at this observation; asked in every step of a grip."""
        time, last = float(obs.time), self._seen
        if last is None or not 0 < time - last.time < 1.5 * obs.timestep:
            self._begin(time)
            last = None
        self._seen = now = self._look(obs)
        self._sliding = 0.0 if last is None else self._sliding_speed(last, now, obs)
        if time - self._began >= self._after:
            self._felt.append((time, max(self._sliding - FELT_SPEED, 0.0)))
        speed = 0.0
        while self._felt and self._felt[0][0] <= time - LATENCY:
            speed = self._felt.popleft()[1]
        added = min(PER_METRE * speed, FASTEST) * obs.timestep
        self._more = min(self._more + added, MOST)
        return self._more

    def _begin(self, time: float) -> None:
        """Forget what slipped in the last grip."""
        self._began = time
        self._felt: deque[tuple[float, float]] = deque()
        """([s] when, [m/s] of sliding beyond `FELT_SPEED`), what has not been answered yet"""
        self._sliding = self._more = 0.0

    def _look(self, obs: Observation) -> _Seen:
        segments = segment_transforms(self._hand, obs.q, se3.from_pose7(obs.forearm))
        return _Seen(float(obs.time), segments, se3.from_pose7(obs.objects[self._target]))

    def _sliding_speed(self, last: _Seen, now: _Seen, obs: Observation) -> float:
        """[m/s] of the object along the skin, mean over contacts by force; 0 without any.

        Contacts are those of the state before the last step: where both surfaces were then.
        """
        felt = touches(obs, self._target)
        if not felt:
            return 0.0
        moved = now.target @ se3.inverse(last.target)
        total = 0.0
        for touch in felt:
            of_skin = now.segments[touch.segment] @ se3.inverse(last.segments[touch.segment])
            way = se3.apply(moved, touch.point) - se3.apply(of_skin, touch.point)
            along = way - (way @ touch.push) * touch.push
            total += touch.force * float(np.linalg.norm(along))
        newtons = sum(touch.force for touch in felt)
        return total / newtons / (now.time - last.time)
