"""The figures of `prehensile figures quality`: drawn, and true to what they say."""

import numpy as np
import pytest
from scipy.optimize import linprog
from tests.figures.test_ik import assert_drawn

from prehensile.figures import _quality_plots, quality


@pytest.mark.long
def test_every_figure_is_drawn(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(_quality_plots, "GRASPS", 5)
    monkeypatch.setattr(quality, "draw_synergies", lambda folder: [folder / "of_others.png"])
    paths = quality.draw(tmp_path)
    assert [path.name for path in paths] == [*quality.FIGURES, "of_others.png"]
    for path in paths[:-1]:
        assert_drawn(path)


def test_figure_3_4_shows_what_it_says():
    """Nought is outside of the hull, by a linear programme, and the ellipsoid is not flat."""
    _, wrench = _quality_plots.flat_grasp()
    lifted = np.column_stack([wrench, np.ones(len(wrench))]).T
    assert not linprog(np.zeros(len(wrench)), A_eq=lifted, b_eq=[0, 0, 0, 1]).success
    assert np.linalg.svd(wrench, compute_uv=False)[2] > 0.2


def test_no_grasp_lies_below_root_two_epsilon():
    x, y = _quality_plots.ellipsoid_and_epsilon(6, 20)
    assert (y >= np.sqrt(2) * x).all() and (x > 0).all()
