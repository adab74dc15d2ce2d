"""What of a state its neighbours are found by: blocks of numbers, each with its own distance.

    d(a, b) = β_q ‖q_a − q_b‖ + β_x ‖x_a − x_b‖ + β_θ ‖log(θ_a⁻¹ θ_b)‖        (3.3)

Orientations are relative to the goal, which the printed state lacks; a hinge's is one angle that is
not wrapped. Places count in centimetres: β_x is 100 per metre.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

STRAIGHT, TURN = 0, 1
"""kinds of blocks: numbers, and unit quaternions wxyz"""


class Block(NamedTuple):
    """Some columns and how far apart they are."""

    name: str
    columns: int
    kind: int = STRAIGHT
    weight: float = 1.0
    """β, per unit of the columns"""


class Layout:
    """Blocks side by side.

    Args:
        blocks: from left to right.

    Raises:
        InputError: a quaternion that has not four columns.
    """

    def __init__(self, blocks: Sequence[Block]):
        for block in blocks:
            if block.kind == TURN and block.columns != 4:
                raise InputError(f"block {block.name!r} is a quaternion and needs four columns.")
        self.blocks = tuple(blocks)
        ends = np.cumsum([block.columns for block in blocks])
        self.columns = int(ends[-1]) if len(ends) else 0
        """of all blocks"""
        self.table = np.stack(
            [ends - [b.columns for b in blocks], ends, [b.kind for b in blocks]], axis=1
        ).astype(np.int64)
        """(B, 3) first column, one past the last, kind"""
        self.weight = np.array([b.weight for b in blocks], float)
        """(B,) β"""
