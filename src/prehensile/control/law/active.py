"""τ_A: the hand at work. Equation (5) of Pollard & Zordan 2005."""

import numpy as np

from prehensile.control.law.gains import Gains
from prehensile.control.law.joint_pull import JointPull, everywhere
from prehensile.control.law.setpoints import Setpoints


class ActiveTerm:
    """A spring and damper to a blend of six setpoints."""

    def __init__(self, setpoints: Setpoints):
        self.setpoints = setpoints

    def pull(self, blend: np.ndarray, gains: Gains) -> JointPull:
        """(5) without I, for the blend B (6,) of (6) and (7)."""
        angle, rate = self.setpoints.desired(blend)
        return JointPull(
            spring=everywhere(gains.spring, len(angle)),
            towards=gains.spring * angle + gains.damper * rate,
            damper=everywhere(gains.damper, len(angle)),
        )
