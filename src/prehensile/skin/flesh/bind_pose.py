"""The pose in which the skin is made: fingers straight and spread."""

import numpy as np

from prehensile.hand.joints import JOINT_NAMES

BIND_POSE = {
    "thumb_cmc_abd": 0.2,
    "thumb_cmc_flex": 0.0,
    "index_mcp_abd": 0.16,
    "middle_mcp_abd": 0.0,
    "ring_mcp_abd": 0.18,
    "little_mcp_abd": 0.38,
}
"""[rad] Fingers straight and spread, so that no two touch; joints left out are at zero."""


def bind_angles() -> np.ndarray:
    """(23,) [rad] of `BIND_POSE`."""
    return np.array([BIND_POSE.get(name, 0.0) for name in JOINT_NAMES])
