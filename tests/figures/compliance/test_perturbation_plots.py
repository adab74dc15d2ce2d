"""Figures of a pushed fingertip."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.compliance.tip.endpoint import Endpoint
from prehensile.compliance.tip.perturbation import Perturbed
from prehensile.compliance.tip.pushes import Push
from prehensile.compliance.tip.tip_results import Pushed
from prehensile.figures.compliance import perturbation_plots as plots


@pytest.fixture
def made(monkeypatch):
    """A mass on a spring that is lifted, in place of a session."""
    time = np.arange(-0.3, 0.25, 0.002)
    s = np.clip(time / 0.035, 0, 1)
    z = 0.008 * s**3 * (10 - 15 * s + 6 * s**2)
    v, a = np.gradient(z, time), np.gradient(np.gradient(z, time), time)
    force = 0.017 * a + 2 * v + 90 * z + 6
    push = Push(0.0, time, z, force, np.zeros(1), z[:, None], z[:, None], np.ones((3, 1)),
                np.array([0, 0, 1.0]))  # fmt: skip
    fit = Perturbed(0.017, 2.0, 90.0, 6.0, np.ones(4), 0.04, 0.01)
    found = Pushed((push,), None, (Endpoint(90.0, 120.0),), (fit,))  # type: ignore[arg-type]
    monkeypatch.setattr(plots, "pushed", lambda task: found)
    return push


@pytest.mark.parametrize(
    "name", ["draw_perturbed", "draw_estimation_data", "draw_windows", "draw_forces"]
)
def test_a_figure_is_drawn(name, made, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    assert_drawn(getattr(plots, name)(tmp_path / f"{name}.png"))


def test_long_windows_find_the_spring(made) -> None:
    found = plots.fits_by_window(made)
    assert found.shape == (len(plots.WINDOWS_S), 3)
    assert found[-1] == pytest.approx([0.017, 2.0, 90.0], rel=0.05)
