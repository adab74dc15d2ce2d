"""What every task is made of: a hand whose forearm stands still, a thing, and where both are."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.features import Block, Layout
from prehensile.manipulate.pose_space import PoseSpace, pose_space
from prehensile.manipulate.sequences import exemplary_actions
from prehensile.manipulate.tasks.task import Touched
from prehensile.world.objects.object import Object


@dataclass(frozen=True)
class SetUp:
    """The parts of a task that follow from its numbers."""

    hand: Hand = field(default_factory=Hand)
    configuration: Configuration = field(default_factory=Configuration)
    layout: Layout = field(init=False)
    """the hand's pose first, then what a task adds"""
    poses: PoseSpace = field(init=False)
    """of the phases' targets"""
    examples: np.ndarray = field(init=False)
    """(E, 3, m) actions of the exemplary sequences"""
    thing: Object = field(init=False)
    touched: Touched = field(init=False)
    """what the quality of a grasp is measured with"""
    forearm: np.ndarray = field(init=False)
    """(7,) where it stands, world"""

    def set_up(
        self, name: str, thing: Object, seen: Sequence[Block], place: np.ndarray, R: np.ndarray
    ) -> None:
        """Make the parts.

        Args:
            name: of the thing in the scene.
            thing: with its centre of mass as that of torques.
            seen: features beside the hand's pose.
            place: (3,) [m] of the wrist, world.
            R: (3, 3) of the forearm, world.
        """
        c = self.configuration
        pose = Block("pose", len(self.hand.joint_names), weight=c.pose_weight)
        centre = np.asarray(thing.com, float)
        length = float(np.linalg.norm(thing.vertices - centre, axis=1).max())
        poses = pose_space(self.hand, c.components, c.poses, c.wrist)
        made = {
            "layout": Layout([pose, *seen]),
            "poses": poses,
            "examples": exemplary_actions(poses, c.sequences, c.rest),
            "thing": thing,
            "touched": Touched(name, float(thing.friction[0]), centre, length),
            "forearm": np.concatenate([place, so3.to_quat(R)]),
        }
        for part, value in made.items():
            object.__setattr__(self, part, value)
