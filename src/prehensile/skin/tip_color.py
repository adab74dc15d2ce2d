"""`TipColor`: colour that comes and goes on fingertips, as far as a skin needs to know of it."""

from typing import Protocol

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import PadLoad
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

    def after(
        self, blood: np.ndarray, load: PadLoad, bend: np.ndarray, dt: float | np.ndarray
    ) -> np.ndarray:
        """Coefficients (..., 5, 4) that ``blood`` (..., 5, 4) has become after ``dt`` [s].

        Of a load (..., 5) and bends (..., 5) [rad] of the last joints, held meanwhile.
        """
        ...

    @property
    def pastes(self) -> bool:
        """Whether it brings fingertips of its own, to be put into a hand's picture."""
        ...

    def pasted(self, picture: np.ndarray, lookup: Lookup) -> np.ndarray:
        """The picture (H, W, 3) uint8 sRGB with these; the same where it brings none."""
        ...

    def painted(self, picture: np.ndarray, lookup: Lookup, blood: np.ndarray) -> np.ndarray:
        """A picture (H, W, 3) uint8 sRGB, as ``pasted`` gives it, with the colour of blood (5, 4).

        None of these may be changed afterwards: they are remembered, and blood that looks the same
        gives the very same picture.
        """
        ...
