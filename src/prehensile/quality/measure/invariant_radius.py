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
"""Relative change of the radius below which the search ends"""
STEPS = 60
"""Facets that are added one after the other, at most"""


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
    from scipy.optimize import minimize

    lever, hull = checked_length(length), wrench_hull(wrench)
    if hull is None or hull.distance.min() <= 0:
        return InvariantRadius(0.0, np.zeros(3))
    # Rows of every facet: |M_k p + m_k| is one over its distance from nought about p (in lengths).
    scaled = hull.normal / hull.distance[:, None]
    turn, force = _crosses(scaled[:, 3:]), scaled[:, :3]
    torque = (scaled[:, 3:] ** 2).sum(axis=1)

    def squares(p: np.ndarray, which: np.ndarray | slice = slice(None)) -> np.ndarray:
        return ((turn[which] @ p + force[which]) ** 2).sum(axis=1) + torque[which]

    def slopes(p: np.ndarray, which: np.ndarray) -> np.ndarray:
        return 2 * np.einsum("ki,kij->kj", turn[which] @ p + force[which], turn[which])

    every = squares(np.zeros(3))
    active, best = np.array([int(every.argmax())]), np.append(np.zeros(3), every.max())
    start = best
    for _ in range(STEPS):
        # Place and value (p, v): the least v above all facets that are looked at.
        bounds = {
            "type": "ineq",
            "fun": lambda x, which=active: x[3] - squares(x[:3], which),
            "jac": lambda x, which=active: np.column_stack(
                [-slopes(x[:3], which), np.ones(len(which))]
            ),
        }
        found = minimize(
            lambda x: x[3],
            start,
            jac=lambda x: np.array([0.0, 0, 0, 1]),
            constraints=bounds,
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 200},
        )
        every = squares(found.x[:3])
        start = np.append(found.x[:3], every.max())
        best = min(best, start, key=lambda x: x[3])
        if start[3] <= (1 + EXACT) * every[active].max():
            break
        active = np.append(active, int(every.argmax()))
    return InvariantRadius(float(1 / np.sqrt(best[3])), lever * best[:3])


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
