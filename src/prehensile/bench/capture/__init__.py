"""Interaction capture: clocks, onsets, sensors, files and live streams, against a known truth."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from prehensile.bench.capture import files, lab, live, sensors, sync
from prehensile.bench.capture.seeds import DEVELOPED, JUDGED
from prehensile.errors import MissingExtraError
from prehensile.workers import workers

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
    with workers() as submit:
        for ending, seeds in (("", JUDGED), ("_dev", DEVELOPED)):
            jobs = [submit(figures, seeds) for figures in reversed(SEEDED)]
            for figures, job in zip(reversed(SEEDED), jobs, strict=True):
                progress(f"{figures.__name__.replace('_', ' ')}, {len(seeds)} seeds{ending}")
                found |= {f"{name}{ending}": value for name, value in job.result().items()}
    for part in (files.file_figures, live.live_figures):
        with suppress(MissingExtraError):  # then these have no figure, the others have
            found |= part(progress)
    return {name: found.get(name) for name in REFERENCE}
