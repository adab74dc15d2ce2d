"""When a phase ends (3.2.1), row by row."""

import numpy as np

from prehensile.manipulate.configuration import Configuration

APPROACH, ACTUATE, RELEASE = range(3)
PHASES = ("approach", "actuate", "release")
ROUNDING = 1e-9
"""[s] by which a sum of timesteps may fall short"""


def left(
    c: Configuration,
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
        c: numbers of the task.
        phase: (N,)
        elapsed: (N,) [s] since it began.
        quality: (N,) Q of the grasp.
        poor: (N,) [s] for which it has been below the threshold.
        speed: (N,) [rad/s] norm of the fingers' joint velocities.
        at_goal: (N,) bool: whether the thing is where it should be.
    """
    rested = (speed < c.slow) & (elapsed >= c.settled - ROUNDING)
    ended = rested | (elapsed >= c.longest - ROUNDING)
    ended |= (phase == APPROACH) & (quality >= c.quality_wanted)
    ended |= (phase == ACTUATE) & (poor >= c.lost_for - ROUNDING)
    if c.hold_in == "release":
        ended |= (phase == ACTUATE) & at_goal
    return ended & ~holds(c, phase, at_goal)


def holds(c: Configuration, phase: np.ndarray, at_goal: np.ndarray) -> np.ndarray:
    """(N,) bool: which rows hold what has reached its goal."""
    return at_goal & (phase == RELEASE if c.hold_in == "release" else True)
