"""All digits of a hand closing on an object from where its palm is seated."""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.wrap import STEPS, DigitWrap, Wrapped
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

THINNED = 2
"""Of so many points of the surface one serves to close on: that costs most."""


class Shut(NamedTuple):
    """How a hand closes on an object, before physics has tried it."""

    at: np.ndarray
    """see `Candidate.shut`"""
    presses: np.ndarray
    """see `Candidate.presses`"""
    meets: np.ndarray
    """(5,) bool: digits that press on the object"""
    where: np.ndarray
    """(C,) which of the surface's points are touched"""
    blocked: int
    """how many digits something else stops"""


class HandClosing:
    """The way of every digit from open to closed.

    Args:
        hand: that closes.
        q_open: (dof,) [rad] where it begins.
        travel: (dof,) [rad] from there to where it ends, at most.
    """

    def __init__(self, hand: Hand, q_open: np.ndarray, travel: np.ndarray):
        path = q_open + np.linspace(0, 1, STEPS)[:, None] * travel
        poses = segment_transforms(hand, path)
        self._dof = hand.dof
        self._digits = [DigitWrap(hand, digit, poses) for digit in DIGITS]

    def wrapped(self, scene: Surroundings, T: np.ndarray, table: bool = True) -> list[Wrapped]:
        """How every digit closes.

        Args:
            scene: what is there.
            T: (4, 4) of the palm, object frame
            table: whether the table stops them.
        """
        T_palm = se3.inverse(T)
        points, stand = se3.apply(T_palm, scene.points[::THINNED]), se3.apply(T_palm, scene.stand)
        up, level = scene.up @ T[:3, :3], float(scene.up @ T[:3, 3]) - scene.table
        return [digit.close(points, stand, up, level, table) for digit in self._digits]

    def shut(self, scene: Surroundings, T: np.ndarray) -> Shut:
        """How they close on the object together, from a palm (4, 4) in its frame."""
        at, presses = np.ones(self._dof), np.zeros(self._dof, dtype=bool)
        meets, where, blocked = np.zeros(len(DIGITS), dtype=bool), [], 0
        wrapped = self.wrapped(scene, T)
        for d, (digit, one) in enumerate(zip(self._digits, wrapped, strict=True)):
            last = max((k for k, _ in one.touched), default=-1)
            for k, joints in enumerate(digit.joints):
                at[joints], presses[joints] = one.shares[k], k <= last
            # A thumb whose root alone touches opposes nothing.
            meets[d] = last > (0 if d == 0 and len(digit.segments) > 1 else -1)
            where += [THINNED * point for _, point in one.touched]
            blocked += one.blocked
        return Shut(at, presses, meets, np.array(where, dtype=int), blocked)
