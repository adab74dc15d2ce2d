"""The way to an object on its stand, and back."""

import numpy as np

from prehensile.control.live.way_in import WayIn
from prehensile.control.place.stand import stand_pose
from prehensile.lie import se3, so3
from prehensile.world.catalogue import load_object


def test_it_leads_from_outside_to_the_grasp_and_back(rng, make_candidate):
    obj = load_object("mug")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = so3.random(rng), rng.normal(size=3)
    forearm = T @ se3.exp(0.1 * rng.normal(size=6))
    candidate = make_candidate(T, [0.0, 0.05, 0.12], T_object_forearm=forearm)
    way = WayIn(obj, candidate, "right")
    T_world_object = se3.from_pose7(stand_pose(obj))
    np.testing.assert_allclose(way.there[:3], (T_world_object @ candidate.T_object_forearm)[:3, 3])
    back = (T_world_object @ T)[:3, :3] @ candidate.approach
    np.testing.assert_allclose(way.outside[:3] - way.there[:3], back)
    come, back = way.come, way.go_back
    np.testing.assert_allclose(come.forearm(way.outside, come.seconds)[0], way.there, atol=1e-12)
    np.testing.assert_allclose(back.forearm(way.there, back.seconds)[0], way.outside, atol=1e-12)
