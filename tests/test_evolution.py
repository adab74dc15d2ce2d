"""CMA-ES as a loop: finds the minimum of a bowl, keeps its bounds, is the same for a seed."""

import sys

import numpy as np
import pytest

from prehensile.errors import InputError, MissingExtraError
from prehensile.evolution import evolution


def bowl(points):
    return ((points - np.array([0.3, -0.2, 0.1])) ** 2).sum(axis=1)


def run(generations, low=None, high=None, seed=0):
    for n, generation in enumerate(evolution(np.zeros(3), 0.3, low, high, 8, seed)):
        if n == generations:
            return generation.points
        generation.tell(bowl(generation.points))
    raise AssertionError("it never ends by itself")


def test_it_finds_the_bottom():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    assert np.abs(run(60) - [0.3, -0.2, 0.1]).max() < 0.01
    np.testing.assert_array_equal(run(3), run(3))
    assert (run(3) != run(3, seed=1)).any()
    low, high = np.full(3, -0.1), np.full(3, 0.1)
    bounded = run(20, low, high)
    assert (bounded >= low).all() and (bounded <= high).all()


def test_a_generation_must_be_judged():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    search = evolution(np.zeros(3), 0.3, None, None, 8, 0)
    next(search)
    with pytest.raises(InputError, match="not judged"):
        next(search)


def test_without_cma_it_says_which_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(MissingExtraError, match=r"prehensile\[learn\]"):
        next(evolution(np.zeros(3), 0.3, None, None, 8, 0))


def test_a_search_begins_with_the_shape_it_is_given():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    shape = np.array([[4.0, 1.0], [1.0, 0.5]])
    first = next(evolution(np.array([3.0, -2.0]), 0.1, None, None, 4000, 0, shape))
    np.testing.assert_allclose(first.shape, shape, rtol=1e-3)  # cma breaks its symmetry a little
    np.testing.assert_allclose(np.cov(first.points.T), 0.01 * shape, rtol=0.15)
    np.testing.assert_allclose(first.points.mean(axis=0), [3.0, -2.0], atol=0.02)


def test_shapes_that_are_none_are_refused():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    with pytest.raises(InputError, match="positive definite"):
        next(evolution(np.zeros(2), 0.1, None, None, 8, 0, -np.eye(2)))
    with pytest.raises(InputError, match="begins round"):
        next(evolution(np.zeros(2), 0.1, -np.ones(2), np.ones(2), 8, 0, np.eye(2)))
