"""The measure of batches: rates of each number of threads, and equal states."""

import numpy as np
import pytest

from prehensile.bench.holding import batch
from prehensile.hand.hand import Hand
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.scene import HandInScene


def test_the_bare_loop_ends_where_the_batch_does(monkeypatch):
    monkeypatch.setattr(batch, "STEPS", 5)
    worlds = WorldBatch(HandInScene(Hand()), load_object("ball"), 2)
    start = worlds.snapshot()
    seconds, end = batch._bare_loop(worlds.model, start)
    for _ in range(5):
        worlds.step()
    np.testing.assert_array_equal(end, worlds.snapshot().state)
    assert (end != start.state).any() and seconds > 0


@pytest.mark.long
def test_rates_and_equality(monkeypatch):
    monkeypatch.setattr(batch, "REPEATS", 1)
    figures = batch.measure_batch(count=3, threads=(1, 2))
    assert figures.pop("batch_equal") is True
    assert set(figures) == {
        "batch_steps_per_s_1thread",
        "batch_steps_per_s_2threads",
        "raw_mujoco_steps_per_s_1thread",
    }
    assert all(rate > 100 for rate in figures.values())
