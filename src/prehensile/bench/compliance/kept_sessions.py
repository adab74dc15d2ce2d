"""Sessions of the virtual lab, recorded once and kept: the bench reads them.

Under ``compliance/<task>-<seed>`` in the folder of kept results, `session.json` beside them says by
which seed and version. `record_missing` fills it, which takes half a minute or more each.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from prehensile._version import __version__
from prehensile.cache import cache_folder
from prehensile.capture.lab.session import RECORDING, TRUTH, lab_session, write_session
from prehensile.capture.lab.truth import Truth
from prehensile.capture.recording.recording import Recording

DEVELOPMENT = tuple(range(0, 20))
JUDGED = tuple(range(1000, 1020))


class Kept(NamedTuple):
    """One session."""

    seed: int
    recording: Recording
    truth: Truth


def folder_of(task: str, seed: int) -> Path:
    """Where a session is kept."""
    return cache_folder() / "compliance" / f"{task}-{seed}"


def kept_sessions(task: str, seeds: Iterable[int]) -> Iterable[Kept]:
    """Those of some seeds that were recorded, one after another."""
    for seed in seeds:
        folder = folder_of(task, seed)
        if (folder / "session.json").exists():
            yield Kept(seed, Recording.load(folder / RECORDING), Truth.load(folder / TRUTH))


def record_missing(task: str, seeds: Iterable[int], progress: Callable[[str], None]) -> None:
    """Record what is not there yet."""
    for seed in seeds:
        folder = folder_of(task, seed)
        if not (folder / "session.json").exists():
            progress(f"recording {task} {seed}")
            write_session(lab_session(task, seed), folder)
            told = {"task": task, "seed": seed, "prehensile": __version__}
            (folder / "session.json").write_text(json.dumps(told), "utf-8")
