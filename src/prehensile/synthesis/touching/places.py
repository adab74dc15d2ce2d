"""Arrays of a MuJoCo model and its data that say where bodies and geoms are."""

from typing import NamedTuple

import numpy as np


class Parts(NamedTuple):
    """What belongs to what; it stays the same."""

    link: np.ndarray
    """(S,) MuJoCo's body of each segment"""
    object: np.ndarray
    """(O,) and of each object"""
    com: np.ndarray
    """(O, 3) [m] centre of mass in the object's frame"""
    inertial: np.ndarray
    """(b, 4, 4) inertial frame in each of MuJoCo's bodies"""
    geom_body: np.ndarray
    """(G,) whose part a geom is"""
    geom_local: np.ndarray
    """(G, 4, 4) where, in its body"""


class Places(NamedTuple):
    """World frame; the last six are MuJoCo's own arrays."""

    pose: np.ndarray
    """(b, 4, 4) of its bodies"""
    xpos: np.ndarray
    """(b, 3)"""
    xmat: np.ndarray
    """(b, 9)"""
    xipos: np.ndarray
    """(b, 3)"""
    ximat: np.ndarray
    """(b, 9)"""
    geom_xpos: np.ndarray
    """(G, 3)"""
    geom_xmat: np.ndarray
    """(G, 9)"""
