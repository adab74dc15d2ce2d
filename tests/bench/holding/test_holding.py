"""The holding bench names every figure; the figures themselves take minutes and are its own."""

import numpy as np
import pytest

from prehensile.bench import holding
from prehensile.bench.holding import batch
from prehensile.bench.holding.creep import CreepRun


@pytest.mark.long
def test_every_figure_is_there(monkeypatch):
    class Pool:
        def __init__(self, *args, **kwargs): ...
        def __enter__(self):
            return self

        def __exit__(self, *args): ...
        def map(self, job, items):
            return map(job, items)

    monkeypatch.setattr(holding, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(holding, "grasp_thing", lambda name: (True, np.array([0.001])))
    run = CreepRun(True, 1e-7, 1e-6, 1e-4, 1e-3, 1)
    monkeypatch.setattr(holding, "creep_run", lambda index: run)
    monkeypatch.setattr(holding, "shadow_hand_held", lambda: True)
    monkeypatch.setattr(holding, "STEPS", 100)
    monkeypatch.setattr(batch, "REPEATS", 1)
    monkeypatch.setattr(holding, "measure_batch", lambda: batch.measure_batch(count=3))
    figures = holding.run(lambda text: None)
    assert set(figures) == set(holding.REFERENCE)
    assert figures["catalogue_managed"] == figures["catalogue_total"] >= 12
    assert figures["creep_held"] == 30
    assert figures["hold_step_us"] > figures["fast_step_us"] > 0
    assert figures["batch_equal"] is True
