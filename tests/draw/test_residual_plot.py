import numpy as np
import pytest
from tests.draw.looks import read

from prehensile.draw import residual_plot
from prehensile.draw.residual_plot import MOST_POINTS, draw_residuals

TIME = np.linspace(0, 2, 50)


@pytest.fixture
def drawn(monkeypatch, tmp_path):
    """``drawn(names, residual)``: the upper and the lower plot."""
    figures = []
    monkeypatch.setattr(residual_plot, "save_figure", lambda figure, path: figures.append(figure))

    def draw(names, residual):
        draw_residuals(tmp_path / "r.png", TIME, names, residual, "a hand")
        return figures.pop().axes

    return draw


def test_a_picture_with_something_on_it_is_written(tmp_path, rng):
    names = ("index tip", "thumb tip")
    path = draw_residuals(tmp_path / "r.png", TIME, names, 1e-3 * rng.random((50, 2)), "a hand")
    picture = read(path)
    assert path == tmp_path / "r.png" and picture.shape[0] > 300 and picture.shape[1] > 300
    assert (picture.min(axis=-1) < 128).mean() > 0.005  # ink


def test_the_worst_points_stand_on_top_in_millimetres(drawn):
    off = np.array([2e-3, 5e-3, 1e-3])
    _, below = drawn(("b", "c", "a"), np.tile(off, (50, 1)))
    assert [label.get_text() for label in below.get_yticklabels()] == ["c", "b", "a"]
    assert below.yaxis_inverted()
    lengths = [bar.get_width() for bar in below.patches]
    np.testing.assert_allclose(lengths, [5, 2, 1] * 2)  # nothing changes: median and tail agree


def test_of_many_points_only_the_worst_are_shown(drawn):
    count = MOST_POINTS + 7
    _, below = drawn(tuple(map(str, range(count))), np.tile(1e-3 * np.arange(count), (50, 1)))
    shown = [label.get_text() for label in below.get_yticklabels()]
    assert shown == [str(k) for k in range(count - 1, 6, -1)]


@pytest.mark.filterwarnings("error")
def test_what_was_hidden_counts_nowhere(drawn):
    residual = np.full((50, 3), 1e-3)
    residual[:, 1] = np.nan  # never seen
    residual[20:30] = np.nan  # nothing seen
    above, below = drawn(("a", "never", "b"), residual)
    assert "never" not in [label.get_text() for label in below.get_yticklabels()]
    (line,) = above.lines
    gone = np.isnan(line.get_ydata())
    np.testing.assert_array_equal(np.flatnonzero(gone), np.arange(20, 30))
    np.testing.assert_allclose(line.get_ydata()[~gone], 1.0)
