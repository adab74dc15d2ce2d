"""Figure 3-6, hardly learned."""

import numpy as np
import pytest

from prehensile.figures.manipulate.convergence_plot import (
    STATES,
    Convergence,
    convergence,
    drawn_convergence,
)


def test_lines_rise_over_bars_of_states(tmp_path):
    few = Convergence(np.array([-10.0, -6.0]), np.array([-10.0, -2.0]), np.array([7, 9]))
    many = few._replace(states=np.array([7, 20]))
    paths = [drawn_convergence(tmp_path / f"{k}.png", one) for k, one in enumerate((few, many))]
    assert all(path.stat().st_size > 10_000 for path in paths)
    assert paths[0].read_bytes() != paths[1].read_bytes()


@pytest.mark.long
def test_values_rise_from_minus_ten_and_states_join(tmp_path):
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    found = convergence(sweeps=2, generations=1, population=4, longest=0.2, most_states=9)
    assert found.states.tolist() == [STATES, 9, 9]
    assert found.mean[0] == found.most[0] == -10
    assert (found.mean[1:] > -10).all() and (found.most >= found.mean).all()
    assert (found.most <= 0).all()
    path = drawn_convergence(tmp_path / "3_6.png", found)
    assert path.stat().st_size > 10_000
