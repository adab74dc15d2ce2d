"""An arm that goes exactly through an animator's keys."""

import numpy as np

from prehensile.control.arm.path import STEP, ArmMotion, ArmPath
from prehensile.lie import so3
from prehensile.motion.mocap.wrist_path import WristPath

RUN_UP = 0.3
"""[s] before the first key, in which the arm reaches the speed it has there, and after the last, in
which it loses it"""


class KeyedArm(ArmPath):
    """Through every key at its time; between keys by monotone cubics (Fritsch & Carlson 1980).

    Monotone, so that two equal keys are a rest and not an overshoot. A path that begins or ends in
    motion is led in and out: the same turn and straight way, swelling from rest over `RUN_UP`.
    """

    def __init__(self, path: WristPath):
        from scipy.interpolate import PchipInterpolator

        self.path = path
        self.begin, self.end = float(path.time[0]), float(path.time[-1])
        self._pose = PchipInterpolator(path.time, path.pose, axis=0)
        self._rate = self._pose.derivative()
        self._wrist = PchipInterpolator(path.time, path.wrist, axis=0)
        self._last: tuple[float, ArmMotion] | None = None

    def at(self, time: float) -> ArmMotion:
        """The motion at ``time`` [s]; at rest before the run-up and after the run-out."""
        # What is asked for the end of one step is asked again at the beginning of the next.
        if self._last is None or self._last[0] != time:
            self._last = time, self._motion(time)
        return self._last[1]

    def _motion(self, time: float) -> ArmMotion:
        pose, twist = self._moved(time)
        before, after = self._moved(time - STEP)[1], self._moved(time + STEP)[1]
        return ArmMotion(pose, twist, (after - before) / (2 * STEP))

    def wrist(self, time: float) -> np.ndarray:
        """(3,) [rad] of the wrist's joints."""
        return self._wrist(np.clip(time, self.begin, self.end))

    def poses(self, times: np.ndarray) -> np.ndarray:
        """(N, 7) on the path at times within it."""
        pose = self._pose(np.clip(times, self.begin, self.end))
        pose[:, 3:] /= np.linalg.norm(pose[:, 3:], axis=1, keepdims=True)
        return pose

    def _moved(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        if not self.begin <= time <= self.end:
            return self._led(time)
        pose, rate = self._pose(time), self._rate(time)
        length = np.linalg.norm(pose[3:])
        quat = pose[3:] / length
        turn = (rate[3:] - quat * (quat @ rate[3:])) / length
        omega = 2 * so3.quat_multiply(turn, so3.quat_conjugate(quat))[1:]  # ω = 2 q̇ q*
        return np.concatenate([pose[:3], quat]), np.concatenate([rate[:3], omega])

    def _led(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        key = self.begin if time < self.begin else self.end
        pose, twist = self._moved(key)
        u = max(1 - abs(time - key) / RUN_UP, 0.0)
        # Speed as a smooth step 3u² − 2u³, its integral counted from the key.
        way, speed = RUN_UP * (u**3 - u**4 / 2 - 0.5), 3 * u**2 - 2 * u**3
        way = way if time < key else -way
        turned = so3.to_quat(so3.exp(way * twist[3:]) @ so3.from_quat(pose[3:]))
        return np.concatenate([pose[:3] + way * twist[:3], turned]), speed * twist


class RunUp(ArmPath):
    """A keyed arm on a clock that begins `RUN_UP` before its first key."""

    def __init__(self, arm: KeyedArm):
        self._arm = arm

    def at(self, time: float) -> ArmMotion:
        """The motion at ``time`` [s] of that clock."""
        return self._arm.at(self.path_time(time))

    def path_time(self, time: float) -> float:
        """[s] on the path's own clock."""
        return time + self._arm.begin - RUN_UP
