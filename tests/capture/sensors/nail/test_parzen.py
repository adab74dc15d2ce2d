"""Densities integrate to one and have the stated deviations; the tracked mode against all paths."""

import itertools

import numpy as np
import pytest

from prehensile.capture.sensors.nail.neighbours import NailNeighbours
from prehensile.capture.sensors.nail.parzen import ForceDensity, parzen_density, tracked_mode

GRID = np.arange(-2, 7, 0.02)


def test_a_density_integrates_to_one(rng) -> None:
    model = NailNeighbours.train(rng.normal(size=(80, 4)), rng.uniform(0, 4, 80), k=20)
    found = parzen_density(model, rng.normal(size=(6, 4)), GRID)
    assert found.density.sum(1) * 0.02 == pytest.approx(np.ones(6), abs=1e-3)


def test_deviations_are_standard_deviations(rng) -> None:
    """The factor 2 of (3.2): one sample gives a normal density."""
    x = rng.normal(size=(60, 4))
    model = NailNeighbours.train(x, np.full(60, 2.0), k=5)
    found = parzen_density(model, x[:1], GRID, sigma_f=0.3)
    spread = (found.density[0] * (GRID - 2.0) ** 2).sum() * 0.02
    assert np.sqrt(spread) == pytest.approx(0.3, rel=0.01)
    assert found.mode[0] == pytest.approx(2.0, abs=0.011)


def test_near_samples_weigh_as_3_3_says() -> None:
    x = np.array([[0.0, 0.0], [1.0, 0.1], [3.0, -0.1], [4.0, 0.05], [9.0, 0.0]])
    model = NailNeighbours.train(x, np.arange(5.0), dimensions=2, k=2)
    near = model.near(x[:1])
    found = parzen_density(model, x[:1], GRID, sigma_r=0.5, sigma_f=0.05)
    height = [found.density[0, np.abs(GRID - f).argmin()] for f in near.force[0]]
    ratio = np.exp(-(near.distance[0, 1] ** 2) / (2 * 0.5**2))
    assert height[1] / height[0] == pytest.approx(ratio, rel=1e-3)


def test_far_readings_still_have_a_density(rng) -> None:
    model = NailNeighbours.train(rng.normal(size=(60, 4)), rng.uniform(0, 4, 60), k=5)
    found = parzen_density(model, np.full((1, 4), 1e3), GRID)
    assert found.density.sum() * 0.02 == pytest.approx(1, abs=1e-3)


def test_the_tracked_mode_is_the_best_of_all_paths(rng) -> None:
    force = np.arange(4) * 0.5
    found = ForceDensity(force, rng.uniform(0.01, 1, (6, 4)))

    def score(path: tuple[int, ...]) -> float:
        likely = sum(np.log(found.density[n, k]) for n, k in enumerate(path))
        return likely - (np.diff(force[list(path)]) ** 2).sum() / (2 * (12 / 10) ** 2)

    best = max(itertools.product(range(4), repeat=6), key=score)
    assert tracked_mode(found, 10).tolist() == force[list(best)].tolist()


def test_a_single_wild_frame_does_not_pull_the_track() -> None:
    density = np.full((9, 40), 1e-3)
    density[:, 10] = 1.0
    density[4, 10], density[4, 35] = 0.2, 1.0
    force = np.arange(40) * 0.1
    found = ForceDensity(force, density)
    assert found.mode[4] == pytest.approx(3.5)
    assert tracked_mode(found, 60) == pytest.approx(np.full(9, 1.0))
