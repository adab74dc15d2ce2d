"""The torque-arm trick: a plank on a force–torque sensor makes small forces large torques.

The plank lies along the sensor's +y. A force at reach L turns the gauges by τ_x = L f_z and
τ_z = −L f_x, so that two axes are read through torques, ten times finer (Kry 2005, 3.2.1). The
plank is a spring with little damping: what it passes on rings briefly after a touch.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.body_contacts import body_pose, body_wrench
from prehensile.capture.sensors.force_torque import ForceTorque
from prehensile.capture.sensors.sampling import between, sample_times
from prehensile.lie import se3
from prehensile.motion.clip import Clip


@dataclass(frozen=True)
class TorqueArm:
    """A plank touched near its end."""

    name: str = "torque_arm"
    rate_hz: float = 1000.0
    body: str = "plate"
    """what is touched: the plank"""
    T_body_sensor: tuple[float, ...] = (0.0, -0.3, 0.0, 1.0, 0.0, 0.0, 0.0)
    """(7,) xyz [m] + wxyz of the gauges"""
    reach: float = 0.3
    """[m] at which forces are taken to act"""
    frequency_hz: float = 90.0
    """of the plank's first bending"""
    damping: float = 0.15
    """ratio"""
    gauges: ForceTorque = field(default_factory=ForceTorque)
    """what carries it; its own body, name and place are not used"""

    def errors(self) -> Mapping[str, Any]:
        """Ten times finer than the gauges alone (3.2.1)."""
        return {
            "absolute_N": 0.01,
            "relative_N": 0.01,
            "bit_N": self.gauges.errors()["bit_Nm"] / self.reach,
        }

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Forces along the sensor's x and z."""
        times = sample_times(clip, self.rate_hz)
        T = body_pose(clip, self.body) @ se3.from_pose7(np.array(self.T_body_sensor))
        wrench = between(clip, body_wrench(clip, self.body, T), times)
        felt = self.gauges.read(times, self.passed_on(wrench), rng)
        return Stream(
            self.name,
            "forces",
            times,
            arm_forces(felt.values[:, 0], self.reach),
            ("x", "z"),
            rate_hz=self.rate_hz,
            frame="sensor",
            sensor={"model": f"{self.gauges.model} with arm", "body": self.body, **self.errors()},
            delivery="pull",
            flags=np.repeat(felt.flags, 2, axis=1),
        )

    def passed_on(self, wrench: np.ndarray) -> np.ndarray:
        """Wrenches (N, 6) as the plank passes them on: ω² / (s² + 2ζω s + ω²), at rest at first."""
        from scipy.signal import bilinear, lfilter, lfilter_zi

        omega = 2 * np.pi * self.frequency_hz
        b, a = bilinear([omega**2], [1, 2 * self.damping * omega, omega**2], self.rate_hz)
        settled = lfilter_zi(b, a)[:, None] * wrench[:1]
        return lfilter(b, a, wrench, axis=0, zi=settled)[0]


def arm_forces(wrench: np.ndarray, reach: float | np.ndarray) -> np.ndarray:
    """(N, 2) [N] along x and z of wrenches (N, 6) that act at a reach [m], one or (N,)."""
    return np.stack([-wrench[:, 5] / reach, wrench[:, 3] / reach], axis=1)
