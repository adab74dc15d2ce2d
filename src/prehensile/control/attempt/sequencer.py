"""The plain grasp sequencer: approach, close, squeeze, carry, hold."""

from dataclasses import dataclass, field

import numpy as np

from prehensile.control.arm.carry import Carry, lift, minimum_jerk
from prehensile.control.controller import Controller
from prehensile.control.law.gains import joint_gains
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS
from prehensile.world.command import Command
from prehensile.world.world import Observation

TOUCH = 0.25
"""[N] at which a closing digit stops"""
CLOSING_SPEED = 1.4
"""[rad/s] of the fastest joint"""
OVERCLOSE = np.radians(35)
"""Past the corpus pose, for objects that are smaller than the one it was made for."""
LONGEST_LEAD = 0.2
"""[rad] that a setpoint may run ahead of its joint"""
LONGEST_CLOSE = 2.0
"""[s]"""
FINGERS_FIRST = 1.0
"""[s] that a thumb which closes last waits for the fingers, at most"""
SQUEEZE_SECONDS = 1.0
SQUEEZE_GAIN = 0.05
"""[rad/(N s)] of setpoint per newton that is still missing"""
SQUEEZE_SPEED = 0.6
"""[rad/s] at most"""
SQUEEZE_LIMIT = np.radians(60)


@dataclass(frozen=True)
class GraspMotion:
    """What to do, resolved for one hand and one object."""

    q_open: np.ndarray
    """(23,) [rad] on the way to the object"""
    q_closed: np.ndarray
    """(23,) [rad] the corpus pose"""
    forearm: np.ndarray
    """(7,) where the forearm grasps, world"""
    approach: np.ndarray
    """(3,) [m] from there back to where it starts, world"""
    grip: float
    """[N] sum of normal forces on the object"""
    thumb_last: bool = False
    """Close the thumb after the fingers, over them if need be: the way people wrap a handle."""
    carry: Carry = field(default_factory=lift)
    """what the arm does with the gripped object"""
    approach_seconds: float = 1.0
    hold_seconds: float = 3.0


APPROACH, CLOSE, SQUEEZE, CARRY, HOLD, DONE = range(6)


