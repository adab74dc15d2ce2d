"""The line through inputs against scikit-free least squares; never below zero."""

import numpy as np
import pytest

from prehensile.capture.sensors.nail.linear import NailLine
from prehensile.errors import InputError


def test_a_plane_comes_back(rng) -> None:
    x, w = rng.normal(size=(100, 6)) + 5, rng.normal(size=6)
    line = NailLine.train(x, x @ w + 70)
    assert line.weights == pytest.approx(w) and line.offset == pytest.approx(70)


def test_it_is_numpys_least_squares(rng) -> None:
    x, f = rng.normal(size=(50, 3)), rng.normal(size=50)
    found = NailLine.train(x, f)
    own = np.linalg.lstsq(np.column_stack([np.ones(50), x]), f, rcond=None)[0]
    assert [found.offset, *found.weights] == pytest.approx(own)


def test_negative_forces_are_read_as_nought() -> None:
    assert NailLine(-1.0, np.array([2.0])).estimate(np.array([[0.1], [2.0]])).tolist() == [0, 3]


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(InputError):
        NailLine.train(np.zeros((3, 6)), np.zeros(3))
