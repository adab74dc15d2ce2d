import pytest

from prehensile.forks.measure.step_time import ROUNDS, step_us
from prehensile.forks.models.shipped import helix
from prehensile.forks.reduced.model import reduce


def test_long_chains_take_longer() -> None:
    short, long = (step_us(reduce(helix(n))) for n in (20, 400))
    assert 0 < short < long


def test_it_asks_between_batches_whether_to_go_on() -> None:
    asked = []
    step_us(reduce(helix(20)), lambda: asked.append(1))
    assert len(asked) == ROUNDS

    def enough() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        step_us(reduce(helix(20)), enough)
