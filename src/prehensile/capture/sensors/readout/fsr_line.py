"""Force from the voltage of a force sensitive resistor: a line with its confidence (Figure 3.7).

Tangential force comes in as a plane over both forces (Figures 3.8, 3.9): with it one can say how
far off a reading may be, not mend it, for there is one number and two unknowns.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import MISSING, Done, Stream
from prehensile.errors import InputError, UnknownNameError

FEWEST = 8
"""samples of a calibration"""


class FsrLine(NamedTuple):
    """F = intercept + slope V, by least squares over a calibration trial."""

    slope: float
    """[N/V]"""
    intercept: float
    """[N]"""
    deviation: float
    """[N] standard deviation of the samples about the line"""
    samples: int
    """of the trial"""
    middle: float
    """[V] mean of their voltages"""
    spread: float
    """[V²] sum of the squared distances from it"""

    def force(self, voltage: np.ndarray) -> np.ndarray:
        """[N] at voltages; nought where the line is below it, for a finger does not pull."""
        return np.maximum(self.intercept + self.slope * np.asarray(voltage, float), 0.0)

    def band(self, voltage: np.ndarray, share: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """[N] half widths about the line at voltages: of the line itself, and of a single force.

        Both hold if samples are independent, which those of one slow press are not.

        Args:
            voltage: any shape [V].
            share: of the cases that the band should hold.
        """
        from scipy.special import stdtrit

        t = float(stdtrit(self.samples - 2, 0.5 + 0.5 * share))
        away = (np.asarray(voltage, float) - self.middle) ** 2 / self.spread
        line = self.deviation * np.sqrt(1 / self.samples + away)
        return t * line, t * np.hypot(line, self.deviation)


class FsrPlane(NamedTuple):
    """V = offset + normal F_n + tangent F_t, by least squares."""

    offset: float
    """[V]"""
    normal: float
    """[V/N]"""
    tangent: float
    """[V/N]"""

    def normal_force(self, voltage: np.ndarray, tangential: np.ndarray) -> np.ndarray:
        """[N] that a voltage means under a tangential force."""
        return (np.asarray(voltage) - self.offset - self.tangent * tangential) / self.normal

    @property
    def coupling(self) -> float:
        """Newtons of normal force that one of tangential force looks like."""
        return self.tangent / self.normal


def calibrate(force: np.ndarray, voltage: np.ndarray) -> FsrLine:
    """The line through a calibration trial.

    Args:
        force: (N,) [N] true normal force; NaN where it is not known.
        voltage: (N,) [V]

    Raises:
        InputError: too few samples, other shapes, or one voltage only.
    """
    f, v = _paired(force, voltage)
    middle = float(v.mean())
    spread = float(((v - middle) ** 2).sum())
    if spread <= 1e-12:
        raise InputError("all samples of the calibration have one voltage; press harder and less.")
    slope = float(((v - middle) * (f - f.mean())).sum() / spread)
    intercept = float(f.mean() - slope * middle)
    off = f - intercept - slope * v
    deviation = float(np.sqrt((off**2).sum() / (len(f) - 2)))
    return FsrLine(slope, intercept, deviation, len(f), middle, spread)


def coupling_plane(normal: np.ndarray, tangential: np.ndarray, voltage: np.ndarray) -> FsrPlane:
    """The plane through a trial in which one tangential direction was pushed, too.

    Args:
        normal: (N,) [N]
        tangential: (N,) [N] along x or y of the last segment.
        voltage: (N,) [V]

    Raises:
        InputError: too few samples, or forces that do not vary on their own.
    """
    f, v = _paired(np.stack([normal, tangential], axis=-1), voltage)
    A = np.column_stack([np.ones(len(f)), f])
    found, _, rank, _ = np.linalg.lstsq(A, v, rcond=1e-9)
    if rank < 3:
        raise InputError("normal and tangential force do not vary on their own in this trial.")
    return FsrPlane(*(float(x) for x in found))


def fsr_forces(stream: Stream, lines: Mapping[str, FsrLine]) -> Stream:
    """Voltages of `Fsr` as normal forces; channels without a line are NaN.

    Raises:
        InputError: no stream of voltages.
        UnknownNameError: a line of a channel that the stream has not.
    """
    if stream.kind != "voltages":
        raise InputError(f"stream {stream.name!r} holds {stream.kind}, not voltages.")
    for name in lines:
        if name not in stream.channels:
            raise UnknownNameError("channel", name, stream.channels)
    force = np.full(stream.values.shape, np.nan)
    flags = stream.flags | np.uint8(MISSING)
    for name, line in lines.items():
        c = stream.channels.index(name)
        force[:, c] = line.force(stream.values[:, c])
        flags[:, c] = stream.flags[:, c]
    settings = {name: {"slope_N_per_V": v.slope, "intercept_N": v.intercept,
                       "deviation_N": v.deviation} for name, v in lines.items()}  # fmt: skip
    done = Done("calibrated", "fsr_forces", settings)
    return stream.changed(done, kind="forces", unit="N", values=force, flags=flags)


def _paired(force: np.ndarray, voltage: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Those samples of both that are numbers."""
    f, v = np.asarray(force, float), np.asarray(voltage, float)
    if len(f) != len(v) or v.ndim != 1:
        raise InputError(f"forces {f.shape} and voltages {v.shape} must be of the same samples.")
    there = np.isfinite(v) & np.isfinite(f.reshape(len(f), -1)).all(1)
    if there.sum() < FEWEST:
        raise InputError(f"a calibration needs {FEWEST} samples or more, got {int(there.sum())}.")
    return f[there], v[there]
