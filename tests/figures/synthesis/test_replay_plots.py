"""Plots of replay and of forces against `world`, of made-up grasps."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.bench.synthesis.replay import Replay
from prehensile.bench.synthesis.world_forces import Forces
from prehensile.figures.synthesis import replay_plots


def test_forces_are_drawn(tmp_path, rng: np.random.Generator) -> None:
    pytest.importorskip("matplotlib")
    found = [Forces(f, 1.05 * f, (0.0, 0.0)) for f in rng.uniform(0.5, 3, (4, 5))]
    assert_drawn(replay_plots.drawn_forces(tmp_path / "forces.png", found))


def test_replays_are_drawn(tmp_path, rng: np.random.Generator, monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    one = Replay(
        5, np.arange(50.0), rng.uniform(0.5, 3, (2, 50, 5)), rng.normal(size=(2, 50, 3)), 0, 5.0
    )
    monkeypatch.setattr(replay_plots, "_session", lambda: None)
    monkeypatch.setattr(replay_plots, "noisy_replays", lambda kept: [one, one])
    assert_drawn(replay_plots.draw_noisy_replay(tmp_path / "replay.png"))
