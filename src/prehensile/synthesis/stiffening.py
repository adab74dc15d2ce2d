"""`StiffeningCompliance`: joints that get stiffer the harder they work.

Stiffness grows with torque along a line (Hajian 1997): dτ/dθ = k (1 + s |τ|). From rest to τ the
joint then bends by ln(1 + s |τ|) / (s k), and that over τ is the compliance of the step.
"""

import numpy as np

from prehensile.errors import InputError
from prehensile.synthesis.setting import State


class StiffeningCompliance:
    """For `Simulation`: what the last step's torques make of a compliance.

    Args:
        compliance: (n, n) C of a hand that does nothing.
        each: [1/Nm] s, by which share a newton metre makes a joint stiffer; 0 changes nothing.

    Raises:
        InputError: ``each`` below 0.
    """

    def __init__(self, compliance: np.ndarray, each: float):
        if not 0 <= each < np.inf:
            raise InputError(f"joints stiffen by {each:g} a newton metre; expected 0 or more.")
        self._compliance, self._each = np.array(compliance, float), each

    def __call__(self, time: float, state: State) -> np.ndarray:
        """(n, n) √S C √S, S the joints' shares: positive semidefinite as C is."""
        if not len(state.torque) or not self._each:
            return self._compliance
        root = np.sqrt(softness_left(self._each * np.abs(state.torque)))
        return root[:, None] * self._compliance * root


def softness_left(work: np.ndarray) -> np.ndarray:
    """ln(1 + x) / x, 1 at 0."""
    small = work < 1e-8
    return np.where(small, 1 - work / 2, np.log1p(work) / np.where(small, 1.0, work))
