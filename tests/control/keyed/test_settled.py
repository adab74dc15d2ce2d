"""How things come to rest."""

import numpy as np
import pytest

from prehensile.control.keyed.settled import settled
from prehensile.world.catalogue import load_object


def test_what_stands_stays_as_it_is_modelled():
    np.testing.assert_array_equal(settled(load_object("mug")), np.eye(3))


@pytest.mark.parametrize("name", ["pen", "banana"])
def test_what_rolls_is_waited_for(name):
    """Tilted a little from there, its weight is lifted, whichever way: it is stable."""
    obj = load_object(name)
    up = settled(obj)[2]

    def height(up):
        return float(obj.com @ up - (obj.vertices @ up).min())

    assert height(up) < height(np.array([0.0, 0.0, 1.0])) + 1e-3
    across = np.linalg.svd(up[None])[2][1:]
    for turn in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        tilted = up + np.radians(4) * (np.cos(turn) * across[0] + np.sin(turn) * across[1])
        tilted /= np.linalg.norm(tilted)
        assert height(tilted) > height(up) - 2e-4
