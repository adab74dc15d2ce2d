"""The chart of a grasp: forces above, measures below."""

import numpy as np
import pytest
from tests.quality.judge.test_grasp_track import TIME, pinched

from prehensile.draw import quality_plot
from prehensile.draw.quality_plot import draw_quality
from prehensile.quality.judge.grasp_track import grasp_track


@pytest.fixture
def axes(monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    figures = []
    monkeypatch.setattr(quality_plot, "save_figure", lambda figure, path: figures.append(figure))
    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (len(TIME), 1))
    clip = pinched(still, np.linspace(0, 10, len(TIME)))
    draw_quality(clip, grasp_track(clip, "ball"), 10, tmp_path / "q.png")
    return figures[0].axes


def test_lines_are_those_of_the_track(axes):
    forces, measures, beside = axes
    assert {"thumb", "index", "palm"} <= {line.get_label() for line in forces.lines}
    (ellipsoid,) = (l for l in measures.lines if l.get_label() == "ellipsoid σ")
    assert ellipsoid.get_ydata()[0] == 0 and (np.diff(ellipsoid.get_ydata()) > 0).all()
    assert len(beside.lines[0].get_ydata()) == len(TIME)


def test_the_judged_moment_and_the_weakest_direction_are_named(axes):
    assert "at 1.00 s weakest against a turn about" in axes[1].get_xlabel()
