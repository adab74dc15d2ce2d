"""`Structure`: something on springs that touches bodies. The hand is one."""

from typing import Protocol

import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.kinematics.linkage.hand_table import HandTable


class Structure(Protocol):
    """Kinematics with n coordinates θ on a base that the reference moves."""

    def at(
        self, theta: np.ndarray, T_base: np.ndarray, link: np.ndarray, point: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Poses of all links (S, 4, 4), and J (N, 6, n) of points (N, 3) [m] on some, world."""
        ...


class HandStructure:
    """A hand: its joints, and three translations of the forearm."""

    def __init__(self, hand: Hand):
        self.hand = hand
        self._table = HandTable.of(hand)

    def at(
        self, theta: np.ndarray, T_base: np.ndarray, link: np.ndarray, point: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """See `Structure`."""
        return kernels("kinematics.linkage").hand_contacts(self._table, theta, T_base, link, point)
