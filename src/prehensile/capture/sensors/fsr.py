"""Force sensitive resistors worn on the fingertips (Kry 2005, 3.2.2).

The resistor stands in series with 3 kΩ on 5 V; its conductance is linear in pressure once a
threshold is passed, which the housing's preload does. So

    V = 5 x / (1 + x),     x = R g (F_n + c_x F_x + c_y F_y + F_0)

with couplings c of tangential force through the bent strip (Figures 3.8, 3.9), and a part that
follows fast changes and settles over seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.sensors.sampling import between, converted, sample_times, watched
from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.signals.one_pole import one_pole
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip


@dataclass(frozen=True)
class Fsr:
    """Five of them, one a digit, looking out of the middle of the pad."""

    name: str = "fsr"
    rate_hz: float = 500.0
    """that of the motion capture which triggers it; 60 Hz in Table 3.1"""
    hand: str = ""
    """its name in the clip; the first if empty"""
    supply: float = 5.0
    """[V]"""
    per_newton: float = 0.0383
    """[1/N] series resistance times conductance for a newton: 0.5 V at 2.4 N"""
    preload: float = 0.7
    """[N] of the bent strip"""
    threshold: float = 0.2
    """[N] below which the sensor itself reads nothing"""
    coupling: tuple[float, float] = (0.35, 0.03)
    """of tangential forces along x (where the finger points) and y: 2 N along x move 2.4 N by 0.7,
    as in Figure 3.9"""
    overshoot: float = 0.08
    """share of a sudden change that is read beyond it, and settles"""
    settling: float = 1.0
    """[s]"""
    units: tuple[float, ...] = (1.0,) * 5
    """conductance of each sensor over the nominal one"""
    repeatability: float = 0.025
    """standard deviation of that from one recording to the next"""
    noise: float = 0.002
    """[V]"""
    bits: int = 16

    def errors(self) -> Mapping[str, Any]:
        """The maker's, of which Table 3.1 says that they are hard to characterise."""
        return {"absolute_percent": (5.0, 25.0), "preload_N": self.preload}

    @property
    def gain_deviation(self) -> float:
        """Relative, of forces read by the usual part's curve: from one recording to the next, while
        it settles, and by how much these samples differ from it.
        """
        units = float(np.abs(np.array(self.units) - 1).max())
        return float(np.linalg.norm([self.repeatability, 0.5 * self.overshoot, units]))

    def worn(self, rng: np.random.Generator) -> "Fsr":
        """Other samples of the same part: conductances differ by a quarter at most."""
        units = np.clip(rng.normal(1, 0.125, len(DIGITS)), 0.75, 1.25)
        return replace(self, units=tuple(float(u) for u in units))

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Voltages of the five, in the order of the digits."""
        times = sample_times(clip, self.rate_hz)
        force = between(clip, tip_forces(clip, watched(clip, self.hand)).force, times)
        volts = self.voltage(-force[..., 2], force[..., 0], force[..., 1])
        gain = rng.normal(1, self.repeatability, len(DIGITS))
        volts = volts * gain + rng.normal(0, self.noise, volts.shape)
        read, clipped = converted(volts, 0.0, self.supply, self.bits)
        return Stream(
            self.name,
            "voltages",
            times,
            read,
            DIGITS,
            rate_hz=self.rate_hz,
            frame="sensor",
            sensor={
                "model": "Interlink FSR, 5 mm",
                **self.errors(),
                "gain_deviation": self.gain_deviation,
            },
            delivery="push",
            flags=np.where(clipped & (volts > self.noise), CLIPPED, 0).astype(np.uint8),
        )

    def voltage(self, normal: np.ndarray, along: np.ndarray, across: np.ndarray) -> np.ndarray:
        """(N, 5) [V] of normal, x and y forces (N, 5) [N], settled at first."""
        pressed = normal + self.coupling[0] * along + self.coupling[1] * across
        pressed = pressed + self.overshoot * (pressed - self._settled(pressed))
        load = np.maximum(np.maximum(pressed, 0.0) + self.preload - self.threshold, 0.0)
        x = self.per_newton * np.array(self.units) * load
        return self.supply * x / (1 + x)

    def load(self, volts: np.ndarray) -> np.ndarray:
        """[N] on the usual part at voltages, its preload above the threshold included: the inverse
        of `voltage` for what has settled.
        """
        read = np.minimum(np.asarray(volts, float), 0.999 * self.supply)
        return read / (self.supply - read) / self.per_newton

    def _settled(self, force: np.ndarray) -> np.ndarray:
        return one_pole(force, np.exp(-1 / (self.settling * self.rate_hz)))
