"""How far a reduced model is from the full mechanism, and when to stop trusting it."""

import warnings
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, SimulationError
from prehensile.forks.measure.gaps import joint_gaps, relative_displacement
from prehensile.forks.measure.stretch import close_gaps, stretched_gaps
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.static_pose import static_coordinates
from prehensile.forks.reduced.tips import body_wrench
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.forks.statics.modes import first_frequency
from prehensile.forks.statics.statics import State
from prehensile.lie import se3, so3

RIGID = 1e-9
"""Share of an end effector's largest compliance below which it does not give way."""
SEARCH, NEAR_ENOUGH = 6, 0.01
"""Rounds and precision of finding the load for a displacement."""
TRUSTED = 0.1
"""Displacement, as a share of the bounding radius, past which loads are warned about."""
TRUSTED_BLEND = 0.03
"""Error of a blend's displacement past which loads are warned about."""


class LinearRangeWarning(UserWarning):
    """A load moves an end effector farther than the linear model can be trusted."""


def full_state(model: ReducedModel, wrench: np.ndarray) -> State:
    """The full mechanism's equilibrium under wrenches (E, 6) on the end effectors, world axes."""
    start = model.linearisation.state
    load = start.load.copy()
    load[model.linearisation.rows] += wrench
    return equilibrium(model.mechanism, load, start=start)


def centre_compliance(model: ReducedModel, effector: int = 0) -> np.ndarray:
    """(3, 3) [m/N] world: how forces at an end effector's centre of mass move that point."""
    row, at = model.linearisation.rows[effector], slice(6 * effector, 6 * effector + 6)
    R = model.T_rest[row, :3, :3]
    to_centre = R @ np.hstack([np.eye(3), -so3.hat(model.mechanism.com[row])])
    return to_centre @ model.linearisation.compliance[at, at] @ to_centre.T


def pull(model: ReducedModel, direction: np.ndarray, share: float, effector: int = 0) -> np.ndarray:
    """Wrenches (E, 6): a force that moves one end effector by a share of the bounding radius.

    The linear model says how far its centre of mass goes.

    Args:
        model: about the rest pose.
        direction: (3,) of the force, world.
        share: of the radius, the size of 4.6.
        effector: row of the end effector.

    Raises:
        InputError: it does not give way in that direction.
    """
    C = centre_compliance(model, effector)
    out = np.zeros((len(model.linearisation.rows), 6))
    moved = float(np.linalg.norm(C @ direction))
    if moved <= RIGID * np.linalg.norm(C) * np.linalg.norm(direction):
        raise InputError(
            f"{model.linearisation.effectors[effector]!r} does not give way to a force along "
            f"{np.asarray(direction).tolist()}; pull another way."
        )
    out[effector, :3] = model.mechanism.radius * share / moved * np.asarray(direction, float)
    return out


class Pulled(NamedTuple):
    """A load and the full mechanism's equilibrium under it."""

    wrench: np.ndarray
    """(E, 6) world axes"""
    state: State


def pulled(model: ReducedModel, direction: np.ndarray, share: float, effector: int = 0) -> Pulled:
    """The force that moves one end effector of the full mechanism by a share of its size.

    Arguments as in :func:`pull`, whose force is where the search starts.
    """
    row = model.linearisation.rows[effector]
    goal = share * model.mechanism.radius
    wrench = pull(model, direction, share, effector)
    com = model.mechanism.com[row]
    rest = se3.apply(model.T_rest[row], com)
    state = full_state(model, wrench)
    for _ in range(SEARCH):
        moved = np.linalg.norm(se3.apply(state.T_world[row], com) - rest)
        if abs(moved / goal - 1) < NEAR_ENOUGH:
            break
        wrench = wrench * goal / moved
        state = full_state(model, wrench)
    return Pulled(wrench, state)


def static_error(model: ReducedModel | Blend, load: Pulled, effector: int = 0) -> float:
    """Distance of an end effector from where the full mechanism has it, over how far that moved."""
    reduced = model.model if isinstance(model, Blend) else model
    row = reduced.linearisation.rows[effector]
    ours = model.poses(static_coordinates(model, load.wrench))[row]
    ends = np.stack([reduced.T_rest[row], load.state.T_world[row], ours])
    rest, full, found = se3.apply(ends, reduced.mechanism.com[row])
    return float(np.linalg.norm(found - full) / np.linalg.norm(full - rest))


