"""Any of a hand's fingertips to points in space at once, with the wrist given or found too."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.ik.digit_chain import TipPoint
from prehensile.kinematics.ik.digit_solver import DigitSolver
from prehensile.kinematics.ik.finger import COUPLING, Reach, check_numbers
from prehensile.kinematics.ik.palm_goals import PalmGoals
from prehensile.kinematics.ik.wrist_search import WristSearch


class HandPose(NamedTuple):
    """Angles that bring fingertips to points, and how far off each stays."""

    angles: np.ndarray
    """(..., k, 4) [rad] abduction, flexion, then the two joints that bend, digit by digit"""
    miss: np.ndarray
    """(..., k) [m] from each fingertip to its target"""


class HandTarget:
    """Places fingertips of a hand, within its joint limits, each digit by its closed form.

    Args:
        hand: whose digits; a loaded hand's must bend in one plane.
        digits: which, each once, in the order of the targets.
        point: ``pad`` places the centres of the fingertip pads, ``tip`` the ends of the digits.
        ratio: λ of the fingers, above 0 up to 1: θ_DIP = λ θ_PIP wherever that lands, see
            `FingerTarget`; the thumb has its own rule, see `ThumbTarget`.

    Raises:
        UnknownNameError: no such digit or point.
        InputError: no digit, one twice, a ratio outside its range, or a digit that is built
            otherwise.
    """

    def __init__(
        self,
        hand: Hand,
        digits: Sequence[str] = DIGITS,
        point: TipPoint = "pad",
        ratio: float = COUPLING,
    ):
        self.digits = (digits,) if isinstance(digits, str) else tuple(digits)
        if not self.digits or len(set(self.digits)) < len(self.digits):
            raise InputError(
                f"digits are {', '.join(map(str, self.digits)) or 'none'}; expected at least one "
                f"of {', '.join(DIGITS)}, each once."
            )
        self.hand, self.point = hand, point
        self._solver = DigitSolver(hand, self.digits, point, ratio)
        self._columns = self._solver.columns.ravel()
        self._palm = PalmGoals(hand)

    @property
    def joints(self) -> tuple[tuple[str, ...], ...]:
        """Names of the four joints of each digit, in the order of ``HandPose.angles``."""
        return tuple(chain.joints for chain in self._solver.chains)

    def solve(self, targets: Any, reach: Reach = "error") -> HandPose:
        """Angles that bring the fingertips to their targets.

        Args:
            targets: (..., k, 3) [m] in the palm's frame, one row per digit.
            reach: what to do about targets out of reach: ``error``, or ``nearest`` for the poses
                that bring the fingertips nearest.

        Raises:
            InputError: a target that is not finite, farther than 2 m, of a wrong shape, or out of
                reach; the message names the digit and says by how many millimetres.
        """
        return HandPose(*self._solver.solve(self._check(targets), reach))

    def place(
        self,
        q: Any,
        targets: Any,
        T_world_forearm: Any = None,
        reach: Reach = "error",
    ) -> tuple[np.ndarray, np.ndarray]:
        """The joint vectors ``q`` with these digits bent to targets in the world.

        Args:
            q: (..., dof) [rad]; its wrist angles say where the palm is.
            targets: (..., k, 3) [m], world (the forearm's frame if that is left out).
            T_world_forearm: (..., 4, 4), as in :func:`segment_transforms`.
            reach: as in :meth:`solve`.

        Returns:
            (..., dof) [rad] and (..., k) [m], the misses.
        """
        q, goals = self._palm.of(q, self._check(targets), T_world_forearm)
        angles, miss = self._solver.solve(goals, reach)
        q[..., self._columns] = angles.reshape(*q.shape[:-1], len(self._columns))
        return q, miss

    def place_free(
        self, q: Any, targets: Any, T_world_forearm: Any = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As :meth:`place`, with the pose of the forearm found too; see `WristSearch`.

        The sum of the squared misses is least; where that leaves a choice, the forearm stays near
        the given pose and the joints near the middle of their ranges.

        Args:
            q: (..., dof) [rad]; its wrist angles are kept.
            targets: (..., k, 3) [m], world.
            T_world_forearm: (..., 4, 4) where to begin and to stay near, such as the frame
                before; if left out, where the resting hand lies best.

        Returns:
            (..., dof) [rad], (..., 4, 4) and (..., k) [m]: joint vectors, T_world_forearm, misses.
        """
        goals = self._check(targets)
        q, _ = self._palm.of(q, goals, T_world_forearm)
        found = WristSearch(self.hand, self._solver).run(q, goals, T_world_forearm)
        q, miss = self.place(q, targets, found, "nearest")
        return q, found, miss

    def _check(self, targets: Any) -> np.ndarray:
        k = len(self.digits)
        goal = check_numbers("targets", targets, 3)
        if goal.ndim < 2 or goal.shape[-2] != k:
            raise InputError(
                f"targets: shape {goal.shape}; expected (..., {k}, 3), one row for each of "
                f"{', '.join(self.digits)}."
            )
        return goal
