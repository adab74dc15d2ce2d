"""τ_A: the hand at work. Equation (5) of Pollard & Zordan 2005."""

import numpy as np

from prehensile.control.law.gains import Gains
from prehensile.control.law.joint_pull import JointPull, everywhere
from prehensile.control.law.setpoints import Setpoints


class ActiveTerm:
    """A spring and damper to a blend of six setpoints."""

    def __init__(self, setpoints: Setpoints):
        self.setpoints = setpoints

    def pull(self, blend: np.ndarray, gains: Gains, angle: np.ndarray | None = None) -> JointPull:
        """(5) without I, for the blend B (6,) of (6) and (7), or to a pose (dof,) [rad] at rest in
        place of it.
        """
        spring, damper = gains.spring, gains.damper
        if angle is None:
            angle, rate = self.setpoints.desired(blend)
            towards = spring * angle + damper * rate
        else:
            towards = spring * angle
        dof = len(towards)
        return JointPull(everywhere(spring, dof), towards, everywhere(damper, dof))
