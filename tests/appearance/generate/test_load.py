"""What presses on the pads of photographed fingers."""

import numpy as np

from prehensile.appearance.generate.load import (
    FORCES,
    HERTZ_SPREAD,
    flat_load,
    patch_radius,
    rolled_loads,
    usual_loads,
)


def test_spread_of_hertz_s_pressure():
    r = (np.arange(20000) + 0.5) / 20000
    weight = r * np.sqrt(1 - r**2)
    np.testing.assert_allclose((weight * r**2).sum() / weight.sum(), HERTZ_SPREAD**2, rtol=1e-5)


def test_a_patch_grows_as_hertz_says_and_then_no_more():
    small = patch_radius(np.array([1e-4, 8e-4]), 6.5)
    np.testing.assert_allclose(small[1] / small[0], 2, rtol=1e-3)
    assert 6.4 < patch_radius(1e3, 6.5) < 6.5


def test_a_set_begins_with_nothing_and_grows(rng):
    loads = usual_loads(rng, 6.5)
    assert loads[0].force == 0 and len(loads) == 1 + len(FORCES)
    np.testing.assert_allclose([load.force for load in loads[1:]], FORCES, rtol=0.3)
    more = rolled_loads(rng, 6.5)
    assert {-3.0, 3.0} <= {load.along for load in more} & {load.across for load in more}
    assert flat_load(4.0, 6.5).spread > min(load.spread for load in more[1:])
