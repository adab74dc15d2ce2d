"""Neighbours against brute force; the thresholded mean and the histogram of (3.1)."""

import numpy as np
import pytest

from prehensile.capture.sensors.nail.neighbours import NailNeighbours
from prehensile.errors import InputError


@pytest.fixture
def model(rng) -> NailNeighbours:
    x = rng.normal(size=(200, 6))
    return NailNeighbours.train(x, rng.uniform(0, 4, 200), k=12)


def test_neighbours_are_the_nearest_of_all(model, rng) -> None:
    x = rng.normal(size=(9, 6))
    far = np.linalg.norm(model.space(x)[:, None] - model.reading, axis=-1)
    order = np.argsort(far, axis=1)[:, :12]
    found = model.near(x)
    assert found.distance == pytest.approx(np.take_along_axis(far, order, 1))
    assert found.force == pytest.approx(model.force[order])


def test_the_mean_leaves_out_those_that_do_not_press(rng) -> None:
    x = np.repeat(np.eye(4), 10, axis=0) + 1e-3 * rng.normal(size=(40, 4))
    force = np.concatenate([np.zeros(10), [3.0] * 2, np.zeros(8), np.full(10, 1.0), [0.1] * 10])
    model = NailNeighbours.train(x, force, dimensions=3, k=10)
    assert model.estimate(np.eye(4)) == pytest.approx([0, 3, 1, 0])


def test_the_histogram_is_a_density(model, rng) -> None:
    x = rng.normal(size=(5, 6))
    density = model.density(x)
    assert density.shape == (5, 50) and density.sum(1) * 0.1 == pytest.approx(np.ones(5))
    first = model.near(x).force[0]
    assert density[0, 7] == pytest.approx(((first >= 0.7) & (first < 0.8)).sum() / (0.1 * 12))


def test_readings_that_are_not_there_give_no_force(model, rng) -> None:
    x = rng.normal(size=(3, 6))
    x[1, 2] = np.nan
    assert np.isnan(model.estimate(x)).tolist() == [False, True, False]
    assert not model.density(x)[1].any()


def test_bad_training_data_are_refused(rng) -> None:
    with pytest.raises(InputError, match="expected 40"):
        NailNeighbours.train(rng.normal(size=(5, 6)), np.zeros(5))
    with pytest.raises(InputError, match="below zero"):
        NailNeighbours.train(rng.normal(size=(50, 6)), np.full(50, -1.0))
