"""Where a reduced model comes to rest under dead wrenches on its end effectors."""

import numpy as np

from prehensile.errors import SimulationError
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.tips import tip_force

ITERATIONS = 200
CONVERGED = 1e-10
STEP = 1e-6
"""Step of the finite differences, relative to the unloaded excess plus the coordinates."""
LARGEST_STEP = 0.5
"""Length of one iteration's step at most, as a share of the unloaded excess."""


def static_coordinates(model: ReducedModel | Blend, wrench: np.ndarray) -> np.ndarray:
    """Coordinates z (r,) at which springs and wrenches balance.

    Args:
        model: one linearisation, or several blended.
        wrench: (E, 6) (f, τ) [N], [Nm], world axes, at the centres of mass.

    Raises:
        SimulationError: nothing balances it within the model: the load is far too large.
    """
    reduced = model.model if isinstance(model, Blend) else model
    rows, r = reduced.linearisation.rows, reduced.size
    R, com = reduced.T_rest[rows, :3, :3], reduced.mechanism.com[rows]

    def excess(z: np.ndarray) -> np.ndarray:
        if isinstance(model, Blend):
            at = model.at(z)
            return tip_force(R, com, at.log[rows], at.basis[rows], wrench) - at.force
        basis = reduced.effector_basis
        return tip_force(R, com, basis @ z, basis, wrench) - z

    z, miss = np.zeros(r), excess(np.zeros(r))
    size = max(float(np.linalg.norm(miss)), 1e-300)
    for _ in range(ITERATIONS):
        if np.linalg.norm(miss) <= CONVERGED * size:
            return z
        h = STEP * (size + float(np.linalg.norm(z)))
        slope = np.stack([(excess(z + h * e) - miss) / h for e in np.eye(r)], axis=1)
        step = np.linalg.solve(-slope, miss)
        limit = LARGEST_STEP * size / max(float(np.linalg.norm(step)), 1e-300)
        z = z + min(1.0, limit) * step
        miss = excess(z)
    raise SimulationError("no static pose found: the load lies far outside the model's range.")
