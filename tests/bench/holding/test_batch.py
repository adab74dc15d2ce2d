"""The measure of batches: rates of each number of threads, and equal states."""

import pytest

from prehensile.bench.holding import batch


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