class GraspSequencer(Controller):
    """Runs a `GraspMotion`, in one world or in many, each at its own pace.

    Each digit closes along the straight line from ``q_open`` to ``q_closed`` and on, and stops
    where it first touches. Then one common angle is added to all of them until the forces add up
    to the wanted grip; after that the setpoints stay as they are, so that what is held stays still.
    """

    def __init__(self, hand: Hand, motion: GraspMotion):
        self._hand = hand
        self._motion = motion
        names = hand.joint_names
        self._stiffness, self._damping = joint_gains(hand)
        self._digit = np.array([_digit(name) for name in names])
        flexes = np.array([n.endswith("flex") and n not in WRIST_JOINTS for n in names])
        self._squeeze_by = flexes.astype(float)
        self._travel = motion.q_closed - motion.q_open + OVERCLOSE * self._squeeze_by
        self._closing_time = max(float(np.abs(self._travel).max()) / CLOSING_SPEED, 0.3)
        self._names = np.array(["approach", "close", "squeeze", motion.carry.name, "hold", "done"])
        self._longest = np.array(
            [
                motion.approach_seconds,
                LONGEST_CLOSE,
                SQUEEZE_SECONDS,
                motion.carry.seconds,
                motion.hold_seconds,
                np.inf,
            ]
        )

    def reset(self, obs: Observation) -> None:
        """Begin at the start of the approach."""
        worlds = obs.q.shape[:-1]
        self._phase = np.zeros(worlds, dtype=int)
        self._began = np.full((*worlds, len(self._names)), np.nan)
        self._began[..., APPROACH] = obs.time
        self._since = np.array(obs.time)
        self._closed = np.zeros((*worlds, len(DIGITS)))
        self._stopped = np.zeros((*worlds, len(DIGITS)), dtype=bool)
        self._squeeze = np.zeros(worlds)
        self._gains = tuple(
            np.broadcast_to(gain, obs.q.shape).copy() for gain in (self._stiffness, self._damping)
        )
        for gain in self._gains:
            gain.flags.writeable = False  # so that no Command needs to copy it

    @property
    def phase(self) -> np.ndarray:
        """(...) the name of the phase; for one world a string."""
        return self._names[self._phase]

    @property
    def finished(self) -> np.ndarray:
        """(...) whether the hold is over (at the last observation)."""
        return self._phase == DONE

    def spans(self, world: int | tuple[()] = ()) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase that is over; of many worlds say which."""
        names, began = self._names.tolist(), self._began[world].tolist()
        spans = zip(names[:DONE], began[:DONE], began[1:], strict=True)
        return [[name, start, end] for name, start, end in spans if end == end]  # NaN: not yet

    def act(self, obs: Observation) -> Command:
        """One step of the sequence."""
        arrived = self._elapsed(obs) >= self._motion.approach_seconds
        self._advance(arrived & (self._phase == APPROACH), obs)
        elapsed = self._elapsed(obs)
        over = elapsed >= self._longest[self._phase]
        closing, squeezing = self._phase == CLOSE, self._phase == SQUEEZE
        if closing.any():
            self._close(obs, closing, elapsed)
            over |= closing & self._stopped.all(axis=-1)
        if squeezing.any():
            self._press(obs, squeezing)
        self._advance(over, obs)
        pose, twist = self._forearm(obs)
        stiffness, damping = self._gains
        return Command(
            q_ref=self._setpoint(),
            stiffness=stiffness,
            damping=damping,
            forearm=pose,
            forearm_twist=twist,
        )

    def _elapsed(self, obs: Observation) -> np.ndarray:
        return obs.time - self._since

    def _advance(self, over: np.ndarray, obs: Observation) -> None:
        """The next phase, where this one is over."""
        if not over.any():
            return
        self._phase = np.where(over, self._phase + 1, self._phase)
        self._since = np.where(over, obs.time, self._since)
        entered = over[..., None] & (np.arange(len(self._names)) == self._phase[..., None])
        self._began = np.where(entered, self._since[..., None], self._began)

    def _close(self, obs: Observation, closing: np.ndarray, elapsed: np.ndarray) -> None:
        closing = closing[..., None]
        self._stopped |= closing & ((obs.finger_force > TOUCH) | (self._closed >= 1))
        # A digit that another one blocks waits: wound up, it would strike when it comes free.
        lag = np.abs(self._setpoint() - obs.q)
        lags = [lag[..., self._digit == d].max(axis=-1, initial=0) for d in range(len(DIGITS))]
        halted = ~closing | self._stopped | (np.stack(lags, axis=-1) > LONGEST_LEAD)
        if self._motion.thumb_last:
            fingers_move = ~self._stopped[..., 1:].all(axis=-1)
            halted[..., 0] |= fingers_move & (elapsed < FINGERS_FIRST)
        step = obs.timestep / self._closing_time
        self._closed = np.where(halted, self._closed, np.minimum(self._closed + step, 1))

    def _press(self, obs: Observation, squeezing: np.ndarray) -> None:
        missing = self._motion.grip - (obs.finger_force.sum(axis=-1) + obs.palm_force)
        rate = np.clip(SQUEEZE_GAIN * missing, -SQUEEZE_SPEED, SQUEEZE_SPEED)
        squeezed = np.clip(self._squeeze + rate * obs.timestep, 0, SQUEEZE_LIMIT)
        self._squeeze = np.where(squeezing, squeezed, self._squeeze)

    def _setpoint(self) -> np.ndarray:
        s = np.where(self._digit >= 0, self._closed[..., self._digit], 1.0)
        squeeze = self._squeeze[..., None] * self._squeeze_by
        return self._motion.q_open + s * self._travel + squeeze

    def _forearm(self, obs: Observation) -> tuple[np.ndarray, np.ndarray]:
        """Where the forearm should be at the end of this step (..., 7), and how fast (..., 6)."""
        m = self._motion
        t = self._elapsed(obs) + obs.timestep
        way = np.where(self._phase == APPROACH, np.minimum(t - m.approach_seconds, 0.0), 0.0)
        way = np.where(self._phase == CARRY, t, way)
        way = np.where(self._phase >= HOLD, m.carry.seconds, way)
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
        m = self._motion
        if t >= 0:
            return m.carry.forearm(m.forearm, t)
        s, rate = minimum_jerk(1 + t / m.approach_seconds)
        pose, twist = m.forearm.copy(), np.zeros(6)
        pose[:3] += (1 - s) * m.approach
        twist[:3] = -rate / m.approach_seconds * m.approach
        return pose, twist


def start_pose(motion: GraspMotion) -> np.ndarray:
    """(7,) of the forearm before the approach, world."""
    return np.concatenate([motion.forearm[:3] + motion.approach, motion.forearm[3:]])


def _digit(joint: str) -> int:
    prefix = joint.partition("_")[0]
    return DIGITS.index(prefix) if prefix in DIGITS else -1
