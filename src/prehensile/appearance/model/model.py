"""`BlushModel`: how the colour of a fingertip follows what presses on its pad."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from prehensile.appearance.model.absorption import checked_space
from prehensile.errors import InputError
from prehensile.frozen import frozen

TEXTURE_SIZE = 256
"""[texels] along a side of one view."""
COMPONENTS = 4
"""Eigentextures, as many as a texel has channels."""
VIEWS = ("nail", "pad")
"""The back of a right hand's fingertip, and its front, each seen from outside with the tip down:
t runs from the joint to the tip, s of the nail along the segment's y, s of the pad against it. A
left hand's are their mirror images."""
NAIL_BOX = ((0.14, 0.86), (0.41, 0.94))
"""s and t between which the nail lies in its view: its breadth, and from the cuticle to the free
edge. The view goes on in the same scale, to the sides of the finger and behind the cuticle."""
NAIL_ROUNDNESS = 2.5
"""Exponent n of the nail's outline |x|ⁿ + |y|ⁿ = 1 in that box: nails in photographs are a little
squarer than an ellipse. Where a hand's are squarer still, their corners are drawn in."""
PAD_BOX = ((0.0, 1.0), (0.0, 1.0))
"""The same of the pad's view, which shows the last segment from side to side, and from its joint
to its tip."""
VISCOSITY = 0.195
"""[s] 0.95 of the last force kept a step, at 100 Hz (5.4.3): −0.01 s / ln 0.95."""


class Law(Protocol):
    """Blood of a fingertip at rest under a load."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """Columns of what it is asked, of :data:`INPUTS`."""
        ...

    def coefficients(self, load: np.ndarray) -> np.ndarray:
        """Amounts (..., 4) of the eigentextures under loads (..., len(inputs)); 0 at no load."""
        ...


INPUTS = ("force", "center_x", "center_y", "spread", "angle")
"""What colour may follow, as in `prehensile.motion.pad_load.PadLoad`: newtons, metres towards the
tip and across, metres; and the bend of the last joint in radians."""


@dataclass(frozen=True, eq=False)
class BlushModel:
    """Pigment, eigentextures and the law that mixes them.

    A texel of absorption α shows α + (y · U) σ_h, with y from ``law`` and U of ``textures``.

    Raises:
        InputError: arrays of other shapes, a pigment that is not positive or not of unit length.
    """

    pigment: np.ndarray
    """(3,) σ_h, all positive, of unit length"""
    textures: np.ndarray
    """(256, 256 · views, 4) eigentextures, view beside view, about the colour at zero force"""
    mask: np.ndarray
    """(256, 256 · views) where they count, 0 … 1, soft at the edges (Figure 5-9)"""
    law: Law
    views: tuple[str, ...] = ("nail",)
    space: str = "srgb"
    """of the colours whose logarithms it is about"""
    blanch_s: float = VISCOSITY
    """[s] in which blood leaves"""
    refill_s: float = VISCOSITY
    """[s] in which it comes back"""
    zero: np.ndarray | None = None
    """(256, 256 · views, 3) uint8 sRGB: the fingertip without load, to be pasted into a hand's own
    picture (5.4.1); None for a model that only changes the colours it finds"""

    def __post_init__(self) -> None:
        shape = (TEXTURE_SIZE, TEXTURE_SIZE * len(self.views))
        pigment = frozen(self.pigment, np.float64, (3,), "pigment")
        if not (pigment > 0).all() or not abs(np.linalg.norm(pigment) - 1) < 1e-6:
            raise InputError(f"a pigment is positive and of unit length, not {pigment.tolist()}.")
        if not self.views or not set(self.views) <= set(VIEWS):
            raise InputError(f"views are of {', '.join(VIEWS)}, not {self.views}.")
        checked_space(self.space)
        for name in ("blanch_s", "refill_s"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value > 0):
                raise InputError(f"{name} is a time above 0 s, not {value}.")
        textures = frozen(self.textures, np.float32, (*shape, COMPONENTS), "eigentextures")
        object.__setattr__(self, "pigment", pigment)
        object.__setattr__(self, "textures", textures)
        object.__setattr__(self, "mask", frozen(self.mask, np.float32, shape, "mask"))
        if self.zero is not None:
            zero = frozen(self.zero, np.uint8, (*shape, 3), "picture at zero force")
            object.__setattr__(self, "zero", zero)
