"""`PhotoSet`: photographs of one fingertip in one frame, with what pressed on it."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from prehensile.appearance.model.absorption import absorption, linear_of_srgb
from prehensile.appearance.model.model import INPUTS
from prehensile.frozen import frozen


@dataclass(frozen=True, eq=False)
class PhotoSet:
    """Colours at 256 × 256 a view, view beside view; the first press is not at zero force."""

    zero: np.ndarray
    """(256, W, 3) sRGB in 0 … 1, without load"""
    pressed: np.ndarray
    """(N, 256, W, 3) the same under load"""
    loads: np.ndarray
    """(N, 5) as `INPUTS`; what nobody measured is 0 in all"""
    finger: np.ndarray
    """(256, W) 1 where there is finger, 0 where background"""
    names: tuple[str, ...]
    """of the N presses"""
    views: tuple[str, ...] = ("nail",)
    space: str = "srgb"
    """of the colours whose logarithms are taken"""

    def __post_init__(self) -> None:
        n = len(self.names)
        frame = self.finger.shape
        for name, shape in (("zero", (*frame, 3)), ("pressed", (n, *frame, 3))):
            array = frozen(getattr(self, name), np.float32, shape, name)
            object.__setattr__(self, name, array)
        object.__setattr__(
            self, "finger", frozen(self.finger.astype(np.uint8), np.uint8, frame, "finger")
        )
        loads = frozen(self.loads, np.float64, (n, len(INPUTS)), "loads")
        object.__setattr__(self, "loads", loads)

    @property
    def force(self) -> np.ndarray:
        """(N,) [N]"""
        return self.loads[:, 0]

    @property
    def varying(self) -> tuple[str, ...]:
        """Inputs of which these photographs hold more than one value; force is always one."""
        spread = np.ptp(self.loads, axis=0) > 1e-9
        return tuple(name for k, name in enumerate(INPUTS) if k == 0 or spread[k])

    def inputs(self, names: tuple[str, ...]) -> np.ndarray:
        """(N, d) columns of the loads."""
        return self.loads[:, [INPUTS.index(name) for name in names]]

    @cached_property
    def absorptions(self) -> tuple[np.ndarray, np.ndarray]:
        """α of the zero-force picture and of the presses, in the space of the fit."""
        return self._alpha(self.zero), self._alpha(self.pressed)

    def _alpha(self, color: np.ndarray) -> np.ndarray:
        return absorption(color if self.space == "srgb" else linear_of_srgb(color))

    def of(self, which: np.ndarray) -> "PhotoSet":
        """The set with only some of its presses, by number or by truth."""
        which = np.arange(len(self.names))[which]
        some = replace(
            self,
            pressed=self.pressed[which],
            loads=self.loads[which],
            names=tuple(self.names[k] for k in which),
        )
        zero, pressed = self.absorptions
        vars(some)["absorptions"] = zero, pressed[which]  # a logarithm takes long
        return some
