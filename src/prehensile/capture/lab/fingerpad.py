"""The stated force law of a fingerpad, with hysteresis (Kry 2005, 4.4): none of the engine's.

Loading follows d = L(f). Below 1 N that is Hertz, d = k f^(2/3); above, the stiffness grows evenly
with the force until it has its value under a load of 2 N, and keeps it. Unloading follows
d = ρ L(f) + b: stiffer by 1/ρ, and b is what stays pressed in until blood has come back, a second
or so after the pad is free.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

HERTZ_TO = 1.0
"""[N] up to which Hertz holds (4.4)"""
LOAD = 2.0
"""[N] at which the stiffness under load is stated"""
RADIUS = 7.5e-3
"""[m] of the pad's sphere (4.4)"""
YOUNG = 90e3
"""[Pa] loading: 120 kPa of 4.4 with the right factor (ERRATA)"""
YOUNG_BACK = 138e3
"""[Pa] unloading: 184 kPa of 4.4, the same"""
STIFF = 3.96e3
"""[N/m] at 2 N (4.4)"""
RETURN = 0.3
"""[s] in which what stays pressed in falls to a third, once the pad is free"""
SPREAD = 1.4
"""largest ratio of a subject's modulus and stiffness to these, either way"""


@dataclass(frozen=True)
class PadLaw:
    """One subject's pad."""

    young: float = YOUNG
    """[Pa] at Poisson's ratio 0.5"""
    back: float = (YOUNG / YOUNG_BACK) ** (2 / 3)
    """ρ: compliance of unloading over that of loading"""
    stiff: float = STIFF
    """[N/m] at `LOAD`, loading"""

    @cached_property
    def k(self) -> float:
        """[m/N^(2/3)] of d = k f^(2/3); E = 9 / (16 k^(3/2) √R)."""
        return (9 / (16 * self.young * RADIUS**0.5)) ** (2 / 3)

    @cached_property
    def growth(self) -> tuple[float, float]:
        """Stiffness at `HERTZ_TO` [N/m], and by how much it grows a newton from there [1/m]."""
        at = 1.5 / self.k * HERTZ_TO ** (1 / 3)
        return at, max(self.stiff - at, 1e-3 * at) / (LOAD - HERTZ_TO)

    def depth(self, force: np.ndarray | float) -> np.ndarray:
        """L: (...) [m] under forces (...) [N] that grow."""
        f = np.maximum(force, 0.0)
        at, growth = self.growth
        more = np.log1p(growth * (np.clip(f, HERTZ_TO, LOAD) - HERTZ_TO) / at) / growth
        beyond = np.maximum(f - LOAD, 0) / (at + growth * (LOAD - HERTZ_TO))
        return self.k * np.minimum(f, HERTZ_TO) ** (2 / 3) + more + beyond

    def force(self, depth: float) -> float:
        """[N] when it is pressed in this deep [m] and deeper: L⁻¹."""
        if depth <= 0:
            return 0.0
        hertz, loaded = self._bounds
        if depth <= hertz:
            return (depth / self.k) ** 1.5
        at, growth = self.growth
        if depth <= loaded:
            return HERTZ_TO + at / growth * math.expm1(growth * (depth - hertz))
        return LOAD + (depth - loaded) * (at + growth * (LOAD - HERTZ_TO))

    @cached_property
    def _bounds(self) -> tuple[float, float]:
        """[m] depths at `HERTZ_TO` and at `LOAD`."""
        return float(self.depth(HERTZ_TO)), float(self.depth(LOAD))

    def printed(self) -> Mapping[str, Any]:
        """Its numbers, and those that all pads share."""
        return {
            "law": "d = L(f) loading, d = rho L(f) + b unloading; L = k f^(2/3) below 1 N",
            "young_Pa": self.young,
            "k": self.k,
            "rho": self.back,
            "stiffness_2N": self.stiff,
            "radius_m": RADIUS,
            "return_s": RETURN,
        }


class Fingerpad:
    """A pad as it is pressed and let go: what stays pressed in is its memory."""

    def __init__(self, law: PadLaw):
        self.law = law
        self._kept = 0.0

    def press(self, depth: float, seconds: float) -> float:
        """[N] at a depth [m] that is reached after a time [s] since the last."""
        law = self.law
        back = law.force((depth - self._kept) / law.back)
        force = min(law.force(depth), back)
        if force <= 0:
            self._kept *= math.exp(-seconds / RETURN)
        self._kept = max(self._kept, (1 - law.back) * depth)
        return force


def drawn_law(rng: np.random.Generator) -> PadLaw:
    """A subject's pad, log-uniformly within `SPREAD` of the thesis's."""
    young, stiff = (SPREAD ** rng.uniform(-1, 1, 2)).tolist()
    return PadLaw(young=YOUNG * young, stiff=STIFF * stiff)
