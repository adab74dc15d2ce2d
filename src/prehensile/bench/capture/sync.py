"""How well taps align the clocks of force and motion."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from prehensile.bench.capture.taps import TapSession, sync_error, tap_recording
from prehensile.capture.signals.align import aligned

DEVELOPED, JUDGED = range(20), range(1000, 1020)
"""Seeds: constants were chosen on the first, the second are for the record alone."""

SYNC_REFERENCE = {
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


def sync_figures(progress: Callable[[str], None]) -> dict[str, Any]:
    """Both rates, on the seeds of the record and on those of development."""
    figures = {}
    for name, rate in (("sync_error_ms", 500.0), ("sync_error_100hz_ms", 100.0)):
        for ending, seeds in (("", JUDGED), ("_dev", DEVELOPED)):
            progress(f"{name}{ending}: {len(seeds)} recordings")
            figures[name + ending] = sync_error_ms(seeds, TapSession(motion_hz=rate))
    return figures
