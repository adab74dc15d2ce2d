"""The rim at the top of things."""

import numpy as np
import pytest

from prehensile.control.place.rim import HIGH, rim
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.surroundings import surroundings
from prehensile.lie import se3
from prehensile.world.catalogue import load_object


def rim_of(thing):
    obj = load_object(thing)
    rng = np.random.default_rng(0)
    return obj, rim(surroundings(obj, se3.from_pose7(stand_pose(obj)), rng, "table"))


@pytest.mark.parametrize(("r", "h"), [(0.03, 0.12), (0.045, 0.015)])
def test_an_upright_cylinder_has_the_rim_of_its_top(r, h):
    obj, found = rim_of(f"cylinder:r={1e3 * r:.0f}mm,h={1e3 * h:.0f}mm")
    assert found is not None
    assert found.radius == pytest.approx(r, rel=0.03)
    high = min(HIGH, h)
    top = float(obj.vertices[:, 2].max())
    np.testing.assert_allclose(found.centre[2], top - high / 2, atol=0.002)
    np.testing.assert_allclose(found.centre[:2], 0, atol=0.002)
    assert found.length == pytest.approx(high, abs=0.001)


def test_a_box_has_none():
    assert rim_of("box:40x60x30mm")[1] is None
    assert rim_of("box:50x50x30mm")[1] is None
