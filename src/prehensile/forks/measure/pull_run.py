"""Pull an end effector of a reduced mechanism, let it go, and keep every link's pose."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, SimulationError
from prehensile.forks.measure.accuracy import centre_compliance
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.simulation import ReducedSimulation

RATE = 60
"""Frames a second."""
SUBSTEPS = 4
"""Steps of 1/240 s in a frame."""


class PullRun(NamedTuple):
    """A run at 60 frames a second, the first one at rest."""

    time: np.ndarray
    """(T,) [s]"""
    poses: np.ndarray
    """(T, links, 4, 4) world"""
    released: float
    """[s] when the load ends"""


def softest_direction(model: ReducedModel, effector: int = 0) -> np.ndarray:
    """(3,) unit, world: where a force moves an end effector most.

    The sign is chosen so that the largest component is positive.
    """
    C = centre_compliance(model, effector)
    softest = np.linalg.eigh((C + C.T) / 2)[1][:, -1]
    return softest * np.sign(softest[np.argmax(np.abs(softest))])


def pull_and_release(model: ReducedModel, wrench: np.ndarray, seconds: float = 4.0) -> PullRun:
    """Dead wrenches (E, 6), world axes, during the first half; nothing in the second.

    A free base is held, as in the linear model.

    Raises:
        InputError: no time to run in, or wrenches that do not fit.
        SimulationError: a load so large that no finite pose comes of it.
    """
    half = half_of(seconds)
    simulation = ReducedSimulation(model, 1 / (RATE * SUBSTEPS))
    poses = [simulation.poses]
    for frame in range(2 * half):
        simulation.step(wrench if frame < half else None, SUBSTEPS)
        poses.append(simulation.poses)
    time, stacked = np.arange(len(poses)) / RATE, np.stack(poses)
    if not np.isfinite(stacked).all():
        raise SimulationError(
            f"the load on {model.mechanism.name!r} is so large that its poses are no longer "
            "finite; pull less."
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
