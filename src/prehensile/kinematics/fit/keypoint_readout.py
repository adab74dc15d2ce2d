"""Keypoints as points of a fit: joints and tips, little trusted where they are conventions."""

import numpy as np

from prehensile.kinematics.fit.descent import Problem, relaxing
from prehensile.kinematics.fit.keypoint_chain import KeypointChain, Placed
from prehensile.kinematics.fit.keypoint_layout import ALL_POINTS, trust

COUPLING_PULL, EASE_PULL = 1e-5, 3e-7
"""[m/rad] A seen bone of 2 cm outweighs the coupling four million times: the pulls decide only
what the points leave open."""


class KeypointReadout:
    """The keypoints of these names (K) of a hand."""

    def __init__(self, chain: KeypointChain, names: tuple[str, ...]):
        self.chain = chain
        self.trust = trust(names)
        self.rows = np.array([ALL_POINTS.index(name) for name in names])

    def points(self, placed: Placed) -> np.ndarray:
        """(N, K, 3) [m] in the palm frame."""
        return placed.points[:, self.rows]

    def pose_jacobian(self, placed: Placed) -> np.ndarray:
        """(N, K, 3, 26) by palm twist and digit angles."""
        return self.chain.pose_jacobian(placed)[:, self.rows]


def keypoint_problem(
    chain: KeypointChain, names: tuple[str, ...], points: np.ndarray, seen: np.ndarray
) -> Problem:
    """A hand and the keypoints (N, K, 3) [m] to lay it over, (N, K) of them seen."""
    pull = relaxing(chain, COUPLING_PULL, EASE_PULL)
    return Problem(KeypointReadout(chain, names), points, seen, pull)
