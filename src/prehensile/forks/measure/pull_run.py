"""Pull an end effector of a reduced mechanism, let it go, and keep every link's pose."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, SimulationError
from prehensile.forks.measure.accuracy import centre_compliance, pull
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blended_simulation import simulation_of
from prehensile.forks.reduced.model import ReducedModel

RATE = 60
"""Frames a second."""
SUBSTEPS = 4
"""Steps of 1/240 s in a frame."""
USUAL = 0.08
"""Share of the mechanism's radius by which a load moves it unless told otherwise."""


class PullRun(NamedTuple):
    """A run at 60 frames a second, the first one at rest."""

    time: np.ndarray
    """(T,) [s]"""
    poses: np.ndarray
    """(T, links, 4, 4) world"""
    released: float
    """[s] when the load ends"""


def phases(time: np.ndarray, released: float) -> list[list[str | float]]:
    """``Clip.meta["phases"]`` of a run at times (T,) [s] that is let go at ``released``."""
    return [["pulled", 0.0, released], ["let go", released + 1e-9, float(time[-1])]]


def last_pulled(time: np.ndarray, released: float) -> int:
    """The last frame before a run at times (T,) [s] is let go."""
    return int((time <= released).sum()) - 1


def softest_direction(model: ReducedModel, effector: int = 0) -> np.ndarray:
    """(3,) unit, world: where a force moves an end effector most.

    The sign is chosen so that the largest component is positive.
    """
    C = centre_compliance(model, effector)
    softest = np.linalg.eigh((C + C.T) / 2)[1][:, -1]
    return softest * np.sign(softest[np.argmax(np.abs(softest))])


def usual_pull(model: ReducedModel, effector: int = 0) -> np.ndarray:
    """Wrenches (E, 6): a force along the softest direction that moves it visibly."""
    return pull(model, softest_direction(model, effector), USUAL, effector)


def pull_and_release(
    model: ReducedModel | Blend, wrench: np.ndarray, seconds: float = 4.0
) -> PullRun:
    """Dead wrenches (E, 6), world axes, during the first half; nothing in the second.

    A free base is held, as in the linear model.

    Raises:
        InputError: no time to run in, or wrenches that do not fit.
        SimulationError: a load so large that no finite pose comes of it.
    """
    half = half_of(seconds)
    simulation = simulation_of(model, 1 / (RATE * SUBSTEPS))
    poses = [simulation.poses]
    for frame in range(2 * half):
        simulation.step(wrench if frame < half else None, SUBSTEPS)
        poses.append(simulation.poses)
    return finite_run(simulation.model.mechanism.name, poses, half)


def finite_run(name: str, poses: list[np.ndarray], half: int) -> PullRun:
    """A run of the frames' poses, let go after ``half`` of them.

    Raises:
        SimulationError: a pose is not finite.
    """
    time, stacked = np.arange(len(poses)) / RATE, np.stack(poses)
    if not np.isfinite(stacked).all():
        raise SimulationError(
            f"the load on {name!r} is so large that its poses are no longer finite; pull less."
        )
    return PullRun(time, stacked, half / RATE)


def half_of(seconds: float) -> int:
    """Frames in half of a run.

    Raises:
        InputError: no time to run in.
    """
    if not 2 / RATE <= seconds <= 600:
        raise InputError(f"a run of {seconds!r} s; expected {2 / RATE:.3f} to 600.")
    return round(seconds * RATE / 2)
