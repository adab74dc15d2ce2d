"""The journal: whole blocks or none, whatever cuts it short."""

import subprocess
import sys

import numpy as np
import pytest

from prehensile.capture.recording import journal as module
from prehensile.capture.recording.journal import (
    MAGIC,
    Journal,
    blocks,
    declaration,
    empty_stream,
    numbers_per_sample,
)
from prehensile.errors import FileError, InputError


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "a.h5.journal"
    journal = Journal(path, {"meta": {"task": "press"}})
    journal.begin(0, empty_stream(name="force", kind="forces", channels=("a", "b"), rate_hz=100))
    for k in range(5):
        time = 0.1 * k + np.arange(3) / 100
        journal.samples(0, time, np.full((3, 2), float(k)))
    journal.clock(0, 1.5, -0.25)
    journal.close()
    return path


def kinds(path):
    with path.open("rb") as file:
        return b"".join(block.kind for block in blocks(file))


def test_blocks_come_back_in_order(written):
    assert kinds(written) == b"RSDDDDDCE"


def test_a_file_cut_anywhere_keeps_the_blocks_before_the_cut(written):
    whole = written.read_bytes()
    counts = []
    for size in range(len(MAGIC), len(whole), 7):
        written.write_bytes(whole[:size])
        counts.append(len(kinds(written)))
    assert counts == sorted(counts) and counts[0] == 0 and set(counts) == set(range(9))


def test_a_flipped_bit_ends_what_can_be_read(written):
    rng = np.random.default_rng(3)
    whole = written.read_bytes()
    for place in rng.integers(len(MAGIC), len(whole), 60):
        bad = bytearray(whole)
        bad[place] ^= 1 << int(rng.integers(8))
        written.write_bytes(bytes(bad))
        found = kinds(written)
        assert b"RSDDDDDCE".startswith(found) and len(found) < 9


def test_what_is_no_journal_is_refused(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"something else that is longer than the first line")
    with path.open("rb") as file, pytest.raises(InputError, match="journal"):
        next(blocks(file))


def test_nothing_is_written_over(written):
    with pytest.raises(FileError, match="exists"):
        Journal(written, {})


def test_a_journal_ends_before_it_could_not_be_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LONGEST", 400)
    journal = Journal(tmp_path / "a.journal", {})
    journal.begin(0, empty_stream(name="f", kind="forces", channels=("a",)))
    with pytest.raises(FileError, match="begin another"):
        for _ in range(9):
            journal.samples(0, np.zeros(2), np.zeros((2, 1)))
    journal.close()
    assert kinds(tmp_path / "a.journal").startswith(b"RSD")


FULL = """
import resource, signal, sys
import numpy as np
from prehensile.capture.recording.journal import Journal, empty_stream
from prehensile.errors import FileError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
journal = Journal(sys.argv[1], {})
journal.begin(0, empty_stream(name="f", kind="forces", channels=("a",)))
try:
    while True:
        journal.samples(0, np.arange(10.0), np.ones((10, 1)))
except FileError as error:
    print(error)
journal.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
def test_a_disk_that_is_full_costs_one_block_and_says_so(tmp_path):
    path = tmp_path / "full.journal"
    told = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("\n") == 1 and "What was recorded before is kept" in told.stdout
    found = kinds(path)
    assert found.startswith(b"RSD") and set(found[2:]) == set(b"D")
    # No half block is left behind the last whole one.
    with path.open("rb") as file:
        assert path.stat().st_size == len(MAGIC) + sum(12 + len(b.body) for b in blocks(file))


def test_a_declaration_makes_the_same_stream_again():
    stream = empty_stream(
        name="hand", kind="markers", channels=("a", "b"), frame="room", sensor={"bits": 10}
    )
    again = empty_stream(**declaration(stream))
    assert declaration(again) == declaration(stream)
    assert numbers_per_sample(again) == 6
    assert numbers_per_sample(empty_stream(name="e", kind="events", channels=("tap",))) == 1
