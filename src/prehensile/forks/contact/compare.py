"""A mechanism that touches something beside all of it in MuJoCo: how far, and how long a step."""

from time import perf_counter
from typing import NamedTuple

import numpy as np

from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.scenes import ContactScene

PULLED = 1.5
"""[s] that the handle is pulled for"""
ROUNDS, BATCH = 10, 50
"""Steps before the pull, timed in batches; MuJoCo's contacts settle meanwhile."""


class Compared(NamedTuple):
    """What one pull did to the reduced mechanism and to all of it in MuJoCo."""

    moved: np.ndarray
    """(3,) [m] of the handle, reduced"""
    full_moved: np.ndarray
    """(3,) [m] in MuJoCo"""
    step_us: float
    """[µs] of a reduced step, the best of several batches"""
    full_step_us: float
    """[µs] of a step of MuJoCo's, the best of several batches"""
    normal_force: np.ndarray
    """(c,) [N] of the contacts before the pull, those that do not press left out"""


def compare_with_full(scene: ContactScene, name: str, force: np.ndarray) -> Compared:
    """Pull a handle in both simulations; the reduced one is reset afterwards.

    Args:
        scene: a settled one.
        name: of the handle.
        force: (3,) [N] world.
    """
    simulation, handles = scene.simulation, scene.handles
    simulation.reset()
    full = FullContactSimulation(simulation)
    row, h = handles.names.index(name), simulation.timestep
    best, touch = np.inf, simulation.touch
    steps = round(PULLED / h)
    for _ in range(ROUNDS):
        began = perf_counter()
        touch = simulation.step(steps=BATCH)
        best = min(best, perf_counter() - began)
    full.step(handles.loads({}), BATCH * ROUNDS, np.inf)
    full_us, normal = full.step_us, np.einsum("ci,ci->c", touch.force, touch.normal)
    starts = handles.points(scene.poses)[row], handles.points(full.poses)[row]
    pull = handles.pulls({name: force})
    simulation.step(pull.wrench, steps, pull.base, pull.bodies)
    full.step(handles.loads({name: force}), steps, np.inf)
    ends = handles.points(scene.poses)[row], handles.points(full.poses)[row]
    simulation.reset()
    return Compared(
        ends[0] - starts[0], ends[1] - starts[1], 1e6 * best / BATCH, full_us, normal[normal > 0]
    )
