"""What presses on the pads of the fingertips."""

from typing import NamedTuple

import numpy as np


class PadLoad(NamedTuple):
    """Load on the pads, rows thumb, index, middle, ring, little.

    Only contacts of the last segment on its palmar side count.
    """

    force: np.ndarray
    """(..., 5) [N] sum of normal forces"""
    center: np.ndarray
    """(..., 5, 2) [m] centre of pressure from the middle of the pad: towards the tip, and along
    the segment's y on a right hand, against it on a left one; nought where nothing presses"""
    spread: np.ndarray
    """(..., 5) [m] root mean square distance of the pressure from that centre; nought at an edge's
    single point"""
