"""Against the printed table."""

import re
from pathlib import Path

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.synthesis.clips.assumed import assumed_compliance, table_5_1

PRINTED = {
    "Index MP flex/ex": 5.00e-1, "Index PIP": 4.45e-1, "Index DIP": 2.13, "Index MP ab/ad": 3.20e-1,
    "Middle MP flex/ex": 5.00e-1, "Middle DIP": 3.27, "Middle MP ab/ad": 3.20e-1,
    "Thumb MP flex/ex": 4.80e-1, "Thumb IP": 2.70e-1, "Thumb CM": 7.00e-1,
}  # fmt: skip
THESIS = Path(__file__).parents[4] / "shared" / "papers" / "kry-2005-thesis.txt"


def test_every_row_is_the_printed_one_or_says_whose_it_is() -> None:
    table = table_5_1()
    for joint, (value, source) in table.items():
        if source in PRINTED:
            assert value == PRINTED[source]
        elif source.startswith("as "):
            assert value == table[source[3:]].compliance
        else:
            assert joint in ("wrist_flex", "middle_pip_flex")
    assert {row.source for row in table.values()} >= set(PRINTED)
    assert table["middle_pip_flex"].compliance == 0.32


@pytest.mark.skipif(not THESIS.exists(), reason="the thesis lies beside the repository only")
def test_the_printed_rows_are_the_thesis_s() -> None:
    rows = dict(re.findall(r"^([\w/ ]+)\t(\d\.\d+e-?\d)$", THESIS.read_text("utf-8"), re.MULTILINE))
    assert {name: float(rows[name]) for name in PRINTED} == PRINTED
    assert [float(rows[f"Root {axis}"]) for axis in "xyz"] == [1e-3] * 3
    assert float(rows["Middle PIP"]) == 3.2e-3  # a hundredth of all others: not taken


@pytest.mark.parametrize("side", ["right", "left"])
def test_a_hand_has_all_of_them(side) -> None:
    hand = Hand(HandSpec.mean(side))
    found = assumed_compliance(hand)
    assert not found.estimated.any() and found.side == side
    assert np.array_equal(found.diagonal[-3:], [1e-3] * 3)
    assert found.meta["joints"]["ring_dip_flex"] == "as index_dip_flex"
