import numpy as np

from prehensile.skin.paint.noise import cells, layered_noise, smooth_noise


def _points(n: int) -> np.ndarray:
    return np.random.default_rng(2).uniform(0, 0.1, (n, 3))


def test_noise_has_the_stated_mean_deviation_and_width() -> None:
    points = _points(20000)
    found = smooth_noise(points, 0.004, seed=3)
    assert abs(found.mean()) < 0.1 and 0.85 < found.std() < 1.15
    assert 0.8 < layered_noise(points, 0.008, 3, seed=3).std() < 1.2
    # Near points are alike, points two widths apart are not.
    for step, low, high in ((0.0002, 0.98, 1.0), (0.012, -0.15, 0.15)):
        both = smooth_noise(
            np.concatenate([points, points + np.array([step, 0, 0])]), 0.004, seed=3
        )
        alike = np.corrcoef(both[:20000], both[20000:])[0, 1]
        assert low < alike < high


def test_the_same_seed_gives_the_same_noise_and_another_does_not() -> None:
    points = _points(500)
    assert np.array_equal(smooth_noise(points, 0.01, 1), smooth_noise(points, 0.01, 1))
    assert not np.allclose(smooth_noise(points, 0.01, 1), smooth_noise(points, 0.01, 2))


def test_cells_tile_a_plane() -> None:
    """On a sheet: about one cell to each square of its size, one number a cell, sharp borders."""
    points = _points(40000) * [1, 1, 0]
    border, tint = cells(points, points, 0.01, seed=1)
    assert 60 < len(np.unique(tint)) < 140
    assert border.min() < 0.05 and 0.97 < border.max() <= 1
    assert tint.min() >= 0 and tint.max() <= 1
