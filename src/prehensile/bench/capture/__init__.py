"""Interaction capture: clocks, onsets, sensors, files and live streams, against a known truth."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from prehensile.bench.capture import files, lab, live, sensors, sync
from prehensile.bench.capture.seeds import DEVELOPED, JUDGED

WORKERS = 2

SEEDED = (sync.sync_figures, lab.onset_figures, sensors.sensor_figures)
"""Seeds → figures. Each is measured on seeds that nobody looked at, and again, as ``…_dev``, on
those on which constants were chosen."""
SEEDED_REFERENCE = sync.REFERENCE | lab.REFERENCE | sensors.REFERENCE
REFERENCE = {
    **SEEDED_REFERENCE,
    **{f"{name}_dev": "the same on seeds 0–19, of development" for name in SEEDED_REFERENCE},
    **files.REFERENCE,
    **live.REFERENCE,
}


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    found: dict[str, Any] = {}
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        for ending, seeds in (("", JUDGED), ("_dev", DEVELOPED)):
            jobs = [pool.submit(figures, seeds) for figures in reversed(SEEDED)]
            for figures, job in zip(reversed(SEEDED), jobs, strict=True):
                progress(f"{figures.__name__.replace('_', ' ')}, {len(seeds)} seeds{ending}")
                found |= {f"{name}{ending}": value for name, value in job.result().items()}
    for part in (files.file_figures, live.live_figures):
        found |= part(progress)
    return {name: found[name] for name in REFERENCE}
