"""Six-axis force–torque sensors under an instrumented object (Kry 2005, 3.2.1): Zebra, Nano17."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.sensors.body_contacts import body_pose, body_wrench
from prehensile.capture.sensors.sampling import between, converted, sample_times
from prehensile.lie import se3
from prehensile.motion.clip import Clip


@dataclass(frozen=True)
class ForceTorque:
    """Strain gauges that carry one body. Figures are the Zebra's; `nano17` has the other's."""

    name: str = "zebra"
    rate_hz: float = 1000.0
    body: str = "plate"
    """that is mounted on it"""
    T_body_sensor: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    """(7,) xyz [m] + wxyz; of the world where the body has no track"""
    model: str = "Zebra"
    bits: int = 10
    force_range: float = 51.2
    """[N] either way: 0.1 N a bit"""
    torque_range: float = 1.536
    """[Nm] either way: 0.003 Nm a bit, which an arm of 0.3 m makes 0.01 N"""
    noise: float = 0.05
    """[N] standard deviation before conversion"""
    torque_noise: float = 1.5e-3
    """[Nm]"""
    accuracy: float = 0.1
    """[N] of Table 3.1"""
    drift: float = 0.0
    """[N] of a random walk over a minute; torques drift in proportion to their range"""

    def errors(self) -> Mapping[str, Any]:
        """Table 3.1 of Kry 2005, and what one bit stands for."""
        return {
            "absolute_N": self.accuracy,
            "relative_N": self.accuracy,
            "bit_N": 2 * self.force_range / 2**self.bits,
            "bit_Nm": 2 * self.torque_range / 2**self.bits,
        }

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """The wrench on the body, in the sensor's frame."""
        times = sample_times(clip, self.rate_hz)
        T = body_pose(clip, self.body) @ se3.from_pose7(np.array(self.T_body_sensor))
        return self.read(times, between(clip, body_wrench(clip, self.body, T), times), rng)

    def read(self, times: np.ndarray, wrench: np.ndarray, rng: np.random.Generator) -> Stream:
        """What the converter makes of wrenches (N, 6) at its gauges."""
        scale = np.repeat([self.force_range, self.torque_range], 3)
        sigma = np.repeat([self.noise, self.torque_noise], 3)
        walk = np.cumsum(rng.normal(size=wrench.shape), axis=0) / np.sqrt(60 * self.rate_hz)
        felt = wrench + rng.normal(0, 1, wrench.shape) * sigma
        felt += self.drift / self.force_range * scale * walk
        read, clipped = converted(felt / scale, -1.0, 1.0 - 2.0 ** (1 - self.bits), self.bits)
        return Stream(
            self.name,
            "wrenches",
            times,
            (read * scale)[:, None],
            ("wrench",),
            rate_hz=self.rate_hz,
            frame="sensor",
            sensor={"model": self.model, "body": self.body, **self.errors()},
            delivery="pull",
            flags=np.where(clipped.any(1), CLIPPED, 0).astype(np.uint8)[:, None],
        )


def nano17(name: str = "nano17", body: str = "plate") -> ForceTorque:
    """ATI's Nano17: 16 bits over ±25 N and ±0.25 Nm, below 6 mN."""
    return ForceTorque(
        name=name,
        body=body,
        model="Nano17",
        bits=16,
        force_range=25.0,
        torque_range=0.25,
        noise=3e-3,
        torque_noise=3e-5,
        accuracy=6e-3,
    )
