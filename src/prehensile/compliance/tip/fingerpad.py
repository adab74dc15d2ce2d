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
NEARLY = 0.97
"""of a press's largest force, from which on it is held"""
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
        return 3 / (4 * self.k**1.5 * radius**0.5)

    def compression(self, force: np.ndarray) -> np.ndarray:
        """[m] at forces [N]."""
        return self.k * np.maximum(force, 0.0) ** (2 / 3) + self.offset


def hertz_fit(
    force: np.ndarray, depth: np.ndarray, most: float = MOST_FORCE, press: np.ndarray | None = None
) -> HertzFit:
    """Fit samples of one phase, loading or unloading, by least squares.

    Args:
        force: (N,) [N]
        depth: (N,) [m] compression.
        most: [N] above which samples do not count.
        press: (N,) numbers of presses, each of which has an offset of its own; one if left out.

    Raises:
        InputError: too few samples, or a pad that grows under load.
    """
    rows = (force > 0) & (force < most) & np.isfinite(depth)
    if rows.sum() < 5:
        raise InputError(f"{rows.sum()} samples below {most:g} N; 5 are needed.")
    group = np.zeros(len(force), int) if press is None else press
    x, d = force[rows] ** (2 / 3), depth[rows]
    X, y = _about_means(x[:, None], group[rows])[:, 0], _about_means(d[:, None], group[rows])[:, 0]
    k = float(X @ y) / float(X @ X)
    if k <= 0:
        raise InputError("the fingerpad grows under load: check the sign of its compression.")
    left = y - k * X
    variance = float(left @ left) / max(len(left) - 1 - len(np.unique(group[rows])), 1)
    return HertzFit(k, float((d - k * x).mean()), float(np.sqrt(variance / (X @ X))))


def stiffness_under_load(
    force: np.ndarray, depth: np.ndarray, load: float, press: np.ndarray | None = None
) -> float:
    """[N/m] df/dd at a load, by a polynomial d(f) through samples near it.

    Hertz's curve is not used: above a newton it does not hold. The data choose a straight line, a
    parabola or a cubic (Schwarz's criterion). Arguments as of `hertz_fit`.

    Raises:
        InputError: fewer than six samples near the load.
    """
    rows = (np.abs(force - load) < SPAN * load) & np.isfinite(depth)
    if rows.sum() < 6:
        raise InputError(f"{rows.sum()} samples near {load:g} N; 6 are needed.")
    group = (np.zeros(len(force), int) if press is None else press)[rows]
    n, y = int(rows.sum()), _about_means(depth[rows][:, None], group)[:, 0]
    best, slope = np.inf, 0.0
    for degree in (1, 2, 3):
        X = _about_means((force[rows] - load)[:, None] ** np.arange(1, degree + 1), group)
        found = np.linalg.lstsq(X, y, rcond=None)[0]
        rest = float(((y - X @ found) ** 2).sum())
        score = n * np.log(max(rest, 1e-30) / n) + degree * np.log(n)
        if score < best:
            best, slope = score, float(found[0])
    if slope <= 0:
        raise InputError(f"the fingerpad does not give way at {load:g} N.")
    return 1 / slope


def _about_means(values: np.ndarray, group: np.ndarray) -> np.ndarray:
    """(N, d) values less the mean of their group (N,)."""
    _, member = np.unique(group, return_inverse=True)
    count = np.bincount(member)
    means = np.stack([np.bincount(member, column) / count for column in values.T], axis=1)
    return values - means[member]


def phases(force: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Loading and unloading samples of one press.

    Those before it first presses nearly its hardest, and after it last does: while a press is held
    the force wavers, and the pad goes both ways.
    """
    near = np.flatnonzero(force >= NEARLY * force.max())
    order = np.arange(len(force))
    return order <= near[0], order >= near[-1]


def root_compliance(stiffness: float) -> float:
    """[m/N] that a pad of this stiffness justifies at the root (4.4): 4 kN/m are 0.25e-3 m/N."""
    return 1 / stiffness
