"""When a nail is read between the strobes of the cameras (Kry 2005, appendix A).

A counter of 1 kHz starts at each strobe. Its fours bit starts a scan at count 4, LEDs dark, and at
count 12, LEDs lit since 8; the difference leaves the room's light out. An RC filter has to forget
the strobe by the first scan and to see the LEDs by the second.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError

DARK, LIT, SCAN, COUNTS = 4, 8, 12, 16
"""Counts of the first scan, the LEDs' light, the second scan, and of all."""


@dataclass(frozen=True)
class Scan:
    """Two readings a frame.

    Raises:
        InputError: frames so close that the second reading comes after the next strobe.
    """

    frame_hz: float = 60.0
    """of the cameras"""
    counter_hz: float = 1000.0
    resistance: float = 10e3
    """[Ω] 10 kΩ is a filter of 138 Hz, 5 kΩ of 276 Hz"""
    capacitance: float = 115e-9
    """[F]"""
    strobe: float = 4.0
    """[V] by which a strobe lifts a photodiode"""
    strobe_s: float = 0.3e-3
    """[s] that it lasts"""

    def __post_init__(self) -> None:
        if COUNTS / self.counter_hz > 1 / self.frame_hz:
            raise InputError(
                f"two readings take {1e3 * COUNTS / self.counter_hz:.3g} ms, a frame at "
                f"{self.frame_hz:g} Hz {1e3 / self.frame_hz:.3g} ms: read nails at 60 Hz or below."
            )

    @property
    def time_constant(self) -> float:
        """[s] R C"""
        return self.resistance * self.capacitance

    @property
    def cutoff_hz(self) -> float:
        """1 / 2πRC, where half the power passes."""
        return 1 / (2 * np.pi * self.time_constant)

    @property
    def seen(self) -> float:
        """Share of the LEDs' light that the filter passes by the second scan."""
        return 1 - float(np.exp(-(SCAN - LIT) / self.counter_hz / self.time_constant))

    def left(self, count: int) -> float:
        """[V] of the strobe that is left at a count."""
        rise = 1 - np.exp(-self.strobe_s / self.time_constant)
        return float(
            self.strobe
            * rise
            * np.exp(-(count / self.counter_hz - self.strobe_s) / self.time_constant)
        )

    def difference(self, light: np.ndarray, dark: np.ndarray, later: np.ndarray) -> np.ndarray:
        """[V] second scan less the first.

        Args:
            light: (...) [V] of the LEDs alone.
            dark: (...) [V] of the room at the first scan.
            later: (...) [V] of the room at the second.
        """
        return self.seen * light + later - dark + self.left(SCAN) - self.left(DARK)

    def waveform(self, light: float, room: float, step: float = 2e-5) -> np.ndarray:
        """(n, 4) of one frame (Figure A.3): time [s], filtered photodiode [V], START_SCAN (Q2),
        LEDs (Q3).
        """
        time = np.arange(0, 1 / self.frame_hz, step)
        count = np.minimum(time * self.counter_hz, COUNTS - 1).astype(int)
        leds = (count & 8) > 0
        raw = room + light * leds + self.strobe * (time < self.strobe_s)
        keep = np.exp(-step / self.time_constant)
        volts = np.empty(len(time))
        # The frame before ended with the LEDs lit: they go dark at the strobe.
        state = room + light
        for k, value in enumerate(raw):
            state = value + (state - value) * keep
            volts[k] = state
        return np.stack([time, volts, ((count & 4) > 0).astype(float), leds.astype(float)], axis=1)
