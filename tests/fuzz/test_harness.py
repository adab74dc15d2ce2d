"""Harm of every kind is seen: readers that do it on purpose."""

import os
import signal
import sys

import numpy as np
import pytest

if sys.platform != "linux":
    pytest.skip("the limits are Linux's", allow_module_level=True)

from tests.fuzz import harness
from tests.fuzz.harness import Counts, fuzzed, merged

from prehensile.errors import FileError
from prehensile.files.readers import Reader


class Wrong:
    """A reader that does what the file says."""

    kind, file = "csv", "a.csv"

    def __init__(self, beside):
        self._beside = beside

    def function(self):
        return self.read

    def read(self, path):
        what = path.read_text()
        if what == "raise":
            raise KeyError("lost")
        if what == "refuse":
            raise FileError("cannot read a.csv: it is odd.")
        if what == "two lines":
            raise FileError("cannot read\nthis.")
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "swell":
            return np.ones(150_000_000)
        if what == "ask for too much":
            try:
                return np.ones(2_000_000_000)
            except MemoryError as error:
                raise FileError("cannot read a.csv: out of memory.") from error
        if what == "outside":
            return self._beside.read_text()
        if what == "bait":
            return (path.parents[1] / "canary").read_text()
        if what == "loop":
            while True:
                pass
        return what


@pytest.fixture
def wrong(monkeypatch, tmp_path):
    beside = tmp_path / "beside.txt"
    beside.write_text("x")
    monkeypatch.setitem(harness.READERS, "wrong", Wrong(beside))
    with fuzzed({"wrong": lambda path: path.write_text("fine")}) as readers:
        yield readers["wrong"]


@pytest.mark.parametrize(
    ("what", "kinds"),
    [
        ("fine", {"read"}),
        ("refuse", {"refused"}),
        ("raise", {"escaped"}),
        ("two lines", {"escaped"}),
        ("die", {"crashes"}),
        ("swell", {"read", "over_1gb"}),
        ("ask for too much", {"refused", "over_1gb"}),
        ("outside", {"read", "outside_reads"}),
        ("bait", {"read", "outside_reads"}),
    ],
)
def test_what_happens_is_counted(wrong, what, kinds):
    counts = wrong.run_bytes(what.encode())
    found = {kind for kind in ("read", "refused", *harness.KINDS) if getattr(counts, kind)}
    assert found == kinds and counts.mutations == 1
    assert counts.harm == len(kinds & set(harness.KINDS)) == len(counts.failures)


def test_what_does_not_end_is_ended(wrong, monkeypatch):
    monkeypatch.setattr("tests.fuzz.watch.MOST_SECONDS", 0)
    counts = wrong.run_bytes(b"loop", b"fine")
    assert (counts.over_20s, counts.read, counts.mutations) == (1, 1, 2)


def test_after_a_crash_the_next_files_are_read(wrong):
    counts = wrong.run_bytes(b"fine", b"die", b"fine", b"raise", b"die", b"fine")
    assert (counts.read, counts.crashes, counts.escaped, counts.mutations) == (3, 2, 1, 6)
    assert [one["number"] for one in counts.failures] == [1, 3, 4]


def test_a_spoilt_file_is_the_same_for_a_seed_and_a_number(wrong):
    made = [wrong.spoilt(3, k) for k in range(40)]
    assert made == [wrong.spoilt(3, k) for k in range(40)]
    assert len({content for _, content in made}) > 20
    assert made != [wrong.spoilt(4, k) for k in range(40)]


def test_a_seed_that_writes_nothing_is_seen(monkeypatch):
    monkeypatch.setitem(harness.READERS, "none", Reader("csv", "a.csv", "files.table:read_table"))
    with (
        pytest.raises(AssertionError, match=r"wrote no a\.csv"),
        fuzzed({"none": lambda path: None}),
    ):
        pass


def test_sums():
    one, two = Counts(), Counts()
    one.add(1, {"what": "read", "memory": 5 * 2**20, "seconds": 0.5})
    two.add(2, {"what": "escaped", "also": ["over_1gb"], "why": "x", "memory": 2**31})
    whole = merged((one, two))
    assert (whole.mutations, whole.read, whole.escaped, whole.over_1gb, whole.harm) == (
        2,
        1,
        1,
        1,
        2,
    )
    assert (whole.largest_mb, whole.slowest_s) == (2048, 0.5)
