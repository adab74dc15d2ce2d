"""`Candidate`: one way to grasp an object, before physics has tried it."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Candidate:
    """One way to grasp."""

    pose: str
    """name in the corpus"""
    q_open: np.ndarray
    """(23,) [rad]"""
    q_closed: np.ndarray
    """(23,) [rad]"""
    T_object_palm: np.ndarray
    """(4, 4)"""
    approach: np.ndarray
    """(3,) [m] from there back to where the hand starts, palm frame"""
    score: float
    touching: int
    """digits expected to meet the surface"""
    closed_at: np.ndarray
    """(5,) share of its way from open to the end at which each digit meets the surface; NaN if it
    does not"""
    gap: float
    """[m] between the open hand and the surface"""
