"""Digits to points in the palm's frame: the closed form, and the nearest pose where it misses."""

from typing import NoReturn

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.kinematics.ik.digit_chain import TipPoint, digit_chain
from prehensile.kinematics.ik.digit_plane import HIT
from prehensile.kinematics.ik.digit_table import digit_table
from prehensile.kinematics.ik.finger import REACHES, Reach, check_near
from prehensile.kinematics.ik.free_bend import Bones, span

REACHED = 1e-9
"""[m] Misses up to here are rounding in the target."""
THUMB_COUPLING = 1.0
"""IP over MP flexion of a thumb that has the choice: both have the same range."""


class DigitSolver:
    """Some digits of a hand, each with its own target.

    Args:
        hand: whose digits; a loaded hand's must bend in one plane.
        digits: thumb, index, middle, ring, little.
        point: ``pad`` or ``tip``.
        ratio: λ of the fingers, above 0 up to 1.

    Raises:
        UnknownNameError: no such digit or point.
        InputError: a ratio outside its range, or a digit that is built otherwise.
    """

    def __init__(self, hand: Hand, digits: tuple[str, ...], point: TipPoint, ratio: float):
        self.point = point
        self.chains = [digit_chain(hand, digit, point) for digit in digits]
        ratios = [THUMB_COUPLING if digit == "thumb" else ratio for digit in digits]
        self.table = digit_table(self.chains, ratios)
        self.columns = np.array([[hand.joint_index(n) for n in c.joints] for c in self.chains])

    def solve(self, goal: np.ndarray, reach: Reach) -> tuple[np.ndarray, np.ndarray]:
        """Angles (..., k, 4) [rad] and misses (..., k) [m] for goals (..., k, 3) [m], palm frame.

        Raises:
            UnknownNameError: no such ``reach``.
            InputError: a goal farther than 2 m or, with ``reach="error"``, out of reach.
        """
        if reach not in REACHES:
            raise UnknownNameError("reach", str(reach), REACHES)
        check_near(goal)
        batch, k = goal.shape[:-2], len(self.chains)
        flat = np.ascontiguousarray(goal).reshape(-1, k, 3)
        angles, miss = np.empty((len(flat), k, 4)), np.empty((len(flat), k))
        solvers = kernels("kinematics.ik")
        solvers.digits(self.table, flat, angles, miss)
        if miss.size and miss.max() > HIT:
            solvers.approach(self.table, flat, angles, miss)
            if reach == "error" and miss.max() > REACHED:
                self._refuse(flat, miss)
        return angles.reshape(*batch, k, 4), miss.reshape(*batch, k)

    def _refuse(self, goal: np.ndarray, miss: np.ndarray) -> NoReturn:
        at, j = np.unravel_index(miss.argmax(), miss.shape)
        chain = self.chains[j]
        near, far = (1e3 * d for d in span(Bones.of(self.table[j])))
        reach = f", which gets {near:.1f} to {far:.1f} mm from its knuckle"
        raise InputError(
            f"target {np.array2string(goal[at, j], precision=4)} m is {1e3 * miss[at, j]:.3g} mm "
            f"out of reach of the {chain.digit} {self.point}"
            f"{'' if chain.digit == 'thumb' else reach} within the joint limits; move it, or take "
            "reach='nearest'."
        )
