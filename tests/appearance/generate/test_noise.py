"""Random fields: the same at any size, and as fine as they say."""

import numpy as np

from prehensile.appearance.generate.noise import blotches, turbulence


def test_a_larger_picture_shows_the_same_field():
    small, large = (blotches(np.random.default_rng(3), size, 2.0) for size in (64, 256))
    np.testing.assert_allclose(large.reshape(64, 4, 64, 4).mean(axis=(1, 3)), small, atol=0.05)
    assert abs(small.std() - 1) < 1e-5


def test_finer_fields_change_faster(rng):
    fine, coarse = (np.abs(np.diff(blotches(rng, 128, s), axis=0)).mean() for s in (0.5, 4.0))
    assert fine > 4 * coarse
    tall = blotches(rng, 128, (5.0, 0.5))
    assert np.abs(np.diff(tall, axis=1)).mean() > 3 * np.abs(np.diff(tall, axis=0)).mean()


def test_turbulence_has_deviation_one(rng):
    assert 0.5 < np.mean([turbulence(rng, 96, 2.0).std() for _ in range(8)]) < 1.5
