"""A stop behind the soft joint limits, for joints that arrive fast.

k_JL = 5000 s⁻² is soft: 0.28 Nm/rad at a knuckle. The model's own stops are hard, but MuJoCo sees
them only once they are passed, and a fingertip that is hit turns by ten degrees in one step. So a
joint that would be outside at the end of the step is held at its limit by a stiff spring, which the
world integrates implicitly: it arrives there and stays.
"""

import numpy as np

from prehensile.control.law.joint_pull import JointPull, everywhere, no_pull

STIFFNESS = 20.0
"""[1/h²] In units of the time step h: a joint comes to rest within a twentieth of its step."""


class HardStop:
    """Springs at the limits for joints on their way out.

    Args:
        lower: (dof,) [rad]
        upper: (dof,) [rad]
    """

    def __init__(self, lower: np.ndarray, upper: np.ndarray):
        self._lower = np.array(lower, dtype=float)
        self._upper = np.array(upper, dtype=float)

    def pull(self, q: np.ndarray, qd: np.ndarray, timestep: float) -> JointPull:
        """Per unit of inertia, at angles (dof,) [rad] and velocities (dof,) [rad/s].

        A joint that rests outside, pushed there by a load, is left to the model's stop.
        """
        soon = q + timestep * qd
        stop = np.minimum(np.maximum(soon, self._lower), self._upper)
        outside = soon - stop
        if outside.dot(outside) == 0:  # most of the time no joint is
            return no_pull(len(q))
        spring = np.where(outside * qd > 0, STIFFNESS / timestep**2, 0.0)
        return JointPull(spring, spring * stop, everywhere(0.0, len(q)))
