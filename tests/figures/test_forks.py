"""The figures of `prehensile figures forks`: drawn, and true to what they compare."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.figures import _forks_plots, forks
from prehensile.forks.models.shipped import robot_arm, shipped
from prehensile.forks.reduced.model import reduce


@pytest.mark.long
def test_both_figures(drawing, tmp_path, monkeypatch):
    monkeypatch.setattr(forks, "POSED", ("arm", "y"))
    monkeypatch.setattr(forks, "DISPLACED", ("arm",))
    monkeypatch.setattr(forks, "DISPLACEMENTS", np.array([0.1, 0.3]))
    monkeypatch.setattr(_forks_plots, "TILE", (200, 240))
    paths = forks.draw(tmp_path)
    assert [p.name for p in paths] == ["forks_figure_4_4.png", "forks_figure_4_5.png"]
    for path in paths:
        assert_drawn(path)


@pytest.mark.long
def test_static_poses_lie_over_mujocos(drawing, monkeypatch):
    monkeypatch.setattr(_forks_plots, "TILE", (120, 160))
    picture, label = _forks_plots.static_tile(reduce(robot_arm()), 0.05)
    assert picture.shape == (160, 120, 3)
    error = float(label.rpartition(" ")[2].rstrip("%"))
    assert 0 < error < 3  # percent of the tip's way


@pytest.mark.parametrize("name", ["y", "arm"])
def test_gaps_grow_with_the_square_of_the_displacement(name):
    """Of one linearisation; a blend with stretched links keeps its joints together."""
    mechanism = shipped(name)
    model = reduce(mechanism, mechanism.effectors[:1])
    plain, blended = _forks_plots.constraint_errors(model, np.array([0.1, 0.2, 0.4]))
    for direction in plain:
        one, two, four = plain[direction]
        assert two / one == pytest.approx(4, rel=0.2) and four / one == pytest.approx(16, rel=0.2)
        assert blended[direction].max() < 0.1 * four
