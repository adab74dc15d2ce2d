"""Nonlinear static equilibrium of a mechanism, loops included, by Newton's method."""

from dataclasses import replace

import numpy as np

from prehensile.errors import SimulationError
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.statics.statics import State, Statics, rest_state
from prehensile.lie import se3

ITERATIONS = 25
CONVERGED = 1e-11
"""Newton's method has converged once the largest scaled residual is below this."""
LARGEST_TURN = 0.5
"""[rad] that a link may turn in one Newton step, at most"""
SMALLEST_STEP = 1 / 256
"""Share of the load that is added at once, at least; where less would be needed, we give up."""


def equilibrium(
    mechanism: Mechanism,
    load: np.ndarray | None = None,
    gravity: tuple[float, float, float] | None = None,
    start: State | None = None,
    limits: bool = False,
) -> State:
    """Where a mechanism comes to rest under dead loads.

    The load grows in steps as large as Newton's method can follow.

    Args:
        load: (links, 6) (f, τ) [N], [Nm], world axes, at the centres of mass.
        gravity: (3,) [m/s²], world, on every link.
        start: an equilibrium to start from; the rest pose if left out.
        limits: whether joints stiffen towards their limits.

    Raises:
        SimulationError: it could not follow the load (it snaps through or is far too large).
    """
    state = rest_state(mechanism) if start is None else start
    target = np.zeros_like(state.load) if load is None else np.array(load, dtype=float)
    if gravity is not None:
        target[:, :3] += mechanism.mass[:, None] * np.asarray(gravity, float)
    begin, done, step = state.load, 0.0, 1.0
    while done < 1.0:
        share = min(done + step, 1.0)
        found = _newton(mechanism, replace(state, load=begin + share * (target - begin)), limits)
        if found is None:
            step /= 2
            if step < SMALLEST_STEP:
                raise SimulationError(
                    f"no equilibrium of {mechanism.name!r} found past {done:.0%} of the load; "
                    "pull less, or in smaller steps."
                )
            continue
        state, done, step = found, share, min(2 * step, 1.0)
    return state


def _newton(mechanism: Mechanism, state: State, limits: bool) -> State | None:
    for _ in range(ITERATIONS):
        statics = Statics(mechanism, state, limits)
        if np.abs(statics.residual).max() < CONVERGED:
            return state
        twist, theta, force = statics.newton_step()
        if not (np.isfinite(twist).all() and np.isfinite(force).all()):
            return None
        turn = np.abs(twist[:, 3:]).max()
        share = min(1.0, LARGEST_TURN / max(turn, 1e-300))
        state = replace(
            state,
            T_world=state.T_world @ se3.exp(share * twist),
            theta=state.theta + share * theta,
            force=state.force + share * force,
        )
    return None
