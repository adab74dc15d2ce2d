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
    T_object_forearm: np.ndarray
    """(4, 4) with the wrist as in the open pose"""
    approach: np.ndarray
    """(3,) [m] from there back to where the hand starts, palm frame"""
    score: float
    touching: int
    """digits expected to meet the surface"""
    closed_at: np.ndarray
    """(5,) share of its way from open to the end at which each digit meets the surface; NaN if it
    does not"""
    room: np.ndarray
    """(5,) share of its way that each digit can go before it meets the table"""
    gap: float
    """[m] between the open hand and the surface"""
    need: float = np.nan
    """sum of normal forces that carries the object and stands a push, in units of its weight; NaN
    if nobody asked"""
