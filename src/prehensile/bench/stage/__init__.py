"""The Stage: rate, delay, many watchers, the page's weight, and a recording's soundness."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import numpy as np

from prehensile.bench._stage_server import serving
from prehensile.bench.stage import client
from prehensile.bench.stage.glb_check import glb_issues
from prehensile.bench.stage.page import js_ms_per_frame, page_kb_gzip
from prehensile.workers import workers

REFERENCE = {
    "frame_hz": "60",
    "latency_ms_p50": "",
    "latency_ms_p95": "at most 25",
    "watchers_20_frame_hz": "at least 55, the slowest of 20",
    "sim_slowdown_with_20_watchers": "at most 0.10",
    "bytes_per_frame": "",
    "page_kb_gzip": "below 350",
    "first_frame_s": "at most 3",
    "js_ms_per_frame": "at most 4 (no figure without Chromium)",
    "glb_errors": "0 (no figure without the validator)",
    "glb_warnings": "0",
}

STARTS = 3
WATCHERS = 20
WATCH_SECONDS = 4.0
REPEATS = 3
ASKS = 150


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    progress("starting the Stage")
    starts = [time_to_first_frame() for _ in range(STARTS)]
    with serving("grasp", "--object", "ball") as (url, folder), _other_process() as run_there:
        progress("grasping")
        run_there(client.hold, url)
        progress("watching")
        alone = [run_there(client.watch, url, 1, WATCH_SECONDS) for _ in range(REPEATS)]
        progress("moving a slider")
        delays = 1e3 * np.array(run_there(client.latencies, url, "grip", (10.0, 12.0), ASKS))
        progress("twenty watchers")
        many = [run_there(client.watch, url, WATCHERS, WATCH_SECONDS) for _ in range(REPEATS)]
        progress("recording")
        issues = _recorded_issues(url, run_there(client.record, url, 2.0), folder)
        progress("drawing in a browser")
        drawing = js_ms_per_frame(url)
    rate_alone = max(one.sim_rate for one in alone)
    rate_with_many = max(one.sim_rate for one in many)
    return {
        "frame_hz": max(one.slowest_hz for one in alone),
        "latency_ms_p50": float(np.percentile(delays, 50)),
        "latency_ms_p95": float(np.percentile(delays, 95)),
        "watchers_20_frame_hz": max(one.slowest_hz for one in many),
        "sim_slowdown_with_20_watchers": max(0.0, 1 - rate_with_many / rate_alone),
        "bytes_per_frame": alone[0].bytes_per_frame,
        "page_kb_gzip": page_kb_gzip(),
        "first_frame_s": min(starts),
        "js_ms_per_frame": drawing,
        "glb_errors": None if issues is None else issues.errors,
        "glb_warnings": None if issues is None else issues.warnings,
    }


def time_to_first_frame() -> float:
    """[s] from the command to the first frame at a client."""
    began = time.perf_counter()
    with serving("grasp") as (url, _):
        return asyncio.run(client.first_frame(url)) - began


@contextmanager
def _other_process() -> Iterator[Callable[..., Any]]:
    """Runs a coroutine function in a process of its own: clients share no lock with anybody."""
    with workers(1) as submit:
        yield lambda work, *arguments: submit(_run, work, arguments).result(timeout=120)


def _run(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    return asyncio.run(work(*arguments))


def _recorded_issues(url: str, files: list[str], folder: Path) -> Any:
    """Fetch the recorded GLB as a page does, and have it validated."""
    name = next((file for file in files if file.endswith(".glb")), None)
    if name is None:
        return None
    path = folder / "fetched.glb"
    with urlopen(url.replace("/?", f"/{name}?"), timeout=30) as answer:
        path.write_bytes(answer.read())
    return glb_issues(path)
