"""When a phase ends (3.2.1), row by row."""

from typing import NamedTuple, Self

import numpy as np

from prehensile.manipulate.configuration import Configuration

APPROACH, ACTUATE, RELEASE = range(3)
PHASES = ("approach", "actuate", "release")
ROUNDING = 1e-9
"""[s] by which a sum of timesteps may fall short"""


class Limits(NamedTuple):
    """Numbers of a task by which its phases end, as `Configuration` says."""

    slow: float
    settled: float
    longest: float
    quality_wanted: float
    quality_lost: float
    lost_for: float
    hold_released: bool
    """whether the goal is held in release"""

    @classmethod
    def of(cls, c: Configuration) -> Self:
        """Those of a task."""
        return cls(
            float(c.slow),
            float(c.settled),
            float(c.longest),
            float(c.quality_wanted),
            float(c.quality_lost),
            float(c.lost_for),
            c.hold_in == "release",
        )


def left(
    limits: Limits,
    phase: np.ndarray,
    elapsed: np.ndarray,
    quality: np.ndarray,
    poor: np.ndarray,
    speed: np.ndarray,
    at_goal: np.ndarray,
) -> np.ndarray:
    """(N,) bool: which rows leave their phase now for the one after it.

    All phases end when the joints have come to rest or T_max is over; the approach also when its
    grasp is good enough, actuating when it is lost, release never by contact. What has reached its
    goal is held in the phase in which it got there, or is let go of and stays so.

    Args:
        limits: numbers of the task.
        phase: (N,)
        elapsed: (N,) [s] since it began.
        quality: (N,) Q of the grasp.
        poor: (N,) [s] for which it has been below the threshold.
        speed: (N,) [rad/s] norm of the fingers' joint velocities.
        at_goal: (N,) bool: whether the thing is where it should be.
    """
    rested = (speed < limits.slow) & (elapsed >= limits.settled - ROUNDING)
    ended = rested | (elapsed >= limits.longest - ROUNDING)
    ended |= (phase == APPROACH) & (quality >= limits.quality_wanted)
    ended |= (phase == ACTUATE) & (poor >= limits.lost_for - ROUNDING)
    if limits.hold_released:
        ended |= (phase == ACTUATE) & at_goal
    return ended & ~holds(limits, phase, at_goal)


def holds(limits: Limits, phase: np.ndarray, at_goal: np.ndarray) -> np.ndarray:
    """(N,) bool: which rows hold what has reached its goal."""
    return at_goal & (phase == RELEASE if limits.hold_released else True)
