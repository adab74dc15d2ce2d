"""The plain grasp sequencer: approach, close, squeeze, carry, hold."""

from dataclasses import dataclass, field

import numpy as np

from prehensile.control.carry import Carry, lift, minimum_jerk
from prehensile.control.controller import Controller
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS
from prehensile.world.command import Command
from prehensile.world.world import Observation

STIFFNESS = {
    # [Nm/rad] In the ratio of the joints' lever arms to the fingertip, so that closing all joints
    # of a finger by the same angle presses with the pad and does not curl the tip.
    "wrist": 60.0,
    "cmc_abd": 2.0,
    "cmc_flex": 2.0,
    "mp_flex": 1.0,
    "ip_flex": 0.5,
    "mcp_abd": 1.5,
    "mcp_flex": 1.2,
    "pip_flex": 0.6,
    "dip_flex": 0.25,
}
RELAXATION = 0.05
"""[s] damping over stiffness: how fast a joint reaches its setpoint"""
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


class GraspSequencer(Controller):
    """Runs a `GraspMotion`; ``phase`` tells where it is, ``phases`` when each began.

    Each digit closes along the straight line from ``q_open`` to ``q_closed`` and on, and stops
    where it first touches. Then one common angle is added to all of them until the forces add up
    to the wanted grip; after that the setpoints stay as they are, so that what is held stays still.
    """

    def __init__(self, hand: Hand, motion: GraspMotion):
        self._hand = hand
        self._motion = motion
        names = hand.joint_names
        self._stiffness = np.array([_stiffness(name) for name in names])
        self._damping = RELAXATION * self._stiffness
        self._digit = np.array([_digit(name) for name in names])
        flexes = np.array([n.endswith("flex") and n not in WRIST_JOINTS for n in names])
        self._squeeze_by = flexes.astype(float)
        self._travel = motion.q_closed - motion.q_open + OVERCLOSE * self._squeeze_by
        self._closing_time = max(float(np.abs(self._travel).max()) / CLOSING_SPEED, 0.3)

    def reset(self, obs: Observation) -> None:
        """Begin at the start of the approach."""
        self.phase = "approach"
        self.phases: list[tuple[str, float]] = [("approach", obs.time)]
        self._closed = np.zeros(len(DIGITS))
        self._stopped = np.zeros(len(DIGITS), dtype=bool)
        self._squeeze = 0.0

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase that is over."""
        ends = [start for _, start in self.phases[1:]]
        return [[name, start, end] for (name, start), end in zip(self.phases, ends, strict=False)]

    @property
    def finished(self) -> bool:
        """Whether the hold is over (at the last observation)."""
        return self.phase == "done"

    def act(self, obs: Observation) -> Command:
        """One step of the sequence."""
        m, elapsed = self._motion, self._elapsed(obs)
        if self.phase == "approach" and elapsed >= m.approach_seconds:
            self._enter("close", obs)
        if self.phase == "close":
            self._close(obs)
            if self._stopped.all() or elapsed >= LONGEST_CLOSE:
                self._enter("squeeze", obs)
        elif self.phase == "squeeze":
            missing = m.grip - float(obs.finger_force.sum() + obs.palm_force)
            rate = np.clip(SQUEEZE_GAIN * missing, -SQUEEZE_SPEED, SQUEEZE_SPEED)
            self._squeeze = float(np.clip(self._squeeze + rate * obs.timestep, 0, SQUEEZE_LIMIT))
            if elapsed >= SQUEEZE_SECONDS:
                self._enter(m.carry.name, obs)
        elif self.phase == m.carry.name and elapsed >= m.carry.seconds:
            self._enter("hold", obs)
        elif self.phase == "hold" and elapsed >= m.hold_seconds:
            self._enter("done", obs)
        pose, twist = self._forearm(obs)
        return Command(
            q_ref=self._setpoint(),
            stiffness=self._stiffness,
            damping=self._damping,
            forearm=pose,
            forearm_twist=twist,
        )

    def _elapsed(self, obs: Observation) -> float:
        return obs.time - self.phases[-1][1]

    def _enter(self, phase: str, obs: Observation) -> None:
        self.phase = phase
        self.phases.append((phase, obs.time))

    def _close(self, obs: Observation) -> None:
        self._stopped |= obs.finger_force > TOUCH
        self._stopped |= self._closed >= 1
        # A digit that another one blocks waits: wound up, it would strike when it comes free.
        lag = np.abs(self._setpoint() - obs.q)
        blocked = [lag[self._digit == d].max() > LONGEST_LEAD for d in range(len(DIGITS))]
        step = obs.timestep / self._closing_time
        halted = self._stopped | blocked
        if self._motion.thumb_last:
            halted[0] |= not self._stopped[1:].all() and self._elapsed(obs) < FINGERS_FIRST
        self._closed = np.where(halted, self._closed, np.minimum(self._closed + step, 1))

    def _setpoint(self) -> np.ndarray:
        m = self._motion
        s = np.where(self._digit >= 0, self._closed[self._digit], 1.0)
        return m.q_open + s * self._travel + self._squeeze * self._squeeze_by

    def _forearm(self, obs: Observation) -> tuple[np.ndarray, np.ndarray]:
        """Where the forearm should be at the end of this step, and how fast."""
        m = self._motion
        t = self._elapsed(obs) + obs.timestep
        if self.phase == "approach":
            s, rate = minimum_jerk(t / m.approach_seconds)
            pose, twist = m.forearm.copy(), np.zeros(6)
            pose[:3] += (1 - s) * m.approach
            twist[:3] = -rate / m.approach_seconds * m.approach
            return pose, twist
        if self.phase in ("hold", "done"):
            t = m.carry.seconds
        elif self.phase != m.carry.name:
            t = 0.0
        return m.carry.forearm(m.forearm, t)


def start_pose(motion: GraspMotion) -> np.ndarray:
    """(7,) of the forearm before the approach, world."""
    return np.concatenate([motion.forearm[:3] + motion.approach, motion.forearm[3:]])


def _stiffness(joint: str) -> float:
    return STIFFNESS["wrist" if joint in WRIST_JOINTS else joint.partition("_")[2]]


def _digit(joint: str) -> int:
    prefix = joint.partition("_")[0]
    return DIGITS.index(prefix) if prefix in DIGITS else -1
