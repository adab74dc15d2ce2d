"""Timing several jobs in turns."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

REPEATS = 9


def best_seconds_in_turns(
    jobs: Mapping[str, Callable[[], Any]], repeats: int | None = None
) -> dict[str, float]:
    """Best wall time [s] of each job.

    They take turns, so that what else the machine does hits all alike. Whatever compiles on first
    use must have run before.
    """
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(REPEATS if repeats is None else repeats):
        for name, job in jobs.items():
            began = perf_counter()
            job()
            best[name] = min(best[name], perf_counter() - began)
    return best
