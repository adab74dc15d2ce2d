"""A grasp in sequence by timetable: squeeze for a second, carry, hold for three."""

import numpy as np

from prehensile.control.attempt.attempt import HOLD_SECONDS
from prehensile.control.attempt.play import Script
from prehensile.control.live.grasp_motion import GraspMotion
from prehensile.control.live.sequencer import CARRY, HOLD, SQUEEZE, SQUEEZE_SECONDS, GraspSequencer
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.observation import Observation


class SequenceScript(Script):
    """A `GraspSequencer` that is told to set out once it has squeezed, in one world or in many."""

    def __init__(self, hand: Hand, motion: GraspMotion):
        self._grasp = GraspSequencer(hand, motion)
        self._done_at = np.array(np.nan)

    @property
    def motion(self) -> GraspMotion:
        """The way of hand and arm: in, closed, and how the object is carried."""
        return self._grasp.motion

    @property
    def phase(self) -> np.ndarray:
        """(...) the name of the phase; for one world a string."""
        return np.where(self.finished, "done", self._grasp.phase)[()]

    @property
    def finished(self) -> np.ndarray:
        """(...,) whether the hold is over (at the last observation)."""
        return ~np.isnan(self._done_at)

    @property
    def carries_since(self) -> np.ndarray:
        """(...,) [s] when the object was taken along; NaN before."""
        return self._grasp.began[..., CARRY]

    def spans(self, world: int | tuple[()] = ()) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase that is over; of many worlds say which."""
        names = ["approach", "close", "squeeze", self.motion.carry.name, "hold"]
        began = [*self._grasp.began[world].tolist(), float(self._done_at[world])]
        spans = zip(names, began[:-1], began[1:], strict=True)
        return [[name, start, end] for name, start, end in spans if end == end]  # NaN: not yet

    def reset(self, obs: Observation) -> None:
        """Begin at the start of the approach."""
        self._grasp.reset(obs)
        self._done_at = np.full(obs.q.shape[:-1], np.nan)

    def act(self, obs: Observation) -> Command:
        """The orders that are due, and one step."""
        grasp = self._grasp
        elapsed = grasp.elapsed(obs.time)
        squeezed = (grasp.stage == SQUEEZE) & (elapsed >= SQUEEZE_SECONDS)
        held = (grasp.stage == HOLD) & (elapsed >= HOLD_SECONDS) & ~self.finished
        grasp.set_out(squeezed, obs.time)
        self._done_at = np.where(held, obs.time, self._done_at)
        return grasp.act(obs)
