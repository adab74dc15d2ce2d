"""One fault of each kind on the fastest command harms nothing; what would harm is counted."""

import signal
import sys

import numpy as np
import pytest

from prehensile.bench.hardening import faults
from prehensile.bench.hardening.faults import KINDS, Outcome, counts, fault, usual
from prehensile.bench.hardening.workshop import COMMANDS, workshop

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture(scope="module")
def shop():
    with workshop() as found:
        yield found


@pytest.fixture(scope="module")
def known(shop):
    words = shop.words(faults.FASTEST, np.random.default_rng(0))
    return words, usual(shop, words)


@pytest.mark.parametrize("kind", KINDS)
def test_the_fastest_command_takes_each(shop, known, kind, rng):
    words, about = known
    found = fault(shop, words, kind, rng, about)
    assert found.landed and not found.broken, found
    assert found.orphans == found.half_files == 0


def test_every_command_is_one_that_a_person_types(shop, rng):
    for command in COMMANDS:
        assert shop.words(command, rng)[0] == command


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("raise SystemExit(0)", ""),
        ("raise ZeroDivisionError", "traceback"),
        ("sys.exit('prehensile: one\\nand another')", "exit code was 1"),
        ("open(sys.argv[-1] + '/x.json', 'w').write('[1,'); bad('full')", "half a file"),
        ("bad('one'); ", ""),
        ("bad('one\\nand another')", "2 lines"),
        ("subprocess.Popen(['sleep', '9']); bad('one')", "1 processes were left"),
        ("open(sys.argv[-1] + '/' + NAME, 'w'); bad('one')", "it left .prehensile-"),
    ],
)
def test_a_command_that_behaves_badly_is_found_out(shop, known, monkeypatch, program, complaint):
    """The program stands in for ours."""
    name = ".prehensile-01234567-1-89abcdef.npz"
    text = (
        "import os, subprocess, sys\n"
        f"NAME = {name!r}\n"
        "os.makedirs(sys.argv[-1], exist_ok=True)\n"
        "def bad(text):\n"
        "    sys.stderr.write('prehensile: ' + text + '\\n'); os._exit(2)\n"
        f"os.write({{mark}}, b'.')  # {{limit}}\n{program}"
    )
    monkeypatch.setattr(faults, "_PROGRAM", text)
    monkeypatch.setattr(faults, "MOST_ROUNDS", 0)
    monkeypatch.setattr(faults, "ORPHANED", 0.3)
    words, about = known
    found = fault(shop, words, "file_limit", np.random.default_rng(0), about)
    assert complaint in found.broken and bool(found.broken) == bool(complaint), found
    assert found.orphans == ("processes" in complaint)
    assert found.half_files == ("half" in complaint)


def test_the_counts_are_sums():
    good = Outcome("mocap", "kill9", "", True, "", 0, 0)
    missed = good._replace(landed=False)
    bad = good._replace(broken="it left a.npz", orphans=2, half_files=1)
    assert counts([good, missed, bad, bad]) == {
        "faults_tried": 3, "faults_broken": 2, "orphans": 4, "half_files": 2,
    }  # fmt: skip


def test_signals_are_those_of_the_system():
    assert all(hasattr(signal, name) for name in faults.SIGNALS.values())
