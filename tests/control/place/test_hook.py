"""Fingers over a ridge: they point up, the palm to the wall, the thumb is not needed."""

import numpy as np
import pytest

from prehensile.control.place.candidates import grasp_candidates
from prehensile.control.place.stand import stand_pose
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import CATALOGUE, load_object

HOLDS = [
    name
    for name in CATALOGUE
    if (mount := load_object(name).mount) is not None and mount.joint == "fixed"
]


@pytest.mark.parametrize("name", HOLDS)
def test_a_hold_is_hooked_with_three_fingers_or_more(name):
    obj = load_object(name)
    T_world_object = se3.from_pose7(stand_pose(obj))
    found = grasp_candidates(Hand(), obj, T_world_object, np.random.default_rng(0), 4)
    assert found
    for c in found:
        assert c.touching >= 3
        up_in_object = T_world_object[:3, :3].T @ [0, 0, 1]
        assert c.T_object_palm[:3, 0] @ up_in_object >= 0.5


def test_the_catalogue_has_one():
    assert HOLDS
