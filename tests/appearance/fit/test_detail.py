"""Detail of all photographs: grain of the first one goes, patches of blood stay."""

import numpy as np
from scipy.ndimage import gaussian_filter
from tests.appearance.fit.test_leave_out import RECIPE, blushing

from prehensile.appearance.fit.detail import with_shared_detail
from prehensile.appearance.fit.leave_out import left_out_errors
from prehensile.appearance.fit.recipe import view_base

SIZE = 96


def photographs(rng, noise):
    """Absorptions of a skin that blanches in a wide patch, each with grain of its own."""
    true = 0.5 + 0.1 * rng.normal(size=(SIZE, SIZE, 3))
    patch = np.zeros((SIZE, SIZE, 1))
    patch[SIZE // 2 :] = 1.0
    patch = gaussian_filter(patch, (12, 12, 0))
    states = true - 0.3 * np.linspace(0, 1, 9)[:, None, None, None] * patch
    return true, states + noise * rng.normal(size=states.shape)


def test_grain_of_one_photograph_goes(rng):
    true, seen = photographs(rng, 0.05)
    finger = np.ones((SIZE, SIZE), bool)
    found = with_shared_detail(seen[0], seen[1:], finger, 2.0)
    before, after = np.std(seen[0] - true), np.std(found - true)
    assert after < 0.5 * before, "at best a third: nine photographs"


def test_patches_of_blood_are_not_taken_for_detail(rng):
    true, seen = photographs(rng, 0.0)
    found = with_shared_detail(seen[0], seen[1:], np.ones((SIZE, SIZE), bool), 2.0)
    assert np.abs(found - true).max() < 0.01


def test_outside_the_finger_and_without_width_nothing_changes(rng):
    _, seen = photographs(rng, 0.05)
    finger = np.zeros((SIZE, SIZE), bool)
    finger[20:70, 20:70] = True
    found = with_shared_detail(seen[0], seen[1:], finger, 2.0)
    np.testing.assert_array_equal(found[~finger], seen[0][~finger])
    np.testing.assert_array_equal(with_shared_detail(seen[0], seen[1:], finger, 0.0), seen[0])


def test_a_light_press_is_predicted_better_and_by_others_alone(rng):
    photos = blushing(rng, noise=0.01, zero_noise=0.01)
    alone, shared = left_out_errors(photos, [RECIPE._replace(detail=width) for width in (0.0, 2.0)])
    assert shared[0] < 0.9 * alone[0]
    # The photograph left out must not be in the mean: with it there would be less to err.
    kept = photos.of(np.arange(1, len(photos.names)))
    left = photos.absorptions[1][0]
    with_it, without = (np.square(view_base(some, 2.0) - left).mean() for some in (photos, kept))
    assert with_it < without
