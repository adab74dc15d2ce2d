"""The search by strength, short: no worse than where it began."""

import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.by_strength import strongest_grasp
from prehensile.holds.optimise.family import HIGH, LOW, starts, style_grasp
from prehensile.holds.optimise.prove import prove

HAND, HOLD = Hand(), edge()


def test_it_is_as_strong_as_it_says_and_no_weaker_than_its_start():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    found = strongest_grasp(HOLD, HAND, HOLD.pull, population=4, generations=1, threads=1)
    again = prove(HOLD, HAND, found.grasp, HOLD.pull).strength[0]
    assert again == pytest.approx(found.strength, rel=1e-9)
    first = [
        prove(HOLD, HAND, style_grasp(HOLD, HAND, s, HOLD.pull), HOLD.pull) for s in starts(HOLD)
    ]
    assert found.strength >= max(p.strength[0] for p in first) - 25
    assert all(low <= v <= high for low, v, high in zip(LOW, found.style, HIGH, strict=True))
