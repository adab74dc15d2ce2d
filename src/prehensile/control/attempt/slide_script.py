"""Keys of a hand worked through by timetable: springs towards their poses, forces as planned."""

from dataclasses import replace

import numpy as np

from prehensile.control.arm.carry import Arc, Bring, reach
from prehensile.control.arm.path import CarriedArm
from prehensile.control.attempt.play import Script
from prehensile.control.law.gains import joint_gains
from prehensile.control.law.internal_model import InternalModel
from prehensile.control.slide.fingertip_pose import tip_ball
from prehensile.control.slide.slide_keys import Key, SlideKeys
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.command import Command
from prehensile.world.observation import Observation

STIFFER, STIFFER_PER_NEWTON, STIFFEST = 2.0, 0.25, 6.0
"""times the springs of a hand that closes: fingertips stay where they are planned; more for what is
pinched hard"""
UP = np.array([0.0, 0.0, 1.0])
"""(3,) unit, world"""
TRIM_SECONDS = 0.12
"""[s] time constant in which a fingertip comes to press as it shall"""
TRIMMED = 2.0, 2.0
"""[N] and times what it shall, that is added at most"""
LEAST = 0.02
"""[N] of a press that counts"""
STILL = ("hold", "put")
"""Phases in which nothing is trimmed, so that what is held stays still"""


class SlideScript(Script):
    """Comes from afar, and then goes from key to key.

    Args:
        hand: that slides.
        plan: its keys.
    """

    def __init__(self, hand: Hand, plan: SlideKeys):
        self._hand, self._keys = hand, plan.keys
        self._lies_on_fingers = plan.way.from_below
        first = self._keys[0]
        there = se3.to_pose7(first.forearm)
        come = reach(first.forearm[:3, :3], np.array([0.0, -0.02, 0.03]), UP, hand.side)
        self.start = _far_end(come, there)
        """(7,) of the forearm at the beginning, world"""
        self._times = [come.seconds]
        self._arm = CarriedArm(self.start, (0.0, come))
        for key in self._keys[1:]:
            if key.seconds:
                goal = se3.to_pose7(key.forearm)
                self._arm.go(self._times[-1], Bring(goal, key.seconds, key.name))
            self._times.append(self._times[-1] + key.seconds)
        self._model = InternalModel(hand)
        stiffness, damping = joint_gains(hand)
        stiffer = min(STIFFER + STIFFER_PER_NEWTON * plan.squeeze, STIFFEST)
        self._stiffness, self._damping = stiffer * stiffness, stiffer * damping
        self._balls = {d: tip_ball(hand, d) for d in TIP_SEGMENT}
        self._now = 0.0
        self._added: dict[str, float] = {digit: 0.0 for digit in DIGITS}
        """[N] by digit, so that what is measured is what was planned"""
        self._released = next(
            (t for t, k in zip(self._begins(), self._keys, strict=True) if k.name == "release"),
            None,
        )

    @property
    def finished(self) -> bool:
        """Whether the last key is past."""
        return self._now >= self._times[-1]

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase: keys of one name that follow each other."""
        spans: list[list[str | float]] = []
        for key, begin, end in zip(self._keys, self._begins(), self._times, strict=True):
            if spans and spans[-1][0] == key.name:
                spans[-1][2] = end
            else:
                spans.append([key.name, begin, end])
        return spans

    def _begins(self) -> list[float]:
        return [0.0, *self._times[:-1]]

    def reset(self, obs: Observation) -> None:
        """Begin from afar."""
        self._now = float(obs.time)

    def act(self, obs: Observation) -> Command:
        """One step."""
        self._now = float(obs.time)
        if self._released is not None and self._now >= self._released and self.let_go_at is None:
            self.let_go_at = self._now
        q_ref, qd_ref, force = self._between()
        now, goal = self._arm.at(self._now), self._arm.at(self._now + obs.timestep)
        self._model.pose(obs.q, obs.forearm)
        torque = self._model.torque(twist=now.twist, acceleration=now.acceleration)
        if force:
            torque = torque + self._pressing(obs, self._trimmed(obs, force))
        return Command(
            q_ref=q_ref,
            qd_ref=qd_ref,
            stiffness=self._stiffness,
            damping=self._damping,
            torque=torque,
            forearm=goal.pose,
            forearm_twist=goal.twist,
        )

    def _between(self) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        """Pose, its speed and forces between the key before and the next."""
        k = int(np.searchsorted(self._times, self._now, side="right"))
        if k == 0:
            return self._keys[0].q, np.zeros(self._hand.dof), {}
        if k == len(self._keys):
            last = self._keys[-1]
            return last.q, np.zeros(self._hand.dof), last.force
        before, after = self._keys[k - 1], self._keys[k]
        s, rate = minimum_jerk((self._now - self._times[k - 1]) / max(after.seconds, 1e-9))
        q = before.q + s * (after.q - before.q)
        speed = rate / max(after.seconds, 1e-9) * (after.q - before.q)
        return q, speed, _blend(before, after, s)

    def _trimmed(self, obs: Observation, force: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Forces [N] (3,) by digit that make up for what springs and arm take from the press."""
        phase = self._phase()
        found = {}
        for digit, push in force.items():
            size = abs(float(push[2]))
            # In the air only what is light, and from above: that and the weight are borne from
            # below. What is heavy would tilt.
            lifts = phase == "lift" and (push[2] > 0 or self._lies_on_fingers)
            if phase not in STILL and not lifts:
                missing = size - float(obs.finger_force[DIGITS.index(digit)])
                most = TRIMMED[0] + TRIMMED[1] * size if size > LEAST else 0.0
                added = self._added[digit] + obs.timestep / TRIM_SECONDS * missing
                self._added[digit] = float(np.clip(added, -size, most))
            found[digit] = push + self._added[digit] * np.sign(push[2]) * UP
        return found

    def _phase(self) -> str:
        k = int(np.searchsorted(self._times, self._now, side="right"))
        return self._keys[min(k, len(self._keys) - 1)].name

    def _pressing(self, obs: Observation, force: dict[str, np.ndarray]) -> np.ndarray:
        """(dof,) [Nm] with which fingertips push as planned, where their round ends touch."""
        found = segment_transforms(self._hand, obs.q, se3.from_pose7(obs.forearm))
        torque = np.zeros(self._hand.dof)
        for digit, push in force.items():
            segment = TIP_SEGMENT[digit]
            middle, radius = self._balls[digit]
            side = 1.0 if push[2] > 0 else -1.0
            point = se3.apply(found[segment], middle) + side * radius * UP
            torque += self._model.press_torque(segment, point, push)
        return torque


def _blend(before: Key, after: Key, share: float) -> dict[str, np.ndarray]:
    none = np.zeros(3)
    return {
        digit: (1 - share) * before.force.get(digit, none) + share * after.force.get(digit, none)
        for digit in before.force | after.force
    }


def _far_end(come: Arc, there: np.ndarray) -> np.ndarray:
    """(7,) of the forearm from where it comes to that pose (7,)."""
    return replace(come, outwards=True).forearm(there, come.seconds)[0]
