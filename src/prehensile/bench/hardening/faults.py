"""Faults on purpose: a command whose disk is full, or that is cut short, at a seeded moment.

It must end in one line and leave nothing half-written under a final name, no temporary (but after
kill -9, when the next run removes it), and no process.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.atomic import is_temporary, output_folder, sweep
from prehensile.bench.hardening.damaged_caches import damaged_caches
from prehensile.bench.hardening.small_disk import full_disk, read_only_folder
from prehensile.bench.hardening.whole_files import is_whole
from prehensile.bench.hardening.workshop import Workshop, workshop
from prehensile.children import bound

KINDS = ("full_disk", "file_limit", "read_only", "sigint", "sigterm", "kill9")
SIGNALS = {"sigint": "SIGINT", "sigterm": "SIGTERM", "kill9": "SIGKILL"}
FASTEST = "mocap"
MOST_ROUNDS = 3
"""More tries until a fault meets a command that is still at work."""
PATIENCE = 3600.0
"""[s] for a command to end by itself on a busy machine"""
LEAVE = 60.0
"""[s] for one that was asked to end"""
ORPHANED = 2.0
"""[s] after which a child that still runs is an orphan"""
FAILED, KILLED = 2, 9

# As the installed command does. The mark says that what comes before it, the interpreter's own
# start, is over. A shell may have told its children to ignore Ctrl-C.
_PROGRAM = """
import os, resource, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
from prehensile.cli.entry import main
os.write({mark}, b".")
os.close({mark})
sys.exit(main())
"""


class Outcome(NamedTuple):
    """What became of one command."""

    command: str
    kind: str
    how: str
    """what was done to it, in words"""
    landed: bool
    """it was still at work"""
    broken: str
    """what it did that it must not; empty if nothing"""
    orphans: int
    half_files: int


class _Ended(NamedTuple):
    code: int | None
    """None: it had to be killed"""
    said: str
    seconds: float
    """since the mark"""
    met: bool
    """a signal was sent while it was at work"""
    orphans: int


class Usual(NamedTuple):
    """A command that nothing happens to."""

    seconds: float
    written: int
    """[bytes] of all its files"""
    largest: int
    """[bytes] of one"""


def usual(shop: Workshop, words: Sequence[str]) -> Usual:
    """What a command does with a warm cache; a fault's moment and size are shares of it."""
    with _place(shop) as out:
        ended = _ran(shop, [*words, "--out", str(out)])
        sizes = [path.stat().st_size for path in out.rglob("*") if path.is_file()]
    assert ended.code == 0, f"prehensile {' '.join(words)}: {ended.said}"
    return Usual(ended.seconds, sum(sizes), max(sizes, default=0))


def fault(
    shop: Workshop, words: Sequence[str], kind: str, rng: np.random.Generator, about: Usual
) -> Outcome:
    """One fault of one of `KINDS` on one command; earlier and smaller until it meets it."""
    share = float(rng.uniform(0.02, 0.95))
    found = _fault(shop, words, kind, share, about)
    for _ in range(MOST_ROUNDS):
        if found.landed or found.broken:
            break
        share *= 0.6
        found = _fault(shop, words, kind, share, about)
    return found


def counts(outcomes: Sequence[Outcome]) -> dict[str, int]:
    """The figures of a record."""
    return {
        "faults_tried": sum(one.landed for one in outcomes),
        "faults_broken": sum(bool(one.broken) for one in outcomes),
        "orphans": sum(one.orphans for one in outcomes),
        "half_files": sum(one.half_files for one in outcomes),
    }


def one_of_each(seed: int, progress: Callable[[str], None]) -> dict[str, Any]:
    """One fault of each kind on the fastest command, and one round of damaged caches."""
    rng = np.random.default_rng(seed)
    with workshop() as shop:
        words = shop.words(FASTEST, rng)
        about = usual(shop, words)
        outcomes = []
        for kind in KINDS:
            progress(f"fault {kind}")
            outcomes.append(fault(shop, words, kind, rng, about))
    progress("damaged caches")
    return counts(outcomes) | damaged_caches(seed, rounds=1)


