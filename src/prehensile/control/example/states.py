"""The state machine of Figure 3 (Pollard & Zordan 2005): eight states, blended by distance.

Distance is from the hand's surface to the object's. Two things differ from the figure, because
soft contact never quite arrives at zero and noise would make states chatter: GRIPPING begins at
`Distances.touch`, and a state is left backwards only after `Distances.band` more. RELEASING is not
a matter of distance: `release` is an event of the animator or the script.
"""

import math
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from prehensile.control.law.setpoints import GRIP, NAMES, NEUTRAL, OPEN, RELAX, RELEASE, RETURN
from prehensile.errors import InputError


class State(IntEnum):
    """In the order of a grasp."""

    NEUTRAL = 0
    OPENING_I = 1
    CLOSING = 2
    GRIPPING = 3
    RELEASING = 4
    OPENING_II = 5
    RELAXING = 6
    NEUTRAL_II = 7


@dataclass(frozen=True)
class Distances:
    """Where the states change [m]. Table 1; D0 is zero."""

    close: float = 0.05
    """D1: the hand is open and begins to close"""
    open: float = 0.3
    """D2: the hand begins to open"""
    touch: float = 0.001
    """closer than this it grips"""
    band: float = 0.005
    """hysteresis"""

    def __post_init__(self) -> None:
        ordered = 0 <= self.touch < self.close < self.open < math.inf
        if not ordered or not 0 <= self.band < math.inf:
            raise InputError(
                f"distances {self.touch:g} < {self.close:g} < {self.open:g} m, band "
                f"{self.band:g} m: expected 0 ≤ touch < close < open and band ≥ 0."
            )


GRASPS = Distances()
"""Table 1, first row."""
HANDSHAKE = Distances(close=0.09, open=0.2)
"""Table 1, second row."""


class GraspStates:
    """Where in a grasp the hand is, and the blend of setpoints that follows.

    Args:
        distances: where the states change.
        held_open: keep B[1] = 1 while CLOSING, as section 7 did "to keep the hand from contacting
            the object too quickly"; else the blend printed in Figure 3.
    """

    def __init__(self, distances: Distances = GRASPS, held_open: bool = False):
        self.distances = distances
        self.held_open = held_open
        self.state = State.NEUTRAL
        self.distance = math.inf
        """[m] at the last update"""

    def reset(self) -> None:
        """Begin in NEUTRAL, as if nothing had been near."""
        self.state, self.distance = State.NEUTRAL, math.inf

    def release(self) -> None:
        """Let go. Before GRIPPING the hand opens from where it is in the second half."""
        if self.state <= State.GRIPPING:
            self.state = State.RELEASING

    def update(self, distance: float) -> State:
        """Move on, state by state, to where this distance [m] belongs."""
        if math.isnan(distance):
            raise InputError("the distance between hand and object is not a number.")
        self.distance = float(distance)
        while (following := self._next()) is not self.state:
            self.state = following
        return self.state

    def _next(self) -> State:
        d, at = self.distance, self.distances
        match self.state:
            case State.NEUTRAL if d < at.open:
                return State.OPENING_I
            case State.OPENING_I if d < at.close:
                return State.CLOSING
            case State.OPENING_I if d > at.open + at.band:
                return State.NEUTRAL
            case State.CLOSING if d <= at.touch:
                return State.GRIPPING
            case State.CLOSING if d > at.close + at.band:
                return State.OPENING_I
            case State.GRIPPING if d > at.touch + at.band:
                return State.CLOSING
            case State.RELEASING if d > at.touch + at.band:
                return State.OPENING_II
            case State.OPENING_II if d > at.close:
                return State.RELAXING
            case State.RELAXING if d > at.open:
                return State.NEUTRAL_II
            case _:
                return self.state

    def blend(self, alpha: float = 0.0) -> np.ndarray:
        """B (6,) of (6): how much of each setpoint, at the last distance.

        Args:
            alpha: grip strength α, which counts while GRIPPING (15), (16).
        """
        at = self.distances
        far = _share((at.open - self.distance) / (at.open - at.close))  # 1 at D1
        near = _share((at.close - self.distance) / at.close)  # (12): 1 at D0
        B = np.zeros(len(NAMES))
        match self.state:
            case State.NEUTRAL:
                B[NEUTRAL] = 1
            case State.OPENING_I:
                B[NEUTRAL], B[OPEN] = 1 - far, far
            case State.CLOSING if self.held_open:
                B[OPEN] = 1
            case State.CLOSING:
                B[OPEN], B[GRIP] = 1 - near, near
            case State.GRIPPING:
                B[OPEN], B[GRIP] = -alpha, 1 + alpha
            case State.RELEASING:
                B[RELEASE] = 1
            case State.OPENING_II:
                B[RELEASE], B[RELAX] = near, 1 - near
            case State.RELAXING:
                B[RELAX], B[RETURN] = far, 1 - far
            case State.NEUTRAL_II:
                B[RETURN] = 1
        return B


def _share(value: float) -> float:
    """Cut to 0 to 1; in every step, where np.clip is slow for one number."""
    return min(max(value, 0.0), 1.0)
