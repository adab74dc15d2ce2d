"""Fingers for an arm that is keyed: open on the way, close, squeeze, hold, let go."""

import numpy as np

from prehensile.control.arm.keyed import RUN_UP, KeyedArm
from prehensile.control.controller import Controller
from prehensile.control.keyed.times import ArmTimes
from prehensile.control.law.gains import joint_gains
from prehensile.control.live.closing import (
    CLOSING_SPEED,
    SQUEEZE_LIMIT,
    DigitClosing,
    measured_grip,
)
from prehensile.control.place.candidate import Candidate
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.command import Command
from prehensile.world.world import Observation

FASTEST = 3.0
"""[rad/s] at which a hand that has little time closes"""
SQUEEZE_SECONDS = 0.25
"""[s] of a stop that are kept for squeezing"""
EARLY = 0.2
"""[s] before it arrives, at most, that a hand begins to close"""
SQUEEZE_GAIN = 0.1
"""[rad/(N s)] of setpoint per newton that is missing"""
SQUEEZE_SPEED = 0.8
"""[rad/s] at most"""
NEAR_ENOUGH = 0.1
"""Share of the grip: nearer to it than this the setpoints rest, so that what is held stays still"""
THUMB_WAITS = 0.35
"""Share of the closing time, in a power grasp: the thumb goes over the fingers, as people wrap a
handle."""
OPENING = 0.3
"""[s] in which the hand opens"""
AT_EASE = 0.8
"""[s] in which the open hand comes to rest again"""
DRAWS_BACK = 0.12
"""[m] from what it put down, before it comes to rest"""
PRESHAPED = 0.7
"""Share of the way to the object after which the hand is open"""
EVERYWHERE = np.array(True)
"""one world, and the hand closes in it"""
PHASES = ("approach", "close", "squeeze", "carry", "release", "retreat")
"""What it does, in order."""


class PathGrasp(Controller):
    """One hand of one `World` whose forearm stays on a path whatever happens.

    Args:
        hand: whose fingers are filled in.
        arm: the path; the world's clock starts `RUN_UP` before its first key.
        times: when to grasp and let go.
        candidate: how: the open and the closed pose.
        grip: [N] sum of normal forces.
    """

    def __init__(
        self, hand: Hand, arm: KeyedArm, times: ArmTimes, candidate: Candidate, grip: float
    ):
        self._hand, self._arm, self._times, self._grip = hand, arm, times, grip
        names = hand.joint_names
        self._stiffness, self._damping = joint_gains(hand)
        self._wrist = [(names.index(n), k) for k, n in enumerate(WRIST_JOINTS) if n in names]
        self._rest, self._open = hand.spec.rest, candidate.q_open
        self._fingers = DigitClosing(hand, candidate.q_open, candidate.q_closed)
        self._thumb_waits = THUMB_WAITS if corpus_pose(candidate.pose).kind == "power" else 0.0
        stop, way = times.depart - times.arrive, self._fingers.way
        self._closing_time = float(np.clip(0.6 * stop, way / FASTEST, way / CLOSING_SPEED))
        self._fingers.seconds = self._closing_time
        self._close_at = max(
            min(times.arrive, times.depart - self._closing_time - SQUEEZE_SECONDS),
            times.arrive - EARLY,
        )

    def path_time(self, world_time: float) -> float:
        """[s] on the path's clock."""
        return world_time + self._arm.begin - RUN_UP

    @property
    def gripping(self) -> bool:
        """Whether every digit has closed."""
        return self._gripping

    @property
    def phase(self) -> str:
        """What it does now."""
        return self._phase

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase so far, on the path's clock."""
        ends = [*self._began[1:], ("", self._now)]
        return [[n, b, e] for (n, b), (_, e) in zip(self._began, ends, strict=True)]

    def reset(self, obs: Observation) -> None:
        """Begin at ease, before the first key."""
        self._fingers.reset(())
        self._gripping, self._at_ease = False, 0.0
        self._phase, self._now = PHASES[0], self.path_time(float(obs.time))
        self._began: list[tuple[str, float]] = [(PHASES[0], self._now)]

    def act(self, obs: Observation) -> Command:
        """One step."""
        self._now = self.path_time(float(obs.time))
        self._enter(self._phase_now())
        if self._phase == "close":
            self._close(obs)
        elif self._phase in ("squeeze", "carry"):
            self._press(obs)
        elif self._phase in ("release", "retreat"):
            self._open_up(obs)
        ahead = self._now + obs.timestep
        goal = self._arm.at(ahead)
        return Command(
            q_ref=self._setpoint(ahead),
            stiffness=self._stiffness,
            damping=self._damping,
            forearm=goal.pose,
            forearm_twist=goal.twist,
        )

    def _phase_now(self) -> str:
        t, times = self._now, self._times
        if times.release is not None and t >= times.release:
            return "release" if t < times.release + OPENING else "retreat"
        if t < self._close_at:
            return "approach"
        if self._gripping:
            return "squeeze" if t < times.depart else "carry"
        return "close"

    def _enter(self, phase: str) -> None:
        if phase != self._phase:
            self._phase = phase
            self._began.append((phase, self._now))

    def _close(self, obs: Observation) -> None:
        elapsed = self._now - self._close_at
        thumb_waits = np.array(elapsed < self._thumb_waits * self._closing_time)
        self._fingers.stop_at_touch(obs, EVERYWHERE)
        self._fingers.close(obs, self._setpoint(self._now), EVERYWHERE, thumb_waits)
        late = elapsed > (1 + self._thumb_waits) * self._closing_time + SQUEEZE_SECONDS
        self._gripping = bool(self._fingers.stopped.all()) or late

    def _press(self, obs: Observation) -> None:
        missing = self._grip - measured_grip(obs)
        off = np.abs(missing) > NEAR_ENOUGH * self._grip
        self._fingers.press(obs, missing, SQUEEZE_GAIN, SQUEEZE_SPEED, off)

    def _open_up(self, obs: Observation) -> None:
        part = obs.timestep / OPENING
        self._fingers.open(part, 2 * SQUEEZE_LIMIT * part, EVERYWHERE)
        if self._has_left(obs.forearm):
            self._at_ease = min(self._at_ease + obs.timestep / AT_EASE, 1.0)

    def _has_left(self, forearm: np.ndarray) -> bool:
        """Whether the hand has left what it put down: a hand that closes sooner takes it along."""
        assert self._times.release is not None, "the hand lets go before it goes away"
        left = self._arm.poses(np.array([self._times.release]))[0]
        return self._at_ease > 0 or bool(np.linalg.norm(forearm[:3] - left[:3]) > DRAWS_BACK)

    def _setpoint(self, time: float) -> np.ndarray:
        way = max(PRESHAPED * (self._close_at - self._arm.begin), 1e-9)
        shaped = minimum_jerk((time - self._arm.begin) / way)[0]
        shaped = min(shaped, 1 - minimum_jerk(self._at_ease)[0])
        q = self._fingers.beyond(self._rest + shaped * (self._open - self._rest))
        wrist = self._arm.wrist(time)
        for joint, k in self._wrist:
            q[joint] = wrist[k]
        return q