def _fault(shop: Workshop, words: Sequence[str], kind: str, share: float, about: Usual) -> Outcome:
    limit, after, number = -1, None, None
    with ExitStack() as stack:
        out = stack.enter_context(_place(shop))
        how = ""
        if kind == "full_disk":
            room = int(share * about.written)
            told = stack.enter_context(full_disk(out, room))
            how, limit = (f"{told} with {room} bytes left", -1) if told else ("no file at all", 0)
        elif kind == "file_limit":
            limit = int(share * about.largest)
            how = f"files of at most {limit} bytes"
        elif kind == "read_only":
            out, how = stack.enter_context(read_only_folder(out))
        else:
            after, number = share * about.seconds, getattr(signal, SIGNALS[kind])
            how = f"{SIGNALS[kind]} after {after:.2f} s"
        ended = _ran(shop, [*words, "--out", str(out)], limit, after, number)
        files = [path for path in _below(out) if path.is_file()]
        left = [path for path in files if _is_temporary(path, out)]
        scratch = [path for path in _below(_scratch(shop)) if is_temporary(path.name)]
        half = [path for path in files if path not in left and not is_whole(path)]
        landed = _landed(ended, kind, words[0])
        broken = _complaint(ended, kind, words[0], landed)
        if kind != "kill9" and (left or scratch):
            broken = broken or f"it left {(left + scratch)[0].name}"
        elif kind == "kill9":
            sweep(_scratch(shop))
            output_folder(out)
            stay = [path for path in _below(out) if is_temporary(path.name)]
            stay += [path for path in _below(_scratch(shop)) if is_temporary(path.name)]
            if stay:
                broken = broken or f"the next run left {stay[0].name}"
    if half:
        broken = broken or f"{half[0].name} is half a file"
    if ended.orphans:
        broken = broken or f"{ended.orphans} processes were left"
    return Outcome(words[0], kind, how, landed, broken, ended.orphans, len(half))


def _landed(ended: _Ended, kind: str, command: str) -> bool:
    if kind == "kill9":
        return ended.code == -KILLED
    if kind in SIGNALS and command == "stage":
        return ended.met  # Ctrl-C is how it ends
    return ended.code != 0


def _complaint(ended: _Ended, kind: str, command: str, landed: bool) -> str:
    """What is wrong with how it ended and what it said."""
    lines = [line for line in ended.said.splitlines() if line.strip()]
    if ended.code is None:
        return "it did not end"
    if kind == "kill9" or not landed:
        return ""
    if any("Traceback" in line or "Exception ignored" in line for line in lines):
        return "it showed a traceback"
    if command == "stage" and ended.code == 0 and not lines:
        return ""
    if ended.code != FAILED:
        return f"its exit code was {ended.code}"
    if len(lines) != 1 or not lines[0].startswith("prehensile: "):
        return f"it said {len(lines)} lines: {' / '.join(lines)[:200]}"
    return ""


@contextmanager
def _place(shop: Workshop) -> Iterator[Path]:
    """A folder for one command's files and temporaries."""
    place = shop.folder / f"place-{time.monotonic_ns()}"
    (place / "tmp").mkdir(parents=True)
    latest = shop.folder / "latest"
    latest.unlink(missing_ok=True)
    latest.symlink_to(place)
    try:
        yield place / "out"
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _scratch(shop: Workshop) -> Path:
    return (shop.folder / "latest" / "tmp").resolve()


def _below(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*")) if folder.is_dir() else []


def _is_temporary(path: Path, folder: Path) -> bool:
    """Whether it, or a folder that it lies in, has the name of one."""
    return any(map(is_temporary, path.relative_to(folder).parts))


def _ran(
    shop: Workshop,
    words: Sequence[str],
    limit: int = -1,
    after: float | None = None,
    number: int | None = None,
) -> _Ended:
    """Run a command, perhaps with a limit of file size [bytes] or a signal ``after`` seconds."""
    mark, theirs = os.pipe()
    program = _PROGRAM.format(limit=limit, mark=theirs)
    process = subprocess.Popen(
        bound([sys.executable, "-c", program, *words]),
        env={**shop.environment, "TMPDIR": str(_scratch(shop))},
        cwd=shop.folder,
        pass_fds=[theirs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    os.close(theirs)
    with os.fdopen(mark, "rb") as begun:
        begun.read(1)
    began = time.monotonic()
    met, code = False, None
    try:
        if after is not None and number is not None:
            try:
                process.wait(after)
            except subprocess.TimeoutExpired:
                process.send_signal(number)
                met = True
        code = process.wait(PATIENCE if number is None else LEAVE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    seconds = time.monotonic() - began
    orphans = orphans_of(process.pid)
    assert process.stderr is not None
    with process.stderr:  # by now nobody else holds it: it is read to its end
        said = process.stderr.read().decode(errors="replace")
    return _Ended(code, said, seconds, met, orphans)


def orphans_of(group: int) -> int:
    """Processes of a group that still run after a while; they are ended."""
    until = time.monotonic() + ORPHANED
    while (left := _members(group)) and time.monotonic() < until:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return len(left)


def _members(group: int) -> list[int]:
    """Processes of a group that are more than an entry in a table."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = entry.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if state not in "ZX" and int(its_group) == group:
            found.append(int(entry.parent.name))
    return found
