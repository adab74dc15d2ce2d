"""Random hand poses with a free thing that has come to rest in them."""

from collections.abc import Callable

import numpy as np

from prehensile.errors import InputError
from prehensile.manipulate.pose_space import PoseSpace
from prehensile.manipulate.tasks.valid_starts import TRIES, is_valid
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

SETTLE = 1.0
"""[s] given to the thing to come to rest"""
STIFFNESS, DAMPING = 2.0, 0.1
"""[Nm/rad], [Nms/rad] that hold the pose meanwhile"""
AT_REST = 0.02, 0.5
"""[m/s] and [rad/s] above which it has not"""


def resting_starts(
    scene: tuple[HandInScene, ObjectInScene],
    poses: PoseSpace,
    count: int,
    rng: np.random.Generator,
    in_hand: Callable[[np.ndarray], bool],
) -> tuple[np.ndarray, np.ndarray]:
    """(count, dof) [rad] of the hand and (count, 7) of the thing, world.

    Args:
        scene: the thing where it is put into the hand.
        poses: from which the hand's are drawn.
        count: how many.
        rng: of the draws.
        in_hand: whether a pose (7,) of the thing is one in the hand.

    Raises:
        InputError: the thing rests in too few poses.
    """
    world, name = World(*scene, preset="fast"), scene[1].name
    first = np.asarray(scene[1].pose, float)
    away = first + np.eye(7)[0]  # out of the way of the check
    dof = len(poses.lower)
    hands, things = [], []
    for _ in range(count * TRIES):
        target = poses.targets(poses.drawn(rng))
        world.place(name, away)
        if not is_valid(world, target):
            continue
        world.place(name, first)
        command = Command(target, np.full(dof, STIFFNESS), np.full(dof, DAMPING))
        for _ in range(round(SETTLE / world.timestep)):
            world.step(command)
        seen = world.observe()
        pose, twist = seen.objects[name], seen.twists[name]
        slow = np.linalg.norm(twist[:3]) <= AT_REST[0] and np.linalg.norm(twist[3:]) <= AT_REST[1]
        if slow and in_hand(pose):
            hands.append(np.clip(seen.q, poses.lower, poses.upper))
            things.append(pose)
            if len(hands) == count:
                return np.array(hands), np.array(things)
    raise InputError(f"of {count * TRIES} poses the {name} rests in only {len(hands)}.")
