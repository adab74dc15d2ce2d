import pytest

from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.exemplary import exemplary_terms
from prehensile.manipulate.tasks.catalogue import task_named

APART = 15.0
"""at most, between what a scale is and what would make its term one: an order of magnitude"""


@pytest.mark.parametrize("name", ["dial", pytest.param("ball", marks=pytest.mark.long)])
def test_scales_bring_terms_within_an_order_of_magnitude_of_one(name):
    task = task_named(name)
    c, found = task.configuration, exemplary_terms(task)
    assert set(found) == set(TERMS)
    for term in ("0", "Q", "x", "theta", "omega", "v", "tau"):
        if c.weights[term] and found[term]:
            assert 1 / APART < found[term] * c.scales[term] < APART, term
