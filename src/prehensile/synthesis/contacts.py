"""`Contacts`: where a hand touches bodies, or is about to, and bodies one another."""

from typing import NamedTuple, Self

import numpy as np

HAND = -1
"""What stands for the hand among rows of bodies"""


class Contacts(NamedTuple):
    """N contacts, each of something above (the hand, or a body) with a body below."""

    link: np.ndarray
    """(N,) row of the segment; −1 where a body is above"""
    upper: np.ndarray
    """(N,) row of the body above, or `HAND`"""
    lower: np.ndarray
    """(N,) row of the body below"""
    r: np.ndarray
    """(N, 3) [m] the point of what is above, world"""
    x: np.ndarray
    """(N, 3) [m] the point of the body below, world"""
    normal: np.ndarray
    """(N, 3) d_i0, unit, out of the body below, world"""
    friction: np.ndarray
    """(N,) μ"""
    torsion: np.ndarray
    """(N,) [m] largest torque about the normal over the normal force; 0 for hard fingers"""
    key: np.ndarray
    """(N,) int, the same for the same pair of parts in every step: forces are handed on by it"""

    @classmethod
    def none(cls) -> Self:
        """No contact at all."""
        rows, points, numbers = np.zeros(0, np.int64), np.zeros((0, 3)), np.zeros(0)
        return cls(rows, rows, rows, points, points, points, numbers, numbers, rows)

    @property
    def gap(self) -> np.ndarray:
        """(N,) s_i0 [m] of (5.8): how far apart along the normal, negative where they overlap."""
        return np.einsum("ij,ij->i", self.normal, self.r - self.x)

    @classmethod
    def joined(cls, parts: list[Self]) -> Self:
        """All contacts of several lists."""
        return cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))
