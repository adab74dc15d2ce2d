"""One state, hardly optimised, and the plots of it."""

import numpy as np
import pytest

from prehensile.figures.manipulate.hull_feeler import HullFeeler
from prehensile.figures.manipulate.hull_plot import drawn_measures
from prehensile.figures.manipulate.optimised_state import OFF, feeler, optimised_with
from prehensile.figures.manipulate.term_plot import NAMES, drawn_terms, weighted_sums
from prehensile.manipulate.configuration import TERMS

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")


@pytest.fixture(scope="module")
def found():
    changes = {"population": 4, "longest": 0.2}
    return {m: optimised_with(m, 1, **changes) for m in ("ellipsoid", "hull")}


def test_a_cycle_begins_where_it_should(found):
    for one in found.values():
        assert abs(one.trace.error[0] - OFF) < 0.3
        assert one.steps > 50 and one.seconds > 0
    task = found["hull"].task
    assert isinstance(feeler(task, "hull"), HullFeeler)
    assert not isinstance(feeler(task, "ellipsoid"), HullFeeler)


def test_both_plots_are_drawn(found, tmp_path):
    assert drawn_measures(tmp_path / "hull.png", found).stat().st_size > 15_000
    assert drawn_terms(tmp_path / "terms.png", found["ellipsoid"]).stat().st_size > 15_000


def test_every_term_has_its_plot_but_the_value_that_comes_later(found):
    assert set(NAMES) == {*TERMS} - {"V"}
    c, added = found["ellipsoid"].task.configuration, np.ones((3, len(TERMS)))
    summed = weighted_sums(c, added)
    theta, depth = TERMS.index("theta"), TERMS.index("depth")
    np.testing.assert_allclose(
        summed[:, theta], np.array([1, 2, 3]) * c.weights["theta"] * c.scales["theta"]
    )
    assert summed[-1, depth] == 3 * c.scales["depth"]  # ours: no weight, but to be seen
