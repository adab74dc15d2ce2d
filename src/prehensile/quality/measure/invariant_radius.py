"""Teichmann's radius: Ferrari and Canny's ε about the best of all origins.

Torques about another origin p are A_p w, which carries facets (n, d) of the hull to facets of the
same hull. Their distances become d / |A_p⁻ᵀ n|, and A_p⁻ᵀ n = (n_f − p × n_τ / l, n_τ) is affine in
p: one over the radius is a largest norm of affine functions, so it has one least value.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.quality.measure.checked_contacts import checked_length
from prehensile.quality.measure.wrench_hull import wrench_hull

EXACT = 1e-9
"""Relative error of the radius, at most"""
STEPS = 3000
"""More than three unknowns ever need"""


class InvariantRadius(NamedTuple):
    """The largest ball over all origins."""

    radius: float
    """[N] 0 where the grasp is not closed"""
    origin: np.ndarray
    """(3,) [m] from the present origin to the best one, or one of several"""


def invariant_radius(wrench: ArrayLike, length: float) -> InvariantRadius:
    """Largest ε over all places of the origin (Teichmann 1996).

    Use it where there is no natural origin, as for a thing whose centre of mass is not known. Never
    below `epsilon`.

    Args:
        wrench: (K, 6) as `contact_wrenches` gives them.
        length: [m] by which their torques were divided.
    """
    lever, hull = checked_length(length), wrench_hull(wrench)
    if hull is None or hull.distance.min() <= 0:
        return InvariantRadius(0.0, np.zeros(3))
    # Rows of every facet: |M_k p + m_k| is one over its distance from nought about p (in lengths).
    scaled = hull.normal / hull.distance[:, None]
    turn, force = _crosses(scaled[:, 3:]), scaled[:, :3]
    torque = (scaled[:, 3:] ** 2).sum(axis=1)

    def steepest(p: np.ndarray) -> tuple[float, np.ndarray]:
        """Of the nearest facet about p: one over its squared distance, and the slope of that."""
        moved = turn @ p + force
        every = (moved**2).sum(axis=1) + torque
        k = int(every.argmax())
        return float(every[k]), 2 * moved[k] @ turn[k]

    # All better places lie where no facet has |M p| above twice the present root.
    here, slope = steepest(np.zeros(3))
    least = np.linalg.eigvalsh(np.einsum("kij,kil->jl", turn, turn))[0]
    p, best = np.zeros(3), (here, np.zeros(3))
    within = 4 * here * len(turn) / least * np.eye(3)
    for _ in range(STEPS):
        # The ellipsoid method: keep the half in which it falls, in the smallest ellipsoid.
        width = float(np.sqrt(slope @ within @ slope))
        if width <= EXACT * best[0]:
            break
        step = within @ slope / width
        deep = min((here - best[0]) / width, 0.99)
        p = p - (1 + 3 * deep) / 4 * step
        shrunk = within - 2 * (1 + 3 * deep) / (4 * (1 + deep)) * np.outer(step, step)
        within = 9 / 8 * (1 - deep**2) * shrunk
        here, slope = steepest(p)
        best = min(best, (here, p), key=lambda found: found[0])
    return InvariantRadius(float(1 / np.sqrt(best[0])), lever * best[1])


def _crosses(n: np.ndarray) -> np.ndarray:
    """(F, 3, 3) matrices with M p = −p × n."""
    zero = np.zeros(len(n))
    x, y, z = n.T
    return np.stack(
        [
            np.stack([zero, -z, y], axis=1),
            np.stack([z, zero, -x], axis=1),
            np.stack([-y, x, zero], axis=1),
        ],
        axis=1,
    )
