"""Figure 3-6, hardly learned."""

import pytest

from prehensile.figures.manipulate.convergence_plot import (
    STATES,
    convergence,
    drawn_convergence,
)

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")


@pytest.mark.long
def test_values_rise_from_minus_ten_and_states_join(tmp_path):
    found = convergence(sweeps=2, generations=1, population=4, longest=0.2, most_states=9)
    assert found.states.tolist() == [STATES, 9, 9]
    assert found.mean[0] == found.most[0] == -10
    assert (found.mean[1:] > -10).all() and (found.most >= found.mean).all()
    assert (found.most <= 0).all()
    path = drawn_convergence(tmp_path / "3_6.png", found)
    assert path.stat().st_size > 10_000
