"""Directions that a hold is pulled in: as designed, to either side, and outwards."""

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.lie import so3

ASIDE = 30.0
"""[deg] to either side, along the wall"""
OUTWARDS = 15.0
"""[deg] away from the wall"""
OUT = np.array([0.0, -1.0, 0.0])
"""(3,) away from the wall"""


def tried_directions(hold: Hold) -> dict[str, np.ndarray]:
    """The four directions in which every hold is tried, (3,) unit, by name."""
    pull = hold.pull
    turns = {
        "design": np.zeros(3),
        "left": -np.radians(ASIDE) * OUT,
        "right": np.radians(ASIDE) * OUT,
        "outwards": np.radians(OUTWARDS) * np.cross(pull, OUT),
    }
    return {name: so3.exp(turn) @ pull for name, turn in turns.items()}
