"""`SoftFinger`: a fingertip of a compliant hand that is pushed, always in balance."""

import numpy as np

from prehensile.compliance.model.compliant_hand import Place, endpoint_compliance
from prehensile.compliance.model.pushed_hand import bent_by
from prehensile.compliance.model.tip_yield import TipYield, tip_yield
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.stage.mouse_force import reached, to_force

FARTHEST, HARDEST = 0.06, 5.0
"""[m] and [N] that the mouse pulls at most"""
SETTLED = 1e-5
"""[rad] nearer to balance than this nobody sees"""


class SoftFinger:
    """Where the hand is under a force on the pad of one digit.

    Args:
        hand: of that compliance.
        q: (dof,) [rad] where its springs rest.
        T_world_forearm: (4, 4) while nothing pushes.
        digit: that is pushed.
        compliance: of the hand.
    """

    def __init__(
        self,
        hand: Hand,
        q: np.ndarray,
        T_world_forearm: np.ndarray,
        digit: str,
        compliance: HandCompliance,
    ):
        self.hand, self.digit = hand, digit
        self._q, self._T = q, T_world_forearm
        self._row = DIGITS.index(digit)
        pad = hand.segments[TIP_SEGMENT[digit]].pad
        assert pad is not None, "every fingertip has a pad"
        self._place = Place(TIP_SEGMENT[digit], pad)
        self.resting = pad_positions(hand, q, T_world_forearm)[0][self._row]
        """(3,) [m] of the fingertip while nothing pushes"""
        self.force = np.zeros(3)
        """[N] on the fingertip, world"""
        self._bent = np.zeros(hand.dof + 3)
        self.soften(compliance)

    def soften(self, compliance: HandCompliance) -> None:
        """Other springs; the force stays."""
        self._compliance = compliance
        self._C = compliance.of(self.hand)
        self.G = endpoint_compliance(self.hand, self._q, self._place, self._C, self._T)
        """(3, 3) [m/N] of the fingertip at rest (4.7)"""

    def push(self, force: np.ndarray) -> None:
        """Bring it into balance with a force (3,) [N], world."""
        self.force = force
        self._bent = bent_by(
            self.hand, self._q, self._place, force, self._C, self._T, self._bent, SETTLED
        )

    @property
    def q(self) -> np.ndarray:
        """(dof,) [rad] bent by the force."""
        return self._q + self._bent[: self.hand.dof]

    @property
    def forearm(self) -> np.ndarray:
        """(7,) which gives way a little, too."""
        T = self._T.copy()
        T[:3, 3] += self._bent[self.hand.dof :]
        return se3.to_pose7(T)

    def tips(self) -> np.ndarray:
        """(5, 3) [m] of all fingertips."""
        return pad_positions(self.hand, self.q, se3.from_pose7(self.forearm))[0]

    def way(self) -> np.ndarray:
        """(3,) [m] by which the fingertip gave way."""
        return self.tips()[self._row] - self.resting

    def ellipsoid(self, newtons: float) -> np.ndarray:
        """(4, 3) [m] centre and half-axes: where pushes of that size bring it, to first order."""
        values, axes = np.linalg.eigh(self.G)
        return np.vstack([self.resting, (newtons * values * axes).T])

    def force_towards(self, target: np.ndarray) -> np.ndarray:
        """(3,) [N] that brings it to a point (3,) [m], or in its direction."""
        way = reached(target - self.resting, FARTHEST)
        return reached(to_force(self.G) @ way, HARDEST)

    def expected(self, direction: np.ndarray) -> TipYield:
        """[m/N] along a push, and how sure."""
        return tip_yield(self.hand, self._q, self._place, self._compliance, direction, self._T)
