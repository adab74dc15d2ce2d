"""Figures of a pressed pad."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.capture.recording.recording import Touch
from prehensile.compliance.tip import tip_results
from prehensile.compliance.tip.fingerpad import phases
from prehensile.compliance.tip.presses import Press, Presses
from prehensile.figures.compliance import fingerpad_plots as plots


@pytest.fixture
def made(monkeypatch, rng):
    """A pad of 90 kPa that is pressed twice, in place of a session."""
    time = np.arange(0, 1, 0.002)
    force = 2.5 * np.sin(np.pi * time)
    k = (9 / (16 * 90e3 * np.sqrt(7.5e-3))) ** (2 / 3)
    loading, unloading = phases(force)
    depth = k * force ** (2 / 3) + 1e-5 * rng.normal(size=len(time))
    touches = [Touch("index", float(n), n + 0.1, n + 1.0) for n in (1, 3)]
    presses = tuple(Press(touch, time, force, depth, loading, unloading) for touch in touches)
    found = tip_results.pressed(Presses(presses, 2e-4, 0.02))
    monkeypatch.setattr(plots, "pressed", lambda: found)
    return found


@pytest.mark.parametrize("name", ["draw_presses", "draw_scatter", "draw_contact"])
def test_a_figure_is_drawn(name, made, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    assert_drawn(getattr(plots, name)(tmp_path / f"{name}.png"))


def test_depth_counts_from_the_touch(made) -> None:
    depth, fit = plots.from_touch(made.presses.presses[0], 0.02)
    assert fit.young() == pytest.approx(90e3, rel=0.02)
    assert depth[1] == pytest.approx(fit.k * made.presses.presses[0].force[1] ** (2 / 3), abs=5e-5)


def test_means_leave_out_what_is_hidden() -> None:
    values = np.full(50, 2.0)
    values[10:14] = np.nan
    assert np.allclose(plots.averaged(values), 2.0)
    assert np.isnan(plots.averaged(np.full(30, np.nan))).all()
