"""Spoilt files read in forked processes with limits, and what became of each of them.

The package is loaded once; a fork reads a batch of files and says of each what came of it. Where a
file ends the process, the next fork goes on behind it.
"""

import json
import os
import select
import shutil
import signal
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutators import mutated
from tests.fuzz.shortcuts import Accepted, Shortcuts
from tests.fuzz.watch import MOST_MEMORY, MOST_SECONDS, Watch

from prehensile.errors import PrehensileError
from prehensile.files.readers import READERS

BATCH = 200
"""files that a fork reads"""
HUNG = 30.0
"""[s] without a word and without work, after which a process is ended"""
GROWN = MOST_MEMORY // 4
"""[bytes] with which a fork reads no further file, so that leaks are not counted twice"""
NEIGHBOUR = 0.15
"""share of mutations that spoil a neighbour, where there are any"""
MOST_KEPT = 20
"""failures of which a record tells more than that they were"""
PARSERS = ("prehensile.files.hdf5", "prehensile.files.c3d", "prehensile.files.xdf")
LIBRARIES = ("h5py", "ezc3d", "pyxdf", "mujoco", "trimesh", "PIL.Image")
"""Modules that are loaded late: here before the first fork, once for all."""
ROOT = Path(__file__).parents[2]
KINDS = ("escaped", "crashes", "over_1gb", "over_20s", "outside_reads")
"""Ways in which a file may do harm."""

Seed = Callable[[Path], None]


