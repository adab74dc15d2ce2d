"""Blood over time: a first-order lag, in closed form."""

import numpy as np

from prehensile.appearance.generate.series import MOMENTS, moved_blood, press_and_release


def test_blood_follows_in_closed_form(rng):
    times, loads = press_and_release(rng, 6.5)
    assert (np.diff(times) > 0).all() and loads[0].force == 0
    target = np.array([-0.8, 0.3], np.float32)
    targets = [target * (load.force > 0) for load in loads]
    found = np.stack(moved_blood(targets, times, 0.2, 0.6))
    n = len(MOMENTS)
    since = np.array(MOMENTS)
    np.testing.assert_allclose(
        found[1 : n + 1], target * (1 - np.exp(-since / 0.2))[:, None], atol=1e-5
    )
    gone = found[n + 1]
    np.testing.assert_allclose(found[n + 1 :], gone * np.exp(-since / 0.6)[:, None], atol=1e-5)
