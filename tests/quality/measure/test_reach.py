"""How far contacts go in one direction: two fingers in closed form."""

import numpy as np
import pytest

from prehensile.bench.quality.closed_forms import opposed_pair
from prehensile.errors import InputError
from prehensile.quality.measure.friction_cone import ContactWrenches
from prehensile.quality.measure.reach import reach

UP, ALONG = np.eye(6)[2], np.eye(6)[0]


def test_limits_in_all_and_of_each():
    pair = opposed_pair(0.5, 1.0, 0.1)
    assert reach(pair, UP, total=1.0) == pytest.approx(0.5)
    assert reach(pair, UP, each=1.0) == pytest.approx(1.0)
    assert reach(pair, ALONG, each=[3.0, 5.0]) == pytest.approx(5.0)
    assert reach(pair, -ALONG, each=[3.0, 5.0]) == pytest.approx(3.0)
    assert reach(pair, UP, total=4.0, each=[1.0, 9.0]) == pytest.approx(1.0)
    assert reach(pair, 2 * UP, total=1.0) == pytest.approx(0.25)


def test_without_a_limit_it_would_be_infinite():
    with pytest.raises(InputError, match="limit"):
        reach(opposed_pair(0.5, 1.0, 0.1), UP)


def test_forces_that_make_no_sense_are_refused():
    pair = opposed_pair(0.5, 1.0, 0.1)
    with pytest.raises(InputError, match="not finite"):
        reach(pair, UP, each=[np.nan, 1.0])
    with pytest.raises(InputError, match="2 contacts"):
        reach(pair, UP, each=[1.0, 1.0, 1.0])


def test_nothing_reaches_nowhere():
    assert reach(ContactWrenches(np.zeros((0, 6)), np.zeros(0, int)), UP, total=1.0) == 0
