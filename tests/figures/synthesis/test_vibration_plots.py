"""The plot of boxes that swing, or do not."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.bench.synthesis.vibration import MASSES, Lifted
from prehensile.figures.synthesis import vibration_plots


def _swinging(mass: float, damping: float) -> Lifted:
    """A mass on a spring, in closed form."""
    time = np.arange(1, 1000) / 500
    T = np.tile(np.eye(4), (len(time), 1, 1))
    rate, after = np.sqrt(300 / mass), np.maximum(time - 0.5, 0)
    T[:, 2, 3] = 0.002 * np.exp(-damping * after / mass) * np.cos(rate * after)
    return Lifted(time, T, np.where(time < 0.5, 9.81 * mass, 0.0), np.full(3, 0.03), True)


def test_vibration_is_drawn(tmp_path, monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    asked = []

    def lifted(lift, mass: float, damping: float) -> Lifted:
        asked.append((mass, damping))
        return _swinging(mass, damping)

    monkeypatch.setattr(vibration_plots, "lifted", lifted)
    assert_drawn(vibration_plots.draw_vibration(tmp_path / "vibration.png"))
    assert len(asked) == 4 and {mass for mass, _ in asked} == set(MASSES)
    assert {damping for _, damping in asked} == set(vibration_plots.DAMPINGS)
