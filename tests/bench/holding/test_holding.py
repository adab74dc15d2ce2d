"""The holding bench names every figure; the figures themselves take minutes and are its own."""

import numpy as np
import pytest
from tests.workers_here import workers_here

from prehensile.bench import holding
from prehensile.bench.holding import batch
from prehensile.bench.holding.creep import CreepRun
from prehensile.fast_path import kernels_in_use


def test_every_figure_is_there(monkeypatch):
    monkeypatch.setattr(holding, "workers", workers_here)
    monkeypatch.setattr(holding, "grasp_thing", lambda name: (True, np.array([0.001])))
    run = CreepRun(True, 1e-7, 1e-6, 1e-4, 1e-3, 1)
    monkeypatch.setattr(holding, "creep_run", lambda index: run)
    monkeypatch.setattr(holding, "shadow_hand_held", lambda: True)
    monkeypatch.setattr(holding, "step_times", lambda: (200.0, 100.0))
    rates = {batch._rate_name(t): 1e4 for t in (1, 2)}
    raw = {"raw_mujoco_steps_per_s_1thread": 1e4, "batch_equal": True}
    monkeypatch.setattr(holding, "measure_batch", lambda: rates | raw)
    figures = holding.run(lambda text: None)
    assert set(figures) == set(holding.REFERENCE)
    assert figures["catalogue_managed"] == figures["catalogue_total"] >= 12
    assert figures["creep_held"] == 30
    assert figures["kernels"] == kernels_in_use()
    assert figures["creep_um_per_s"] == pytest.approx(0.1)


@pytest.mark.long
def test_a_step_that_holds_costs_more_than_a_fast_one(monkeypatch):
    monkeypatch.setattr(holding, "STEPS", 100)
    hold, fast = holding.step_times()
    assert hold > fast > 0
