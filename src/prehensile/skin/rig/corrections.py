"""What the rotations of joints add to a rig's skin at rest: EigenSkin as it is drawn."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.frozen import freeze_arrays, read_only
from prehensile.skin.rig.coordinates import PoseCoordinates

MOST_COORDINATES = 255
"""Most displacements of one rig: a byte names the coordinate of each entry."""


@dataclass(frozen=True, eq=False)
class Corrections:
    """Displacements and turned normals of a rig's vertices, stored where there are any.

    At rest vertex v becomes v⁰ + Σ_m a[column[m]] shift[m], m from start[v] to start[v + 1], and
    its normal likewise with turn (Kry 2005, eq. 7.2); blend skinning follows. Read-only.
    """

    names: tuple[str, ...]
    """(C,) one for each coordinate: ``index_pip 0``, the strongest of a joint first"""
    start: np.ndarray
    """(V + 1,) uint32 first entry of each vertex, and the number of all"""
    column: np.ndarray
    """(M,) uint8 coordinate of each entry"""
    shift: np.ndarray
    """(M, 3) float32 [m], palm frame, bind pose; at most what an example has where a is 1"""
    turn: np.ndarray
    """(M, 3) float32, added to the unit normal"""
    coordinates: PoseCoordinates
    """joint angles q (..., dof) [rad] → a (..., C), of either side; within ±1 at the examples"""

    def __post_init__(self) -> None:
        freeze_arrays(self)

    @cached_property
    def entries(self) -> np.ndarray:
        """(M, 6) float32: shift and turn side by side, to be read as one stream."""
        return read_only(np.concatenate([self.shift, self.turn], axis=1))
