"""Learning's own loop, over two states."""

import pytest

from prehensile.bench.manipulate.loop_speed import REFERENCE, loop_figures
from prehensile.manipulate.tasks.catalogue import NUMBERS

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")


def test_steps_are_counted_and_what_python_takes():
    tiny = NUMBERS["dial"].changed(first_states=2, population=4, longest=0.1, strolls=0)
    found = loop_figures(tiny)
    assert set(found) == set(REFERENCE)
    assert found["steps_per_s"] > 10
    assert 0 < found["python_share"] < 1