def mode_error(model: ReducedModel) -> float:
    """Relative error of the first natural frequency."""
    full = first_frequency(model.mechanism, model.linearisation.state)
    return abs(float(model.frequencies[0]) / full - 1)


@dataclass(frozen=True)
class Violation:
    """How far joints come apart when an end effector is displaced."""

    error: float
    """sum of gaps over the bounding radius"""
    stretch: float
    """largest share by which a link was stretched to close them"""


def violation(
    model: ReducedModel | Blend,
    direction: np.ndarray,
    displacement: float,
    stretch: bool = False,
    effector: int = 0,
) -> Violation:
    """Constraint error as in Figure 4-5.

    Args:
        model: one linearisation, or several blended.
        direction: (3,) of the force that displaces it, world.
        displacement: relative, as 4.6 measures twists.
        stretch: whether links may stretch to close the gaps.
        effector: row of the end effector.
    """
    reduced = model.model if isinstance(model, Blend) else model
    mechanism = reduced.mechanism
    basis = reduced.effector_basis[effector]
    R = reduced.T_rest[reduced.linearisation.rows[effector], :3, :3]
    z = basis[:3].T @ (R.T @ direction)
    z = z * displacement / relative_displacement(mechanism, basis @ z)
    poses = model.poses(z)
    if not stretch:
        return Violation(float(joint_gaps(mechanism, poses).sum()) / mechanism.radius, 0.0)
    closed = close_gaps(mechanism, poses)
    left = float(stretched_gaps(mechanism, closed).sum()) / mechanism.radius
    return Violation(left, float(np.abs(closed.stretch).max()))


@dataclass(frozen=True)
class LoadReport:
    """Whether a load lies in the linear range."""

    displacement: float
    """of the end effector that moves most, as a share of the bounding radius"""
    error: float
    """relative, of its displacement; NaN where the full mechanism finds no equilibrium"""
    trusted: bool
    warning: str = ""
    """what to say of a load outside the linear range; empty if trusted"""


def check_load(model: ReducedModel | Blend, wrench: np.ndarray, warn: bool = True) -> LoadReport:
    """Compare a load with the linear range, and warn with the error if it lies outside.

    Args:
        model: one linearisation, or several blended.
        wrench: (E, 6) (f, τ) on the end effectors, world axes.
        warn: whether to warn; the report has the warning anyway.
    """
    reduced = model.model if isinstance(model, Blend) else model
    moved = _linear_displacements(reduced, wrench)
    worst = int(np.argmax(moved))
    error = 0.0
    if moved[worst] > 0:
        try:
            error = static_error(model, Pulled(wrench, full_state(reduced, wrench)), worst)
        except SimulationError:
            error = float("nan")
    far = float(moved[worst])
    trusted = error <= TRUSTED_BLEND if isinstance(model, Blend) else far <= TRUSTED
    effector = reduced.linearisation.effectors[worst]
    text = "" if trusted else _outside(effector, far, error, isinstance(model, Blend))
    if warn and not trusted:
        warnings.warn(text, LinearRangeWarning, stacklevel=2)
    return LoadReport(far, error, trusted, text)


def _linear_displacements(model: ReducedModel, wrench: np.ndarray) -> np.ndarray:
    """(E,) how far the centres of mass go, as shares of the radius, by the linear model."""
    rows = model.linearisation.rows
    T, com = model.T_rest[rows], model.mechanism.com[rows]
    body = body_wrench(T, com, wrench)
    twist = (model.linearisation.compliance @ body.reshape(-1)).reshape(-1, 6)
    at_centre = twist[:, :3] + np.cross(twist[:, 3:], com)
    return np.linalg.norm(at_centre, axis=1) / model.mechanism.radius


def _outside(effector: str, displacement: float, error: float, blended: bool) -> str:
    what = "a blend" if blended else f"the {TRUSTED:.0%} that a linear model"
    return (
        f"the load moves {effector!r} by {displacement:.0%} of the mechanism's radius, past "
        f"{'what ' if blended else ''}{what} serves; {_how_far_off(error)}: "
        f"pull less{'' if blended else ', or blend'}."
    )


def _how_far_off(error: float) -> str:
    if np.isnan(error):
        return "the full mechanism finds no equilibrium to compare with"
    return f"its displacement is off by about {error:.0%}"
