"""Random hand poses to start from (3.3.1): inside limits, no finger in another or a thing."""

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.manipulate.pose_space import PoseSpace
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

IN_ITSELF = 0.001
"""[m] that fingers may overlap each other"""
IN_THINGS = 0.002
"""[m] that the hand may overlap anything else; ours"""
TRIES = 1000
"""for each pose"""


def valid_postures(
    scene: tuple[HandInScene, ObjectInScene],
    poses: PoseSpace,
    count: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """(count, dof) [rad]

    Raises:
        InputError: the scene leaves no room for the hand.
    """
    world, found = World(*scene, preset="fast"), []
    for _ in range(count * TRIES):
        q = poses.targets(poses.drawn(rng))
        if is_valid(world, q):
            found.append(q)
            if len(found) == count:
                return np.array(found)
    raise InputError(f"of {count * TRIES} poses only {len(found)} are free of overlap.")


def is_valid(world: World, q: np.ndarray) -> bool:
    """Whether the only hand of a world can be in a pose."""
    world.set_hand(q)
    in_itself, in_things = overlaps(world)
    return in_itself <= IN_ITSELF and in_things <= IN_THINGS


def overlaps(world: World) -> tuple[float, float]:
    """[m] by which the only hand of a world lies in itself, and in anything else, at most."""
    mujoco.mj_fwdPosition(world.model, world.data)
    contacts = world.data.contact
    bodies = world.model.geom_bodyid[contacts.geom]
    hand = world.hands[0].name
    ours = np.array([world.model.body(b).name.startswith(f"{hand}/") for b in bodies.ravel()])
    within = ours.reshape(bodies.shape).all(axis=1)
    depth = -contacts.dist
    deepest = (depth[rows].max(initial=0.0) for rows in (within, ~within))
    in_itself, in_things = (float(number) for number in deepest)
    return in_itself, in_things
