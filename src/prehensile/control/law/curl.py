"""How far fingertips may curl: the last joint of a finger follows the one before it.

One tendon bends both (Duits 2015: θ_DIP = λ θ_PIP), so a fingertip that touches nothing never bends
further than its middle joint, unless the style's own pose does.
"""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.world.contacts import touching_segments
from prehensile.world.observation import Observation


class TendonCurl:
    """The angles beyond which no spring draws a fingertip.

    Args:
        hand: whose fingers.
        pose: (dof,) [rad] of the style, whose own curl is allowed.
        target: name of the object; what touches it may curl as it must.
    """

    def __init__(self, hand: Hand, pose: np.ndarray, target: str | None = None):
        self._target = target
        self._tips = {
            TIP_SEGMENT[finger]: (
                hand.joint_index(f"{finger}_dip_flex"),
                hand.joint_index(f"{finger}_pip_flex"),
            )
            for finger in DIGITS[1:]
        }
        self._pose = pose
        self._free = np.full(hand.dof, np.inf)

    def __call__(self, obs: Observation) -> np.ndarray:
        """(dof,) [rad] at this observation; infinite for every other joint."""
        touching = touching_segments(obs, self._target)
        cap = self._free.copy()
        for segment, (dip, pip) in self._tips.items():
            if segment not in touching:
                cap[dip] = max(float(obs.q[pip]), float(self._pose[dip]), 0.0)
        return cap
