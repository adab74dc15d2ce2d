"""Peaks of images: bumps apart stay apart, on a ball across the seam and the pole too."""

import numpy as np

from prehensile.capture.sensors.basins import basins, grid_neighbours


def test_two_bumps_are_two_basins() -> None:
    row, column = np.indices((6, 12))
    bumps = np.exp(-((row - 2) ** 2 + (column - 2) ** 2) / 3)
    bumps += 0.5 * np.exp(-((row - 3) ** 2 + (column - 9) ** 2) / 3)
    found = basins(np.where(bumps > 0.05, bumps, 0).ravel(), grid_neighbours(6, 12)).reshape(6, 12)
    assert set(found[found >= 0]) == {2 * 12 + 2, 3 * 12 + 9}
    assert (found[bumps <= 0.05] == -1).all() and found[2, 3] == 26 and found[3, 8] == 45


def test_cells_at_the_border_have_themselves_for_neighbours() -> None:
    beside = grid_neighbours(2, 3)
    assert set(beside[0]) == {0, 1, 3, 4}


def test_on_a_ball_columns_close_and_poles_meet() -> None:
    beside = grid_neighbours(8, 32, round_about=True)
    assert {31, 1, 32, 33, 63} <= set(beside[0])
    assert {15, 16, 17} <= set(beside[0])
    values = np.zeros(256)
    values[[31, 0, 1]] = 1, 2, 1
    assert basins(values, beside)[[31, 0, 1]].tolist() == [0, 0, 0]


def test_a_ridge_of_any_shape_ends_at_its_top(rng) -> None:
    values = rng.uniform(0.1, 1, 256)
    beside = grid_neighbours(8, 32, round_about=True)
    found = basins(values, beside)
    peaks = np.unique(found)
    assert (values[peaks] >= values[beside[peaks]].max(1)).all()
