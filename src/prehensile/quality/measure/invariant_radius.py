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
    size = hull.distance[:, None]
    turn, force, torque = (
        _crosses(hull.normal[:, 3:] / size),
        hull.normal[:, :3] / size,
        ((hull.normal[:, 3:] / size) ** 2).sum(axis=1),
    )

    def squares(p: np.ndarray, which: np.ndarray | slice = slice(None)) -> np.ndarray:
        return ((turn[which] @ p + force[which]) ** 2).sum(axis=1) + torque[which]

    active = np.array([int(squares(np.zeros(3)).argmax())])
    best = np.append(np.zeros(3), squares(np.zeros(3)).max())
    for _ in range(STEPS):
        found = minimize(
            lambda x: x[3],
            best,
            jac=lambda x: np.array([0.0, 0, 0, 1]),
            constraints={
                "type": "ineq",
                "fun": lambda x, which=active: x[3] - squares(x[:3], which),
                "jac": lambda x, which=active: np.column_stack(
                    [
                        -2
                        * np.einsum("ki,kij->kj", turn[which] @ x[:3] + force[which], turn[which]),
                        np.ones(len(which)),
                    ]
                ),
            },
            method="SLSQP",
            options={"ftol": 1e-15, "maxiter": 200},
        )
        p = found.x[:3]
        every = squares(p)
        worst = int(every.argmax())
        best = np.append(p, every[worst])
        if every[worst] <= (1 + EXACT) * every[active].max():
            break
        active = np.append(active, worst)
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
