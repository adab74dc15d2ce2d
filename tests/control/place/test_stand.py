"""The stand carries what is put on it."""

import numpy as np
import pytest

from prehensile.control.place.stand import (
    STAND_HEIGHT,
    stand_pose,
    stand_radius,
    stand_under,
)
from prehensile.world.catalogue import load_object
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World


@pytest.mark.parametrize("name", ["mug", "box", "ball", "cylinder", "phone", "banana", "pen"])
@pytest.mark.parametrize("on", ["table", "post"])
def test_an_object_at_rest_stays_there(name, on):
    obj = load_object(name)
    pose = stand_pose(obj)
    world = World(objects=[stand_under(obj, on), ObjectInScene(obj, pose=pose)])
    for _ in range(120):
        world.step()
    if on == "table" or name in ("mug", "box", "ball", "cylinder"):
        np.testing.assert_allclose(world.object_pose(obj.name)[:3], pose[:3], atol=2e-3)


def test_the_stand_is_slimmer_than_the_object():
    for text in ("ball:r=20mm", "mug", "box"):
        obj = load_object(text)
        assert stand_radius(obj) < 0.5 * obj.extents[:2].min()
        lowest = obj.vertices[:, 2].min() + stand_pose(obj)[2]
        assert lowest == pytest.approx(STAND_HEIGHT)
