"""The hull of wrenches: a cross polytope, what is flat, and what is refused."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.quality.measure.wrench_hull import wrench_hull


def test_the_cross_polytope_has_64_facets_at_one_over_root_six():
    hull = wrench_hull(np.concatenate([np.eye(6), -np.eye(6)]))
    assert hull is not None
    assert hull.normal.shape == (64, 6)
    np.testing.assert_allclose(hull.distance, 1 / np.sqrt(6))
    assert hull.volume == pytest.approx(2**6 / 720)  # 2ⁿ / n!


def test_what_is_flat_has_none(rng):
    flat = rng.normal(size=(30, 6)) * [1, 1, 1, 1, 1, 0]
    assert wrench_hull(flat) is None
    assert wrench_hull(np.eye(6)) is None


def test_what_is_no_wrench_is_refused():
    with pytest.raises(InputError, match="shape"):
        wrench_hull(np.zeros((4, 8, 6)))
    with pytest.raises(InputError, match="not finite"):
        wrench_hull(np.full((9, 6), np.inf))
