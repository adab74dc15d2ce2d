"""One digit of a hand to points in space, in the palm's frame or in the world."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.ik.digit_chain import DigitChain, TipPoint
from prehensile.kinematics.ik.digit_solver import DigitSolver
from prehensile.kinematics.ik.finger import COUPLING, Reach, check_numbers
from prehensile.kinematics.ik.palm_goals import PalmGoals


class DigitPose(NamedTuple):
    """Angles that bring a fingertip to a point, and how far off it stays."""

    angles: np.ndarray
    """(..., 4) [rad] abduction, flexion, then the two joints that bend, as in ``chain.joints``"""
    miss: np.ndarray
    """(...,) [m] from the fingertip to the target"""


class DigitTarget:
    """Places the fingertip of one digit; what `FingerTarget` and `ThumbTarget` share."""

    def __init__(self, hand: Hand, digit: str, point: TipPoint, ratio: float = COUPLING):
        self.hand, self.point = hand, point
        self._solver = DigitSolver(hand, (digit,), point, ratio)
        self._palm = PalmGoals(hand)

    @property
    def chain(self) -> DigitChain:
        """The digit's joints, bones and limits."""
        return self._solver.chains[0]

    def solve(self, target: Any, reach: Reach = "error") -> DigitPose:
        """Angles that bring the fingertip to a target.

        Args:
            target: (..., 3) [m] in the palm's frame.
            reach: what to do about targets out of reach: ``error``, or ``nearest`` for the pose
                that brings the fingertip nearest.

        Raises:
            InputError: a target that is not finite, farther than 2 m, of a wrong shape, or out of
                reach; the message says by how many millimetres.
        """
        goal = check_numbers("target", target, 3)
        angles, miss = self._solver.solve(goal[..., None, :], reach)
        return DigitPose(angles[..., 0, :], miss[..., 0])

    def place(
        self,
        q: np.ndarray,
        target: Any,
        T_world_forearm: np.ndarray | None = None,
        reach: Reach = "error",
    ) -> tuple[np.ndarray, np.ndarray]:
        """The joint vectors ``q`` with this digit bent to a target in the world.

        Args:
            q: (..., dof) [rad]; its wrist angles say where the palm is.
            target: (..., 3) [m], world (the forearm's frame if that is left out).
            T_world_forearm: (..., 4, 4), as in :func:`segment_transforms`.
            reach: as in :meth:`solve`.

        Returns:
            (..., dof) [rad] and (...,) [m], the misses.
        """
        goal = check_numbers("target", target, 3)
        q, goal = self._palm.of(q, goal[..., None, :], T_world_forearm)
        angles, miss = self._solver.solve(goal, reach)
        q[..., self._solver.columns[0]] = angles[..., 0, :]
        return q, miss[..., 0]
