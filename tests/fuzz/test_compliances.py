"""Spoilt files of a hand's compliance and of edited touches: read, or one line."""

import os

import numpy as np
import pytest
from tests.fuzz.mutations import mutated

from prehensile.compliance.recorded.edited_touches import read_touches
from prehensile.errors import FileError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand

SEED = int(os.environ.get("PREHENSILE_FUZZ_SEED", "0"))
FEW, MANY = 150, 3000

TOUCHES = (
    b'[{"contact": "index", "onset": 0.5, "settled": 0.52, "end": 1.25},'
    b' {"contact": "thumb", "onset": 2.5, "settled": 2.52, "end": 3.5}]'
)


def compliance(folder) -> bytes:
    hand = Hand()
    path = HandCompliance.assumed(hand, np.linspace(0.2, 2.0, hand.dof), "explore").save(
        folder / "good.json"
    )
    return path.read_bytes()


READERS = {
    "compliance": (compliance, HandCompliance.load),
    "touches": (lambda _: TOUCHES, read_touches),
}


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", READERS)
def test_spoilt_files_are_read_or_refused(tmp_path, kind, count):
    make, read = READERS[kind]
    good, path = make(tmp_path), tmp_path / "bad.json"
    refused = 0
    for k in range(count):
        path.write_bytes(mutated(good, np.random.default_rng([SEED, k]), text=True))
        try:
            read(path)
        except FileError as error:
            assert "\n" not in str(error) and "bad.json" in str(error), f"seed {SEED}, file {k}"
            refused += 1
    assert refused > count / 4
