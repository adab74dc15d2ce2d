"""`RadialLaw`: coefficients of the eigentextures as a function of what presses (Andrews 2014, 5.6).

Printed, (5.6) is y(x) = Σ_j w_j φ(|x − x_j|) with φ(r) = r² ln r. Without a polynomial part that
depends on the unit of force and is singular for samples 1 N apart. Here the function may have a
linear tail, other radial functions stand beside, and outside the sampled loads it stays what it is
at their edge.
"""

from dataclasses import dataclass, field

import numpy as np

from prehensile.appearance.model.model import COMPONENTS, INPUTS
from prehensile.errors import InputError, UnknownNameError
from prehensile.fast_path import kernels
from prehensile.frozen import frozen

RADIAL = ("polyharmonic", "cubic", "matern32", "matern52")
"""φ(r): r² ln r; r³; (1 + √3 r) e^(−√3 r); (1 + √5 r + 5 r²/3) e^(−√5 r)."""
MOST_CENTRES = 512
"""of one law"""


@dataclass(frozen=True, eq=False)
class RadialLaw:
    """y(x) = Σ_j w_j φ(|u(x) − u_j|) + [1, u(x)] v, less its value at no load.

    u is the load, clamped to [lower, upper] and divided by ``scales``. The force may be bent
    first: turn · ln(1 + F / turn). A light touch has no place yet: all inputs but the force are
    multiplied by min(1, F / first), so that y is continuous, and 0 wherever nothing presses.

    Raises:
        InputError: arrays of other shapes, scales that are not positive, a range turned round.
    """

    inputs: tuple[str, ...]
    """columns of a load; force comes first"""
    radial: str
    """one of :data:`RADIAL`"""
    lower: np.ndarray
    """(d,) smallest load sampled; no force is 0"""
    upper: np.ndarray
    """(d,) largest load sampled"""
    scales: np.ndarray
    """(d,) what counts as one unit of distance, in the units of the inputs"""
    turn: float
    """[N] where the force begins to be bent; 0 for never"""
    first: float
    """[N] from which the other inputs count in full"""
    centres: np.ndarray
    """(N, d) the samples, as u"""
    weights: np.ndarray
    """(N, 4)"""
    tail: np.ndarray
    """(1 + d, 4)"""
    _offset: np.ndarray = field(init=False, repr=False)
    """(4,) what the sum is at no load"""

    def __post_init__(self) -> None:
        if self.radial not in RADIAL:
            raise UnknownNameError("radial function", self.radial, RADIAL)
        known = [name for name in INPUTS if name in self.inputs]
        if self.inputs[:1] != INPUTS[:1] or sorted(known) != sorted(self.inputs):
            raise InputError(
                f"a law's inputs are force and then others of {', '.join(INPUTS[1:])}, each once; "
                f"not {', '.join(self.inputs) or 'none'}."
            )
        d = len(self.inputs)
        shapes = {
            "lower": (d,), "upper": (d,), "scales": (d,), "centres": (None, d),
            "weights": (len(self.centres), COMPONENTS), "tail": (1 + d, COMPONENTS),
        }  # fmt: skip
        for name, shape in shapes.items():
            array = frozen(getattr(self, name), np.float64, shape, f"the law's {name}")
            object.__setattr__(self, name, array)
        if not 1 <= len(self.centres) <= MOST_CENTRES:
            raise InputError(f"a law has 1 to {MOST_CENTRES} centres, not {len(self.centres)}.")
        if not (self.scales > 0).all():
            raise InputError("a law's scales must be above 0.")
        if self.lower[0] != 0 or not (self.lower <= self.upper).all():
            raise InputError("a law's range goes from no force up, and none of it backwards.")
        for name in ("turn", "first"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value >= 0):
                raise InputError(f"a law's {name} is a force of at least 0 N, not {value}.")
        object.__setattr__(self, "_offset", np.zeros(COMPONENTS))
        object.__setattr__(self, "_offset", self._sums(np.zeros((1, d)))[0])
        if not np.isfinite(self.coefficients(self.upper)).all():
            raise InputError("a law's weights are too large.")

    def coefficients(self, load: np.ndarray) -> np.ndarray:
        """Amounts (..., 4) of the eigentextures under loads (..., len(inputs))."""
        load = np.asarray(load, float)
        return self._sums(load.reshape(-1, len(self.inputs))).reshape(*load.shape[:-1], COMPONENTS)

    def _sums(self, load: np.ndarray) -> np.ndarray:
        return kernels("appearance.model").radial_sums(
            load,
            self.lower,
            self.upper,
            self.scales,
            self.turn,
            self.first,
            self.centres,
            self.weights,
            self.tail,
            RADIAL.index(self.radial),
            self._offset,
        )


def scaled_loads(
    load: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    scales: np.ndarray,
    turn: float,
    first: float,
) -> np.ndarray:
    """U (n, d) of loads (n, d), as :class:`RadialLaw` says."""
    clamped = np.clip(load, lower, upper)
    force = clamped[:, :1]
    rest = clamped[:, 1:] * np.minimum(1.0, force / first if first > 0 else 1.0)
    bent = turn * np.log1p(force / turn) if turn > 0 else force
    return np.concatenate([bent, rest], axis=1) / scales


def radial_values(distance: np.ndarray, radial: str) -> np.ndarray:
    """φ(r) of :data:`RADIAL`, any shape."""
    r = distance
    if radial == "polyharmonic":
        return r * r * np.log(np.where(r > 0, r, 1.0))
    if radial == "cubic":
        return r**3
    if radial == "matern32":
        return (1 + 3**0.5 * r) * np.exp(-(3**0.5) * r)
    return (1 + 5**0.5 * r + 5 / 3 * r * r) * np.exp(-(5**0.5) * r)
