"""How well taps align the clocks of force and motion."""

from collections.abc import Iterable, Sequence

import numpy as np

from prehensile.bench.capture.taps import TapSession, sync_error, tap_recording
from prehensile.capture.signals.align import aligned

REFERENCE = {
    "sync_error_ms": "at most 1: RMS over 60 s, median of 20, force 1 kHz, motion 500 Hz, 20 taps",
    "sync_error_100hz_ms": "at most 2: the same with motion at 100 Hz",
}


def sync_error_ms(seeds: Iterable[int], session: TapSession) -> float:
    """[ms] median over recordings of the RMS error of an aligned instant."""
    errors = []
    for seed in seeds:
        made = tap_recording(seed, session)
        found = aligned(made.recording, "markers").clock("force")
        errors.append(1e3 * sync_error(found, made.clock, session.duration))
    return float(np.median(errors))


def sync_figures(seeds: Sequence[int]) -> dict[str, float]:
    """Both rates."""
    return {
        "sync_error_ms": sync_error_ms(seeds, TapSession(motion_hz=500.0)),
        "sync_error_100hz_ms": sync_error_ms(seeds, TapSession(motion_hz=100.0)),
    }
