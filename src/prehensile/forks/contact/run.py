"""Pull something that stands or is held, let it go, and keep every pose and contact."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import SimulationError
from prehensile.forks.contact.scenes import ContactScene
from prehensile.forks.contact.tables import Touch
from prehensile.forks.measure.pull_run import RATE, half_of

SUBSTEPS = 4
"""Steps of 1/240 s in a frame."""


class ContactRun(NamedTuple):
    """A run at 60 frames a second, the first one at rest."""

    time: np.ndarray
    """(T,) [s]"""
    poses: np.ndarray
    """(T, links + bodies, 4, 4) world"""
    q: np.ndarray
    """(T, dof) [rad] of the hand; no columns without one"""
    touch: tuple[Touch, ...]
    """contacts of each frame"""
    released: float
    """[s] when the load ends"""


def pull_among_bodies(
    scene: ContactScene, name: str, force: np.ndarray, seconds: float = 4.0
) -> ContactRun:
    """A dead force (3,) [N] on a handle during the first half; nothing in the second.

    Raises:
        InputError: no time to run in.
        UnknownNameError: no such handle.
        SimulationError: a load so large that no finite pose comes of it.
    """
    simulation, half = scene.simulation, half_of(seconds)
    load = scene.handles.pulls({name: np.asarray(force, float)})
    simulation.reset()
    frames = [_frame(scene)]
    for k in range(2 * half):
        if k < half:
            simulation.step(load.wrench, SUBSTEPS, load.base, load.bodies)
        else:
            simulation.step(steps=SUBSTEPS)
        frames.append(_frame(scene))
    poses, q, touch = zip(*frames, strict=True)
    if not np.isfinite(np.stack(poses)).all():
        raise SimulationError(
            f"the load on {name!r} is so large that poses are no longer finite; pull less."
        )
    time = np.arange(len(frames)) / RATE
    return ContactRun(time, np.stack(poses), np.stack(q), touch, half / RATE)


def _frame(scene: ContactScene) -> tuple[np.ndarray, np.ndarray, Touch]:
    q = np.zeros(0) if scene.hand is None else scene.q
    return scene.poses, q, scene.simulation.touch
