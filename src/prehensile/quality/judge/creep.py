"""How fast a held object creeps in the palm."""

from typing import NamedTuple

import numpy as np

from prehensile.lie import se3, so3


class Creep(NamedTuple):
    """Net motion over the time it took."""

    linear: float
    """[m/s] of the centre of mass"""
    angular: float
    """[rad/s]"""


def creep_rate(
    T_palm_object: np.ndarray, T_palm_object_later: np.ndarray, com: np.ndarray, seconds: float
) -> Creep:
    """Creep of an object in the palm between two moments.

    Args:
        T_palm_object: (4, 4) at first.
        T_palm_object_later: (4, 4) afterwards.
        com: (3,) [m] centre of mass, object frame.
        seconds: [s] between them.
    """
    moved = se3.apply(T_palm_object_later, com) - se3.apply(T_palm_object, com)
    turn = T_palm_object[:3, :3].T @ T_palm_object_later[:3, :3]
    return Creep(
        float(np.linalg.norm(moved)) / seconds, float(np.linalg.norm(so3.log(turn))) / seconds
    )
