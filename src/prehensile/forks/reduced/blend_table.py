"""Blends as arrays side by side: compiled and plain steps take the same."""

from typing import NamedTuple

import numpy as np


class AnchorTable(NamedTuple):
    """All A anchors of a `Blend`; C = A (r + 1)."""

    z: np.ndarray
    """(A, r)"""
    scale: float
    """what squared distances between coordinates are divided by"""
    force: np.ndarray
    """(A, r)"""
    stiffness: np.ndarray
    """(A, r, r)"""
    mass: np.ndarray
    """(A, r, r)"""
    damping: np.ndarray
    """(A, r, r)"""
    tip_basis: np.ndarray
    """(A, E, 6, r)"""
    tip_maps: np.ndarray
    """(E, 6, C) of (w (z − z_a), w) of each anchor to the end effectors' twists"""
    tip_R: np.ndarray
    """(E, 3, 3) rotations at z = 0"""
    com: np.ndarray
    """(E, 3) [m] centres of mass, link frames"""
    maps: np.ndarray
    """(6, C, n) the same of all links"""
    rest: np.ndarray
    """(12, n)"""


class PoseTable(NamedTuple):
    """All P poses of a `PoseBlend`; the stiffness is 1."""

    mass: np.ndarray
    """(P, r, r)"""
    damping: np.ndarray
    """(P, r, r)"""
    tip_basis: np.ndarray
    """(P, E, 6, r)"""
    rows: np.ndarray
    """(E,) of the end effectors"""
    com: np.ndarray
    """(E, 3) [m] their centres of mass, link frames"""
    maps: np.ndarray
    """(6, P r, n) of w z of each pose to all links' twists"""
