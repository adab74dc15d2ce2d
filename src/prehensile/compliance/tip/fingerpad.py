"""How soft a fingerpad is (Kry 2005, 4.4): Hertz below 1 N, and its stiffness under load.

d = k f^(2/3) + b. For a sphere of radius R on a rigid plane k^(3/2) = 3 / (4 E* √R) with
E* = E / (1 − ν²), which the thesis prints as Young's modulus. At ν = 0.5, E = 9 / (16 k^(3/2) √R).
"""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

RADIUS = 7.5e-3
"""[m] of the fingerpad (4.4)"""
POISSON = 0.5
MOST_FORCE = 1.0
"""[N] up to which Hertz is believed"""
SPAN = 0.5
"""of a load, either side, over which its stiffness is fitted"""


class HertzFit(NamedTuple):
    """d = k f^(2/3) + b of one press or release."""

    k: float
    """[m/N^(2/3)]"""
    offset: float
    """[m] b"""
    deviation: float
    """[m/N^(2/3)] of k"""

    def young(self, radius: float = RADIUS, poisson: float = POISSON) -> float:
        """[Pa] Young's modulus."""
        return self.reduced(radius) * (1 - poisson**2)

    def reduced(self, radius: float = RADIUS) -> float:
        """[Pa] E*, which the thesis prints as Young's modulus."""
        return 3 / (4 * self.k**1.5 * np.sqrt(radius))

    def compression(self, force: np.ndarray) -> np.ndarray:
        """[m] at forces [N]."""
        return self.k * np.maximum(force, 0.0) ** (2 / 3) + self.offset


def hertz_fit(force: np.ndarray, depth: np.ndarray, most: float = MOST_FORCE) -> HertzFit:
    """Fit samples of one phase, loading or unloading, by least squares.

    Args:
        force: (N,) [N]
        depth: (N,) [m] compression.
        most: [N] above which samples do not count.

    Raises:
        InputError: too few samples, or a pad that grows under load.
    """
    rows = (force > 0) & (force < most) & np.isfinite(depth)
    if rows.sum() < 5:
        raise InputError(f"{rows.sum()} samples below {most:g} N; 5 are needed.")
    X = np.stack([force[rows] ** (2 / 3), np.ones(rows.sum())], axis=1)
    (k, b), *_ = np.linalg.lstsq(X, depth[rows], rcond=None)
    if k <= 0:
        raise InputError("the fingerpad grows under load: check the sign of its compression.")
    left = depth[rows] - X @ [k, b]
    variance = float(left @ left) / max(len(left) - 2, 1)
    spread = np.sqrt(np.linalg.inv(X.T @ X)[0, 0] * variance)
    return HertzFit(float(k), float(b), float(spread))


def stiffness_under_load(force: np.ndarray, depth: np.ndarray, load: float) -> float:
    """[N/m] df/dd at a load, by a cubic d(f) through samples near it.

    Hertz's curve is not used: above a newton it does not hold.

    Raises:
        InputError: fewer than six samples near the load.
    """
    rows = (np.abs(force - load) < SPAN * load) & np.isfinite(depth)
    if rows.sum() < 6:
        raise InputError(f"{rows.sum()} samples near {load:g} N; 6 are needed.")
    u = force[rows] - load
    slope = np.polynomial.polynomial.polyfit(u, depth[rows], 3)[1]
    if slope <= 0:
        raise InputError(f"the fingerpad does not give way at {load:g} N.")
    return float(1 / slope)


def phases(force: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Loading and unloading samples of one press: those before and after its largest force."""
    top = int(np.argmax(force))
    order = np.arange(len(force))
    return order <= top, order >= top


def root_compliance(stiffness: float) -> float:
    """[m/N] that a pad of this stiffness justifies at the root (4.4): 4 kN/m are 0.25e-3 m/N."""
    return 1 / stiffness
