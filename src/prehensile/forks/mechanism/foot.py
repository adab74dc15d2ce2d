"""The part of an end effector that touches."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Foot:
    """A sphere fixed to an end effector, the part that touches."""

    effector: str
    point: np.ndarray
    """(3,) [m] centre, link frame"""
    radius: float
    """[m]"""
    friction: float = 0.8
