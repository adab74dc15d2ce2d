import numpy as np
import pytest
from scipy.spatial import ConvexHull

from prehensile.control.place.hollow import Hollow
from prehensile.world.catalogue import load_object


def test_depths_in_a_box_are_those_to_its_nearest_side():
    corners = np.array(np.meshgrid([-1, 1], [-2, 2], [-3, 3])).reshape(3, -1).T
    at = np.array([[0.0, 0, 0], [0.7, 0, 0], [0, 1.9, 0.5], [0, 0, 3.5]])
    assert Hollow(corners).depth(at) == pytest.approx([1.0, 0.3, 0.1, -0.5])


def test_the_bottom_of_a_mug_is_deep_and_its_wall_is_not():
    mug = load_object("mug")
    hollow = Hollow(mug.vertices)
    on_hull = mug.vertices[ConvexHull(mug.vertices).vertices]
    assert hollow.depth(on_hull) == pytest.approx(0, abs=1e-9)
    assert hollow.depth(np.zeros((1, 3)) + mug.com).item() > 0.02
