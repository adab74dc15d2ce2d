"""The lowest point of a fingertip."""

import numpy as np

from prehensile.capture.lab.fingertip import lowest_point
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import segment_transforms


def test_it_is_the_lowest_of_many_points_on_the_skin():
    hand, rng = Hand(), np.random.default_rng(0)
    normals = rng.normal(size=(4000, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    capsules = segment_capsules(hand.segment(TIP_SEGMENT["index"]))
    for _ in range(10):
        q = rng.uniform(hand.lower, hand.upper)
        T = segment_transforms(hand, q, np.eye(4))[TIP_SEGMENT["index"]]
        ends = np.concatenate([capsules.start, capsules.end]) @ T[:3, :3].T + T[:3, 3]
        skin = ends[:, None] + capsules.radius[0] * normals
        found = lowest_point(hand, q, np.eye(4))
        assert found.world[2] <= skin[..., 2].min() + 1e-12
        assert skin[..., 2].min() - found.world[2] < 1e-4
        back = T[:3, :3] @ found.segment + T[:3, 3]
        np.testing.assert_allclose(back, found.world, atol=1e-12)
