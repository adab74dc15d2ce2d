"""`Candidate`: one way to grasp an object, before physics has tried it."""

from dataclasses import dataclass, field

import numpy as np

FURTHEST = 1.6
"""A style's closing goes on to this share of the way from open to grip."""


@dataclass(frozen=True)
class Candidate:
    """Where one hand is laid against one object, and how far its digits close there."""

    pose: str
    """name in the corpus"""
    q_open: np.ndarray
    """(23,) [rad] where the closing is measured from"""
    q_shaped: np.ndarray
    """(23,) [rad] in which the hand comes and leaves: no wider open than the object asks for"""
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
    shut: np.ndarray
    """(23,) share of the way from open to the end at which each joint stops: what it moves meets
    the surface, or the table"""
    presses: np.ndarray
    """(23,) bool: whether the joint presses, moving something that meets the surface"""
    gap: float
    """[m] between the hand that has come and the surface"""
    need: float = np.nan
    """sum of normal forces that carries the object and stands a push, in units of its weight; NaN
    if nobody asked"""
    touched: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    """(C, 3) [m] of the surface, object frame, where digits are expected to press"""
