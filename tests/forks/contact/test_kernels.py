"""The compiled contact step against its plain twin."""

import numpy as np
import pytest

from prehensile.forks.contact import _kernels, _plain
from prehensile.forks.contact.scenes import CONTACT_SCENES
from prehensile.forks.contact.simulation import Body, ContactSimulation
from prehensile.forks.contact.surface import Ball, Block, Ground
from prehensile.forks.contact.tables import Loads, Motion
from prehensile.forks.mechanism.foot import Foot
from prehensile.forks.models.hexapod import bumps, feet_of, hexapod
from prehensile.forks.reduced.model import reduce


def both(simulation: ContactSimulation, loads: Loads, steps: int):
    """Motion and contacts after the same steps, plain and compiled."""
    s, found = simulation, []
    for twin in (_plain, _kernels):
        motion = Motion(*(array.copy() for array in s.motion))
        room = type(s._room)(*(array.copy() for array in s._room))
        args = (steps, s._plant, s._feet, s._solids, motion, loads, room)
        count = twin.contact_steps(*args)
        found.append((motion, [column[:count] for column in room]))
    return found


def crowd(free: bool) -> ContactSimulation:
    """A robot on bumps, with a ball and a tilted box that its feet run into."""
    robot = hexapod()
    feet = [Foot(f.effector, f.point, 0.06, 0.5) for f in feet_of(robot)]
    model = reduce(robot, gravity=(0, 0, -9.81))
    T = np.tile(np.eye(4), (2, 1, 1))
    T[0, :3, 3], T[1, :3, 3] = [0.25, 0.5, 0.05], [-0.2, -0.5, 0.05]
    T[1, :3, :3] = [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]]
    bodies = [
        Body(Ground(bumps)),
        Body(Ball(0.08), T[0], 0.7, np.diag([1e-3, 2e-3, 1.5e-3]), "ball"),
        Body(Block((0.1, 0.06, 0.05)), T[1], 0.9 if free else 0.0, np.eye(3) * 2e-3, "box"),
    ]
    return ContactSimulation(model, feet, bodies)


@pytest.mark.parametrize("free", [False, True])
def test_a_crowd_of_contacts_moves_alike(rng: np.random.Generator, free: bool) -> None:
    simulation = crowd(free)
    simulation.motion.z[:] = 0.05 * rng.normal(size=simulation.model.size)
    simulation.motion.base_velocity[:] = rng.normal(size=6) * 0.3
    simulation.motion.body_velocity[1] = rng.normal(size=6)
    loads = Loads(
        20 * rng.normal(size=(6, 6)), 30 * rng.normal(size=6), 0.5 * rng.normal(size=(3, 6))
    )
    (plain, theirs), (compiled, ours) = both(simulation, loads, 5)
    assert len(theirs[0]) > 4 and len(set(theirs[1])) > 1  # several feet, several bodies
    for a, b in zip([*plain, *theirs], [*compiled, *ours], strict=True):
        assert np.allclose(a, b, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("name", CONTACT_SCENES)
def test_shipped_scenes_move_alike(name: str) -> None:
    scene = CONTACT_SCENES[name]()
    pull = scene.handles.pulls({scene.pulled: np.array(scene.pull)})
    (plain, theirs), (compiled, ours) = both(scene.simulation, Loads(*pull), 5)
    for a, b in zip([*plain, *theirs], [*compiled, *ours], strict=True):
        assert np.allclose(a, b, rtol=1e-7, atol=1e-10)


def test_contacts_are_solved_alike(rng: np.random.Generator) -> None:
    c = 5
    A = rng.normal(size=(3 * c, 3 * c))
    W = A @ A.T + np.eye(3 * c)
    u, bias, friction = rng.normal(size=3 * c), np.zeros(c), rng.uniform(0, 1, c)
    a, b = np.zeros(3 * c), np.zeros(3 * c)
    _plain.project_contacts(W, u, bias, friction, a, 30)
    _kernels.project_contacts(W, u, bias, friction, b, 30)
    assert np.allclose(a, b, rtol=1e-10, atol=1e-12) and a.any()
