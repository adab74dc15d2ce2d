"""The way to an object on its stand, and back."""

import numpy as np

from prehensile.control.live.way_in import WayIn
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.lie import se3, so3
from prehensile.world.catalogue import load_object


def test_it_leads_from_outside_to_the_grasp_and_back(rng):
    obj = load_object("mug")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = so3.random(rng), rng.normal(size=3)
    candidate = Candidate(
        "any", np.zeros(23), np.zeros(23), T, np.array([0.0, 0.05, 0.12]), 0.0, 5, np.zeros(5), 0.0
    )
    way = WayIn(obj, candidate)
    palm = se3.from_pose7(stand_pose(obj)) @ T
    np.testing.assert_allclose(way.there[:3], palm[:3, 3])
    np.testing.assert_allclose(way.outside[:3], se3.apply(palm, candidate.approach))
    come, back = way.come, way.go_back
    np.testing.assert_allclose(come.forearm(way.outside, come.seconds)[0], way.there, atol=1e-12)
    np.testing.assert_allclose(back.forearm(way.there, back.seconds)[0], way.outside, atol=1e-12)
