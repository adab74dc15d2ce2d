"""`TipColor`: colour that comes and goes on fingertips, as far as a skin needs to know of it."""

from typing import Protocol

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.rig import Rig


class TipColor(Protocol):
    """What `Dress` carries; `prehensile.appearance` makes it, and knows what it follows."""

    @property
    def pigment(self) -> np.ndarray:
        """(3,) what one unit of blood takes away, as a change of −ln of a colour."""
        ...

    @property
    def textures(self) -> np.ndarray:
        """(256, 256 · views, 4) float32: blood of a place for each of four coefficients."""
        ...

    @property
    def space(self) -> str:
        """``srgb`` or ``linear``: of the colours that ``pigment`` is about."""
        ...

    def lookup(self, hand: Hand, rig: Rig) -> Lookup | None:
        """Where the textures lie on a rig's pictures; None on a rig without UV coordinates."""
        ...

    def over(self, clip: Clip) -> np.ndarray:
        """(T, H, 5, 4) coefficients of every fingertip over a clip, slow as blood is."""
        ...

    def painted(self, picture: np.ndarray, lookup: Lookup, blood: np.ndarray) -> np.ndarray:
        """A picture (H, W, 3) uint8 sRGB with the colour of blood (5, 4)."""
        ...
