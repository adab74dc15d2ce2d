"""A grasp that goes on when it is told: approach, squeeze harder, lift, shake, let go."""

from dataclasses import replace

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.attempt.job import checked_grip
from prehensile.control.attempt.sequencer import (
    CLOSING_SPEED,
    SQUEEZE,
    SQUEEZE_SECONDS,
    GraspMotion,
    GraspSequencer,
)
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.world import Observation


class LiveGrasp(GraspSequencer):
    """A `GraspSequencer` for one world that approaches, closes, and then does what it is told.

    The grip that was asked for last is reached within a second; after that the setpoints rest, so
    that what is held stays still.
    """

    def __init__(self, hand: Hand, motion: GraspMotion):
        super().__init__(hand, motion)
        self._longest[SQUEEZE] = np.inf

    def reset(self, obs: Observation) -> None:
        """Begin at the start of the approach."""
        super().reset(obs)
        self._regulate_until: float | None = None
        self._opening = False
        self._rest = self._motion.forearm
        self._carry: Carry | None = None
        self._carry_began = 0.0

    @property
    def doing(self) -> str:
        """What it does now, in a word or two."""
        if self._opening:
            return "let go"
        if self._phase != SQUEEZE:
            return str(self.phase)
        return "hold" if self._carry is None else self._carry.name

    @property
    def holding(self) -> bool:
        """Whether the hand has closed and was not told to open."""
        return bool(self._phase == SQUEEZE) and not self._opening

    def set_grip(self, newtons: float) -> None:
        """Grip harder or softer from now on."""
        self._motion = replace(self._motion, grip=checked_grip(newtons))
        self._regulate_until = None

    def move(self, carry: Carry, time: float) -> None:
        """Move the arm with what it holds, beginning at ``time`` [s].

        Raises:
            InputError: the hand has not closed yet.
        """
        if self._phase != SQUEEZE:
            raise InputError(f"the hand cannot {carry.name} yet: it has not closed.")
        self._end_carry(time)
        self._carry, self._carry_began = carry, time

    def open(self) -> None:
        """Let go."""
        self._opening = True

    def act(self, obs: Observation) -> Command:
        """One step."""
        if self._opening:
            self._closed = np.maximum(self._closed - obs.timestep / self._closing_time, 0)
            self._squeeze = np.maximum(self._squeeze - CLOSING_SPEED * obs.timestep, 0)
        return super().act(obs)

    def _press(self, obs: Observation, squeezing: np.ndarray) -> None:
        if self._regulate_until is None:
            self._regulate_until = float(obs.time) + SQUEEZE_SECONDS
        if not self._opening and obs.time < self._regulate_until:
            super()._press(obs, squeezing)

    def _forearm(self, obs: Observation) -> tuple[np.ndarray, np.ndarray]:
        if self._phase != SQUEEZE:
            return super()._forearm(obs)
        t = float(obs.time) + obs.timestep
        if self._carry is not None and t >= self._carry_began + self._carry.seconds:
            self._end_carry(t)
        if self._carry is None:
            return self._rest, np.zeros(6)
        return self._carry.forearm(self._rest, t - self._carry_began)

    def _end_carry(self, time: float) -> None:
        if self._carry is not None:
            self._rest, _ = self._carry.forearm(self._rest, time - self._carry_began)
            self._carry = None
