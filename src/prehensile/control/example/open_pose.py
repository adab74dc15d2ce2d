"""How far a hand opens before it closes to a pose of the corpus."""

import numpy as np

from prehensile.hand.corpus import CorpusPose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.kinematics.transfer import carried_over


def open_pose(hand: Hand, entry: CorpusPose) -> np.ndarray:
    """The corpus pose with the fingers opened and the thumb out of the way. (dof,) [rad]"""
    q = entry.q.copy()
    for i, name in enumerate(JOINT_NAMES):
        if name.startswith("thumb"):
            q[i] += {"thumb_cmc_abd": 0.1, "thumb_cmc_flex": -0.5}.get(name, -0.6 * abs(q[i]) - 0.1)
        elif name.endswith("flex"):
            q[i] *= 0.25 if "mcp" in name else 0.45
    return np.clip(carried_over(hand, q), hand.lower, hand.upper)
