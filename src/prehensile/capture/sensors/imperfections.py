"""What goes wrong between a sensor and the disk: its clock, latency, lost samples."""

from dataclasses import dataclass, replace

import numpy as np

from prehensile.capture.recording.stream import MISSING, Stream


@dataclass(frozen=True)
class Imperfections:
    """Of one device. All nought by default."""

    offset: float = 0.0
    """[s] what its clock shows when the master's shows 0, latency apart"""
    drift_ppm: float = 0.0
    """how much faster than the master's it runs [1e-6]"""
    latency: float = 0.0
    """[s] from what happened to its time stamp"""
    jitter: float = 0.0
    """[s] standard deviation of a time stamp; order is kept"""
    dropout: float = 0.0
    """share of samples that never arrive"""

    def laid_on(self, stream: Stream, rng: np.random.Generator) -> Stream:
        """A stream of true times as the device would stamp it."""
        time = self.offset + (1 + 1e-6 * self.drift_ppm) * (stream.time + self.latency)
        if self.jitter:
            step = np.diff(stream.time).min(initial=np.inf)
            bound = 0.45 * step if np.isfinite(step) else np.inf
            time = time + np.clip(rng.normal(0, self.jitter, len(time)), -bound, bound)
        there = rng.random(len(time)) >= self.dropout
        return replace(
            stream, time=time[there], values=stream.values[there], flags=stream.flags[there]
        )


def lost(stream: Stream, gone: np.ndarray) -> Stream:
    """With channels (N, C) of bool that were not seen: NaN, and flagged so."""
    values, flags = stream.values.copy(), stream.flags.copy()
    values[gone], flags[gone] = np.nan, flags[gone] | MISSING
    return replace(stream, values=values, flags=flags)
