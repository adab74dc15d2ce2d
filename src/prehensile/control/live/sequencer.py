"""The plain grasp: approach, close, squeeze by itself; carry, grip harder, let go when told."""

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.controller import Controller
from prehensile.control.law.gains import joint_gains
from prehensile.control.law.grip_range import checked_grip
from prehensile.control.live.closing import CLOSING_SPEED, DigitClosing, measured_grip
from prehensile.control.live.grasp_motion import GraspMotion
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.command import Command
from prehensile.world.observation import Observation

LONGEST_CLOSE = 2.0
"""[s] after which a hand squeezes, whatever it touches"""
SHORTEST_CLOSE = 0.3
"""[s] from open to closed"""
FINGERS_FIRST = 1.0
"""[s] that a thumb which closes last waits for the fingers, at most"""
SQUEEZE_SECONDS = 1.0
"""[s] in which a grip is reached; then the setpoints rest, so that what is held stays still"""
SQUEEZE_GAIN = 0.05
"""[rad/(N s)] of setpoint per newton that is still missing"""
SQUEEZE_SPEED = 0.6
"""[rad/s] at most"""

APPROACH, CLOSE, SQUEEZE, CARRY, HOLD = range(5)
"""Stages of a grasp, in order."""


class GraspSequencer(Controller):
    """Runs a `GraspMotion`, in one world or in many, each at its own pace.

    Each digit closes along the straight line from ``q_open`` to ``q_closed`` and on, and stops
    where it first touches. Then one common angle is added to all of them until the forces add up
    to the wanted grip. There it stays until it is told to set out with the object, or to let go.
    """

    def __init__(self, hand: Hand, motion: GraspMotion):
        self.motion = motion
        self.fingers = DigitClosing(hand, motion.q_open, motion.q_closed)
        longest = float(np.abs(self.fingers.travel).max())
        self.fingers.seconds = max(longest / CLOSING_SPEED, SHORTEST_CLOSE)
        self._grip = motion.grip
        self._stiffness, self._damping = joint_gains(hand)
        self._begin(0.0, ())

    def reset(self, obs: Observation) -> None:
        """Begin at the start of the approach."""
        self._begin(obs.time, obs.q.shape[:-1])

    @property
    def phase(self) -> np.ndarray:
        """(...) the name of the stage; for one world a string."""
        return np.array(["approach", "close", "squeeze", self._carry.name, "hold"])[self.stage]

    @property
    def holding(self) -> np.ndarray:
        """(...,) whether the hand has closed and was not told to open."""
        return (self.stage >= SQUEEZE) & ~self._opening

    @property
    def opening(self) -> np.ndarray:
        """(...,) whether it was told to let go."""
        return self._opening

    def elapsed(self, time: float | np.ndarray) -> np.ndarray:
        """(...,) [s] since the stage began, at ``time`` [s]."""
        return time - self._since

    def set_grip(self, newtons: float) -> None:
        """Grip harder or softer from now on; reached within a second.

        Raises:
            InputError: no hand can grip like that.
        """
        self._grip = checked_grip(newtons)
        self._pressing = self.stage >= SQUEEZE
        self._pressing_since = np.full(self.stage.shape, np.nan)

    def set_out(self, where: np.ndarray, time: float | np.ndarray) -> None:
        """Carry the object as the motion says, in these worlds (...,), from ``time`` [s] on."""
        self._enter(CARRY, where, time)

    def move(self, carry: Carry, time: float) -> None:
        """Move the arm of one world from where it is, beginning at ``time`` [s].

        Raises:
            InputError: the hand has not closed yet.
        """
        if not self.holding.all():
            raise InputError(f"the hand cannot {carry.name} yet: it has not closed.")
        self._start, _ = self._on_the_way(float(self._way(time)))
        self._carry = carry
        self.set_out(self.holding, time)

    def let_go(self) -> None:
        """Open the hand."""
        self._opening = np.ones_like(self._opening)

    def act(self, obs: Observation) -> Command:
        """One step of the sequence."""
        arrived = self.elapsed(obs.time) >= self.motion.approach_seconds
        self._enter(CLOSE, arrived & (self.stage == APPROACH), obs.time)
        elapsed = self.elapsed(obs.time)
        closing, carrying = self.stage == CLOSE, self.stage == CARRY
        self._move_fingers(obs, closing & ~self._opening, elapsed)
        closed = (elapsed >= LONGEST_CLOSE) | self.fingers.stopped.all(axis=-1)
        self._enter(SQUEEZE, closing & closed, obs.time)
        self._enter(HOLD, carrying & (elapsed >= self._carry.seconds), obs.time)
        pose, twist = self._forearm(self._way(obs.time, obs.timestep))
        stiffness, damping = self._gains
        return Command(
            q_ref=self.fingers.beyond(self.motion.q_open),
            stiffness=stiffness,
            damping=damping,
            forearm=pose,
            forearm_twist=twist,
        )

    def _begin(self, time: float | np.ndarray, worlds: tuple[int, ...]) -> None:
        self.stage = np.zeros(worlds, dtype=int)
        """(...,) ``APPROACH`` to ``HOLD``"""
        self.began = np.full((*worlds, HOLD + 1), np.nan)
        """(..., 5) [s] when each stage began last; NaN before"""
        self.began[..., APPROACH] = time
        self._since = np.array(time)
        self._pressing = np.zeros(worlds, dtype=bool)
        self._pressing_since = np.full(worlds, np.nan)
        self._opening = np.zeros(worlds, dtype=bool)
        self._start, self._carry = self.motion.forearm, self.motion.carry
        self.fingers.reset(worlds)
        self._gains = tuple(
            np.broadcast_to(gain, (*worlds, len(gain))).copy()
            for gain in (self._stiffness, self._damping)
        )
        for gain in self._gains:
            gain.flags.writeable = False  # so that no Command needs to copy it

    def _enter(self, stage: int, where: np.ndarray, time: float | np.ndarray) -> None:
        """This stage, in these worlds (...,)."""
        if not where.any():
            return
        self.stage = np.where(where, stage, self.stage)
        self._since = np.where(where, time, self._since)
        self.began[..., stage] = np.where(where, time, self.began[..., stage])
        if stage == SQUEEZE:
            self._pressing = self._pressing | where
            self._pressing_since = np.where(where, time, self._pressing_since)

    def _move_fingers(self, obs: Observation, closing: np.ndarray, elapsed: np.ndarray) -> None:
        fingers = self.fingers
        if closing.any():
            fingers.stop_at_touch(obs, closing)
            fingers_move = ~fingers.stopped[..., 1:].all(axis=-1)
            waits = self.motion.thumb_last & fingers_move & (elapsed < FINGERS_FIRST)
            fingers.close(obs, fingers.beyond(self.motion.q_open), closing, waits)
        if self._opening.any():
            part, angle = obs.timestep / fingers.seconds, CLOSING_SPEED * obs.timestep
            fingers.open(part, angle, self._opening)
        if self._pressing.any():
            self._press(obs)

    def _press(self, obs: Observation) -> None:
        since = self._pressing_since = np.where(
            np.isnan(self._pressing_since), obs.time, self._pressing_since
        )
        missing = self._grip - measured_grip(obs)
        where = self._pressing & ~self._opening
        self.fingers.press(obs, missing, SQUEEZE_GAIN, SQUEEZE_SPEED, where)
        self._pressing = self._pressing & (obs.time - since < SQUEEZE_SECONDS)

    def _way(self, time: float | np.ndarray, ahead: float = 0.0) -> np.ndarray:
        """(...,) [s] before (negative) or after the arm sets out, ``ahead`` [s] of ``time``."""
        t = self.elapsed(time) + ahead
        way = np.where(
            self.stage == APPROACH, np.minimum(t - self.motion.approach_seconds, 0.0), 0.0
        )
        way = np.where(self.stage == CARRY, t, way)
        return np.where(self.stage == HOLD, self._carry.seconds, way)

    def _forearm(self, way: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the forearm should be (..., 7), and how fast (..., 6)."""
        if way.ndim == 0:
            return self._on_the_way(float(way))
        # Worlds that keep time share the work.
        times, which = np.unique(way, return_inverse=True)
        poses, twists = zip(*map(self._on_the_way, times.tolist()), strict=True)
        return np.stack(poses)[which], np.stack(twists)[which]

    def _on_the_way(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Pose (7,) and twist (6,) of the forearm, ``t`` [s] before (negative) or after it sets
        out with the object.
        """
        if t >= 0:
            return self._carry.forearm(self._start, t)
        m = self.motion
        s, rate = minimum_jerk(1 + t / m.approach_seconds)
        pose, twist = m.forearm.copy(), np.zeros(6)
        pose[:3] += (1 - s) * m.approach
        twist[:3] = -rate / m.approach_seconds * m.approach
        return pose, twist
