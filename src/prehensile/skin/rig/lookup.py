"""`Lookup`: which place of the eigentextures every texel of a hand's pictures shows."""

from dataclasses import dataclass

import numpy as np

from prehensile.frozen import frozen


@dataclass(frozen=True, eq=False)
class Lookup:
    """The thesis's ``stiaTex`` (5.4.1): s, t, finger and mask of each texel of a picture.

    s and t are 16 bits, so that nearest filtering finds the place exactly; 65535 is the far edge
    of the model's textures, all views together.
    """

    st: np.ndarray
    """(H, W, 2) uint16"""
    finger: np.ndarray
    """(H, W) uint8: thumb 0 … little 4; 255 where there is none"""
    mask: np.ndarray
    """(H, W) uint8: how much of the change is shown, feathered"""

    def __post_init__(self) -> None:
        st = frozen(self.st, np.uint16, (None, None, 2), "lookup st")
        object.__setattr__(self, "st", st)
        for name in ("finger", "mask"):
            array = frozen(getattr(self, name), np.uint8, st.shape[:2], f"lookup {name}")
            object.__setattr__(self, name, array)