@dataclass
class Counts:
    """Of one reader."""

    mutations: int = 0
    read: int = 0
    refused: int = 0
    escaped: int = 0
    crashes: int = 0
    over_1gb: int = 0
    over_20s: int = 0
    outside_reads: int = 0
    largest_mb: int = 0
    slowest_s: float = 0.0
    failures: list[dict[str, Any]] = field(default_factory=list)

    @property
    def harm(self) -> int:
        """All that must not be."""
        return sum(getattr(self, kind) for kind in KINDS)

    def add(self, number: int, told: dict[str, Any]) -> None:
        """One file more."""
        self.mutations += 1
        for kind in (told["what"], *told.get("also", ())):
            setattr(self, kind, getattr(self, kind) + 1)
            if kind in KINDS and len(self.failures) < MOST_KEPT:
                self.failures.append({"number": number, "what": kind, "why": told.get("why", "")})
        self.largest_mb = max(self.largest_mb, told.get("memory", 0) // 2**20)
        self.slowest_s = round(max(self.slowest_s, told.get("seconds", 0.0)), 2)


class Fuzzed:
    """One reader, its honest files, and the folder in which they are spoilt."""

    def __init__(self, name: str, seed: Seed, folder: Path, shortcuts: Shortcuts):
        self._shortcuts = shortcuts
        self.name, self.reader = name, READERS[name]
        self._folder, self._given = folder, folder / "given"
        self._given.mkdir(parents=True)
        self._path = self._given / self.reader.file
        self._bait = [folder / f"canary{end}" for end in ("", ".xml", ".stl", ".png", ".skn")]
        for file in self._bait:
            file.write_text("nobody gave us this\n")
        (folder / "tmp").mkdir()
        seed(self._path)
        found = (path for path in self._given.rglob("*") if path.is_file())
        self._honest = {str(p.relative_to(self._given)): p.read_bytes() for p in found}
        if self.reader.file not in self._honest:
            raise AssertionError(f"the seed of {name} wrote no {self.reader.file}")

    def read_honest(self) -> None:
        """As it is: what is loaded or compiled on first use is then there."""
        with suppress(Accepted):
            self.reader.read(self._path)

    def spoilt(self, seed: int, number: int) -> tuple[str, bytes]:
        """Name and content of the file that is spoilt; the same for a seed and number."""
        rng = Random(f"{seed}/{self.name}/{number}")
        others = [name for name in sorted(self._honest) if name != self.reader.file]
        beside = bool(others) and rng.random() < NEIGHBOUR
        name = rng.choice(others) if beside else self.reader.file
        return name, mutated(name, self._honest[name], rng, str(self._folder))

    def run(self, seed: int, numbers: Iterable[int]) -> Counts:
        """Read these mutations."""
        return self._run(numbers, lambda number: self.spoilt(seed, number))

    def run_bytes(self, *contents: bytes) -> Counts:
        """Read these contents of the reader's file."""
        return self._run(range(len(contents)), lambda number: (self.reader.file, contents[number]))

    def _run(self, numbers: Iterable[int], made: Callable[[int], tuple[str, bytes]]) -> Counts:
        counts, left = Counts(), list(numbers)
        while left:
            before = len(left)
            for number, told in self._batch(left[:BATCH], made):
                counts.add(number, told)
                left.remove(number)
            if len(left) == before:
                raise AssertionError(f"{self.name}: the process that reads does not begin")
        return counts

    def _batch(
        self, numbers: list[int], made: Callable[[int], tuple[str, bytes]]
    ) -> Iterator[tuple[int, dict[str, Any]]]:
        """What a fork says; ends early where the fork did."""
        listen, speak = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(listen)
            self._serve(numbers, made, speak)
        os.close(speak)
        at, ended = None, True
        try:
            with os.fdopen(listen, "rb", 0) as heard:
                for line in _lines(heard, child):
                    told = json.loads(line)
                    if isinstance(told, str):
                        raise AssertionError(f"{self.name}, a mistake of the fuzzer: {told}")
                    if isinstance(told, int):
                        at = told
                    elif at is not None:
                        yield at, told
                        at = None
        except TimeoutError:
            ended = False
        finally:
            code = _ended(child)
        if at is None:
            return
        if not ended or code == -signal.SIGXCPU:
            yield at, {"what": "over_20s", "seconds": MOST_SECONDS, "why": "it did not end"}
        else:
            yield at, {"what": "crashes", "why": f"exit code {code}"}

    def _serve(
        self, numbers: list[int], made: Callable[[int], tuple[str, bytes]], speak: int
    ) -> None:
        """The fork's whole life."""
        code = 1
        try:
            os.setpgid(0, 0)
            null = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(null, descriptor)
            tempfile.tempdir = str(self._folder / "tmp")
            # What thousands of spoilt files leave in a cache is of no use to anybody.
            os.environ["PREHENSILE_CACHE"] = str(self._folder / "tmp")
            warnings.simplefilter("ignore")
            self._shortcuts.chance = Random(f"{self.name}/{numbers[0]}")
            os.chdir(self._given)
            watch = Watch(self._given, self._bait, [self._folder / "tmp", ROOT / "src"])
            for number in numbers:
                name, content = made(number)
                os.write(speak, f"{number}\n".encode())
                told = self._told(watch, name, content)
                os.write(speak, json.dumps(told).encode() + b"\n")
                if told["memory"] > GROWN:
                    break
            code = 0
        except BaseException:
            os.write(speak, json.dumps(traceback.format_exc()).encode() + b"\n")
        finally:
            os._exit(code)

    def _told(self, watch: Watch, name: str, content: bytes) -> dict[str, Any]:
        place = self._given / name
        place.write_bytes(content)
        raised: BaseException | None = None
        watch.begin()
        try:
            self.reader.read(self._path)
        except Accepted:
            pass
        except BaseException as error:
            raised = error
        memory, seconds, outside = watch.end()
        what, why = _judged(raised)
        also = ["over_1gb"] if _ran_out(raised) else []
        place.write_bytes(self._honest[name])
        if memory > MOST_MEMORY and "over_1gb" not in also:
            also.append("over_1gb")
        if seconds > MOST_SECONDS:
            also.append("over_20s")
        if outside:
            also.append("outside_reads")
            why = why or "; ".join(outside)[:300]
        if also and not why:
            why = str(raised)[:300]
        return {"what": what, "also": also, "why": why, "memory": memory, "seconds": seconds}


@contextmanager
def fuzzed(seeds: dict[str, Seed]) -> Iterator[dict[str, Fuzzed]]:
    """Readers by name, their honest files written and read once."""
    base = Path(tempfile.mkdtemp(prefix="prehensile-fuzz-"))
    shortcuts = Shortcuts()
    try:
        for name in seeds:
            READERS[name].function()
        for module in (*PARSERS, *LIBRARIES):
            import_module(module)
        shortcuts.take()
        made = {name: Fuzzed(name, seed, base / name, shortcuts) for name, seed in seeds.items()}
        for one in made.values():
            one.read_honest()
        yield made
    finally:
        shortcuts.leave()
        shutil.rmtree(base, ignore_errors=True)


def _lines(heard: Any, child: int) -> Iterator[bytes]:
    """Lines of a child as they come.

    Raises:
        TimeoutError: none for too long, while it did nothing either. On a busy machine a child may
            wait long for a core, and its own limit is of the processor's time.
    """
    rest, worked = b"", -1
    while True:
        if not select.select([heard], [], [], HUNG)[0]:
            if (now := _worked(child)) <= worked:
                raise TimeoutError
            worked = now
            continue
        piece = heard.read(65536)
        if not piece:
            return
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines


def _worked(child: int) -> int:
    """Ticks of the processor that a process and its ended children have had."""
    words = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
    return sum(int(word) for word in words[11:15])


def _ended(child: int) -> int:
    """The exit code of a fork, which is ended with all that it began if it goes on."""
    done, status = os.waitpid(child, os.WNOHANG)
    if not done:
        for _ in range(50):  # it has closed its pipe and is about to end
            if (found := os.waitpid(child, os.WNOHANG))[0]:
                return os.waitstatus_to_exitcode(found[1])
            select.select([], [], [], 0.01)
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _judged(raised: BaseException | None) -> tuple[str, str]:
    """What an exception of a reader means, and where it comes from if it should not."""
    if raised is None:
        return "read", ""
    if not isinstance(raised, PrehensileError):
        return "escaped", _where(raised)
    said = str(raised)
    if not said or "\n" in said:
        return "escaped", f"not one line: {said[:300]!r}"
    return "refused", ""


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "prehensile" in f.filename] or frames
    place = f"{Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}" if ours else ""
    return f"{type(error).__name__}: {str(error)[:200]} at {place}"


def _ran_out(error: BaseException | None) -> bool:
    """Whether memory came to an end on the way to an error."""
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def merged(parts: Iterable[Counts]) -> Counts:
    """The sums of several readers."""
    whole = Counts()
    for one in parts:
        for name in ("mutations", "read", "refused", *KINDS):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        whole.largest_mb = max(whole.largest_mb, one.largest_mb)
        whole.slowest_s = max(whole.slowest_s, one.slowest_s)
        whole.failures += one.failures
    return whole


if sys.platform != "linux":
    raise ImportError("limits of memory and the watch over files are Linux's")
