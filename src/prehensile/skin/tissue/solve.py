"""Solve soft tissue at many poses, two at a time, resuming what was interrupted."""

import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, wait
from pathlib import Path

import numpy as np

from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.model import TissueModel
from prehensile.skin.tissue.path import LedTissue
from prehensile.skin.tissue.poses import WHOLE_HAND, ExamplePose
from prehensile.skin.tissue.record import (
    SolvedPose,
    is_recorded,
    read_model,
    read_solved,
    tissue_digest,
    write_failed,
    write_solved,
)
from prehensile.workers import workers as shared_by

STRIDE = np.radians(10.0)
"""[rad] Most that a joint turns between two balances on the way."""
WORKERS = 2
"""Processes at work at once."""
MOST_VOLUME_CHANGE = 0.03
"""A balance that lost or won more of its volume is none."""
MIXED_SHARE = 5
"""Mixed poses that one worker takes at a time; setting the whole hand up costs seconds."""
POLL = 0.5
"""[s] between two looks at how far the work is."""


def solve_examples(
    folder: Path,
    poses: list[ExamplePose],
    progress: Callable[[int, int], None] | None = None,
    workers: int = WORKERS,
) -> None:
    """Solve every pose that the folder does not hold yet; a failed one is recorded as such.

    Interrupted, it leaves whole files only, and another call goes on from there.

    Args:
        folder: begun by :func:`prehensile.skin.tissue.record.write_model`.
        poses: each after the one it starts from.
        progress: called with the number of poses done and of all.
        workers: processes; 1 works in this one.
    """
    parts = [part for part in _shares(poses) if not all(is_recorded(folder, p) for p in part)]

    def report() -> None:
        if progress:
            progress(sum(is_recorded(folder, pose) for pose in poses), len(poses))

    if workers == 1:
        for part in parts:
            solve_part(folder, part, report)
        return
    with shared_by(workers, _one_thread) as submit:
        waiting = {submit(solve_part, folder, part) for part in parts}
        while waiting:
            done, waiting = wait(waiting, POLL, FIRST_EXCEPTION)
            report()
            for future in done:
                future.result()


def _one_thread() -> None:
    """There are as many workers as cores."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"


def _shares(poses: list[ExamplePose]) -> list[list[ExamplePose]]:
    """What one worker does in one go: a joint's poses, or a handful of mixed ones.

    The long ones first, so that no worker is left alone at the end.
    """
    groups: dict[str, list[ExamplePose]] = {}
    for pose in poses:
        groups.setdefault(pose.group, []).append(pose)
    mixed = groups.pop(WHOLE_HAND, [])
    parts = [mixed[k : k + MIXED_SHARE] for k in range(0, len(mixed), MIXED_SHARE)]
    return parts + sorted(groups.values(), key=len, reverse=True)


def solve_part(
    folder: Path, poses: list[ExamplePose], report: Callable[[], None] | None = None
) -> None:
    """Solve poses of one group in turn."""
    model, _ = read_model(folder)
    digest = tissue_digest(model)
    led, rows = model.led(poses[0].group)
    by_name = {pose.name: pose for pose in poses}
    here: str | None = None
    for pose in poses:
        if is_recorded(folder, pose):
            continue
        begun = time.perf_counter()
        start = _nearest_solved(folder, by_name, pose.start)
        if start != here or here is None:
            _restart(folder, led, start)
        found = led.lead(pose.q, STRIDE)
        here = pose.name if found.found else None
        tissue = led.tissue
        volumes = tissue.mesh.volumes
        change = float(tissue.volume_ratios() @ volumes / volumes.sum() - 1)
        if not found.found:
            write_failed(folder, pose.name, found.reason)
        elif abs(change) > MOST_VOLUME_CHANGE:
            write_failed(folder, pose.name, f"the volume changed by {change:.1%}")
        else:
            seconds = time.perf_counter() - begun
            solved = SolvedPose(
                pose.q,
                _skin(model, pose.q, rows, tissue.positions),
                tissue.positions.astype(np.float32),
                change,
                seconds,
                found.iterations,
            )
            write_solved(folder, pose, solved, digest)
        if report:
            report()


def _nearest_solved(folder: Path, by_name: dict[str, ExamplePose], name: str | None) -> str | None:
    """The nearest balance on the way back to the rest pose; None: the rest pose itself."""
    while name is not None and read_solved(folder, name) is None:
        name = by_name[name].start if name in by_name else None
    return name


def _restart(folder: Path, led: LedTissue, start: str | None) -> None:
    solved = read_solved(folder, start) if start else None
    if solved is None:
        led.start_from(bind_angles(), led.tissue.mesh.nodes)
        return
    # Single precision moved the nodes a little: balance once more.
    if not led.start_from(solved.q, solved.nodes.astype(float)).found:
        led.start_from(bind_angles(), led.tissue.mesh.nodes)


def _skin(model: TissueModel, q: np.ndarray, rows: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """(V, 3) float32 [m]: solved where it was, carried by its bones elsewhere."""
    nodes = model.carried(q)
    nodes[rows] = positions
    return nodes[: model.mesh.skin_count].astype(np.float32)
