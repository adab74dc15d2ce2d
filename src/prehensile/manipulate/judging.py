"""The test that policies are judged by: goals, starts and limits. Written before anything learned.

Seeds below 1000 are for learning, tuning and looking; the bench judges seed 1001. A trial depends
on the seed and its own number alone, however many there are.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.lie import so3

JUDGED_SEED = 1001
"""the bench's own; results are reported for it and the two after it, with all goals"""
TIMESTEP = 1 / 120
"""[s] of the judged simulation, with preset ``fast``"""
TRIALS = {"dial": 100, "ball": 50}
"""task → goals of the judged figure"""


@dataclass(frozen=True)
class Limits:
    """When a goal is reached, and when a trial is over."""

    seconds: float
    """[s] after which a goal is missed"""
    angle: float
    """[rad] largest error of the object's orientation at the goal"""
    rate: float = np.inf
    """[rad/s] fastest turning there"""
    distance: float = np.inf
    """[m] farthest from the goal's place"""
    held: float = 0.5
    """[s] for which all of this holds without a break"""
    untouched: float = np.inf
    """[s] without a contact after which the object was dropped"""


LIMITS = {
    "dial": Limits(seconds=20.0, angle=0.05, rate=0.05),
    "ball": Limits(seconds=30.0, angle=0.3, distance=0.01, untouched=0.5),
}
"""by task"""

DIAL_FARTHEST = np.pi
"""[rad] A dial's goal lies uniformly within this of where it starts."""
BALL_FARTHEST = np.pi / 2
"""[rad] A ball's goal is turned by up to this about an axis of any direction, in the same place."""


def goal_angle(seed: int, trial: int) -> float:
    """[rad] how far a dial is to be turned."""
    return float(_stream(seed, trial, 0).uniform(-DIAL_FARTHEST, DIAL_FARTHEST))


def goal_turn(seed: int, trial: int) -> np.ndarray:
    """(4,) wxyz how a ball is to be turned, world axes."""
    rng = _stream(seed, trial, 0)
    axis = rng.standard_normal(3)
    return so3.to_quat(so3.exp(rng.uniform(0, BALL_FARTHEST) * axis / np.linalg.norm(axis)))


def start_stream(seed: int, trial: int) -> np.random.Generator:
    """What a task draws the start of a trial from: a valid pose of the hand at random."""
    return _stream(seed, trial, 1)


def _stream(seed: int, trial: int, purpose: int) -> np.random.Generator:
    if seed < 0 or trial < 0:
        raise InputError(f"seed {seed} and trial {trial} must not be negative.")
    return np.random.default_rng([seed, trial, purpose])


class Outcome(NamedTuple):
    """How trials ended, (count,) each."""

    reached: np.ndarray
    """whether"""
    seconds: np.ndarray
    """[s] when it had been held for long enough; NaN where the goal was missed"""
    dropped: np.ndarray
    """lost before the goal was reached"""
    error: np.ndarray
    """[rad] at the end of the trial"""
    over: np.ndarray
    """reached, dropped, or out of time"""


class Judge:
    """Watches trials step by step.

    Args:
        limits: of the task.
        count: how many trials run side by side.
        timestep: [s]
    """

    def __init__(self, limits: Limits, count: int, timestep: float = TIMESTEP):
        if not timestep > 0 or count < 1:
            raise InputError(f"cannot judge {count} trials at a timestep of {timestep} s.")
        self._limits = limits
        self._timestep = timestep
        self._steps = 0
        self._within = np.zeros(count, dtype=int)
        self._untouched = np.zeros(count, dtype=int)
        self._outcome = Outcome(
            reached=np.zeros(count, dtype=bool),
            seconds=np.full(count, np.nan),
            dropped=np.zeros(count, dtype=bool),
            error=np.full(count, np.nan),
            over=np.zeros(count, dtype=bool),
        )

    @property
    def outcome(self) -> Outcome:
        """How it stands; never written into."""
        return self._outcome

    def see(
        self,
        error: np.ndarray,
        rate: np.ndarray | float = 0.0,
        distance: np.ndarray | float = 0.0,
        touched: np.ndarray | bool = True,
    ) -> Outcome:
        """What a step of the simulation ended in. Trials that are over are looked at no more.

        Args:
            error: (count,) [rad] angle to the goal; NaN counts as missed.
            rate: (count,) [rad/s] of turning.
            distance: (count,) [m] from the goal's place.
            touched: (count,) whether the hand touches the object.
        """
        limits, last = self._limits, self._outcome
        self._steps += 1
        going = ~last.over
        near = (np.abs(error) <= limits.angle) & (np.abs(rate) <= limits.rate)
        near &= np.asarray(distance) <= limits.distance
        self._within = np.where(near, self._within + 1, 0)
        self._untouched = np.where(touched, 0, self._untouched + 1)
        dropped = going & (self._untouched >= self._count(limits.untouched))
        reached = going & ~dropped & (self._within >= self._count(limits.held))
        late = self._steps >= self._count(limits.seconds)
        self._outcome = Outcome(
            reached=last.reached | reached,
            seconds=np.where(reached, self._steps * self._timestep, last.seconds),
            dropped=last.dropped | dropped,
            error=np.where(going, np.abs(error), last.error),
            over=last.over | reached | dropped | late,
        )
        return self._outcome

    def _count(self, seconds: float) -> float:
        """How many steps last so long; a step that ends within rounding of it counts."""
        return np.inf if np.isinf(seconds) else np.ceil(seconds / self._timestep - 1e-6)
