"""Sessions of the virtual lab, recorded once and kept: the bench reads them.

Under ``compliance/<task>-<seed>`` in the folder of kept results. A session is there whole or not at
all; ``session.json`` beside it says by which seed, version, commit, code and sensors it was made.
Recording one takes about half a minute: ``prehensile bench compliance --record development``.
"""

import hashlib
import json
import subprocess
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import as_completed
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from prehensile._version import __version__
from prehensile.atomic import atomic_folder
from prehensile.cache import kind_folder
from prehensile.capture.lab.config import digest
from prehensile.capture.lab.session import RECORDING, TRUTH, lab_session, write_session
from prehensile.capture.lab.truth import Truth
from prehensile.capture.recording.recording import Recording
from prehensile.code_digest import PACKAGE, code_digest
from prehensile.errors import FileError
from prehensile.workers import workers

DEVELOPMENT = tuple(range(0, 20))
JUDGED = tuple(range(1000, 1020))
SETS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"development": DEVELOPMENT, "judged": JUDGED}
)
NOTE = "session.json"

Wanted = tuple[str, int]
"""task and seed"""


class Kept(NamedTuple):
    """One session."""

    seed: int
    recording: Recording
    truth: Truth


def folder_of(task: str, seed: int) -> Path:
    """Where a session is kept."""
    return kind_folder("compliance") / f"{task}-{seed}"


def is_kept(task: str, seed: int) -> bool:
    """Whether there is one that today's sensors recorded, whole, as its note says."""
    folder = folder_of(task, seed)
    note = _note(folder)
    if note is None or note.get("configuration", digest()) != digest():
        return False
    found = _digests(folder)
    return found is not None and note.get("files", found) == found


def kept_session(task: str, seed: int) -> Kept:
    """Read one.

    Raises:
        FileError: there is none, or other sensors than today's recorded it.
    """
    folder = folder_of(task, seed)
    if _note(folder) is None:
        raise FileError(f"session {task} {seed} was not recorded yet: {how_to_record(seed)}.")
    recording = Recording.load(folder / RECORDING)
    by = recording.meta.get("lab", {}).get("configuration")
    if by != digest():
        raise FileError(
            f"session {task} {seed} in {folder} was recorded with other sensors ({by}) than "
            f"the lab has now ({digest()}): remove it, then {how_to_record(seed)}."
        )
    return Kept(seed, recording, Truth.load(folder / TRUTH))


def kept_sessions(task: str, seeds: Iterable[int]) -> Iterable[Kept]:
    """Those of some seeds that were recorded, one after another."""
    return (kept_session(task, seed) for seed in seeds if is_kept(task, seed))


def how_to_record(seed: int) -> str:
    """The command that records what is missing of a seed's set."""
    which = next((name for name, seeds in SETS.items() if seed in seeds), "all")
    return f"prehensile bench compliance --record {which}"


def by_other_code(task: str, seed: int) -> bool:
    """Whether the lab's code was another when it was recorded, or nobody knows."""
    return (_note(folder_of(task, seed)) or {}).get("code") != _code(task)


def record_missing(wanted: Iterable[Wanted], progress: Callable[[int, int], None]) -> None:
    """Record what is not there yet; Ctrl-C keeps what was finished.

    Args:
        wanted: which sessions.
        progress: told how many of those that were missing are there.
    """
    pending = [one for one in dict.fromkeys(wanted) if not is_kept(*one)]
    progress(0, len(pending))
    with workers() as submit:
        jobs = [submit(record_session, task, seed) for task, seed in pending]
        for done, job in enumerate(as_completed(jobs), start=1):
            job.result()
            progress(done, len(pending))


def record_session(task: str, seed: int, contacts: int | None = None) -> None:
    """Record one and keep it, in the place of what was there.

    Raises:
        FileError: the disk is full; nothing half-written stays.
    """
    session = lab_session(task, seed, contacts)
    note = {
        "task": task,
        "seed": seed,
        "prehensile": __version__,
        "commit": commit(),
        "code": _code(task),
        "configuration": digest(),
    }
    with atomic_folder(folder_of(task, seed)) as folder:
        write_session(session, folder)
        note["files"] = _digests(folder)
        (folder / NOTE).write_text(json.dumps(note), "utf-8")


def _note(folder: Path) -> dict[str, Any] | None:
    try:
        return dict(json.loads((folder / NOTE).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _digests(folder: Path) -> dict[str, str] | None:
    """Of the files of a session; None if one cannot be read."""
    paths = [folder / name for name in (RECORDING, TRUTH)]
    if not all(path.is_file() for path in paths):  # a pipe would be waited for
        return None
    try:
        found = [(path, path.stat()) for path in paths]
        return {path.name: _digest(path, stat.st_mtime_ns, stat.st_size) for path, stat in found}
    except OSError:
        return None


@cache
def _digest(path: Path, _changed: int, _size: int) -> str:
    """Of one file; tens of megabytes, so it is read once as long as it does not change."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()


def _code(task: str) -> str:
    return code_digest(f"capture.lab.tasks.{task}")[:16]


def commit() -> str:
    """Of the checkout that this package lies in; empty outside one."""
    checkout = PACKAGE.parents[1]
    if not (checkout / ".git").exists():
        return ""
    words = ["git", "-C", str(checkout), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
