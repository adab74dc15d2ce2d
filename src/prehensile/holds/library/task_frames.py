"""Task frames of named poses: the direction in which a pose transmits most force (Prats 2007).

A grasp of the corpus has a direction that it pulls best in. To use it for a task, that direction is
laid along the task's.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.jacobian import pad_jacobians
from prehensile.quality.measure.force_transmission import force_transmission

DIRECTIONS = 2000
"""spread evenly over the sphere: 2.5° apart"""


class TaskFrame(NamedTuple):
    """How a pose is best used."""

    rotation: np.ndarray
    """(3, 3) palm frame: its first column is the direction"""
    transmission: float
    """[1/m] sum of the clamped ratios of the pads that touch, along it"""
    worst: float
    """[1/m] the same in the least direction"""


def task_frame(hand: Hand, name: str) -> TaskFrame:
    """Of a pose of the corpus; pads of the digits that touch its object, all for a rest pose.

    Raises:
        UnknownNameError: no such pose.
    """
    pose = corpus_pose(name)
    touch = DIGITS if pose.object is None else pose.object.touch
    rows = [list(TIP_SEGMENT).index(d) for d in touch]
    J = pad_jacobians(hand, hand.transfer(pose.q))[rows, :3]
    ways = _even_directions(DIRECTIONS)
    total = np.array([force_transmission(J, way).sum() for way in ways])
    # A direction and its opposite transmit alike: the one that closes the fingers is meant.
    best = ways[np.argmax(total)]
    return TaskFrame(_frame(best), float(total.max()), float(total.min()))


def task_frames(hand: Hand) -> dict[str, TaskFrame]:
    """Of all grasps of the corpus, by name."""
    return {name: task_frame(hand, name) for name, pose in corpus().items() if pose.feix}


def _even_directions(count: int) -> np.ndarray:
    """(count, 3) unit, on the half of the sphere where palmar (−z) is positive."""
    index = np.arange(count) + 0.5
    z = -index / count
    turn = np.pi * (1 + np.sqrt(5)) * index
    across = np.sqrt(1 - z**2)
    return np.stack([across * np.cos(turn), across * np.sin(turn), z], axis=1)


def _frame(x: np.ndarray) -> np.ndarray:
    """Axes of which the first is x; the third is as near the back of the hand as can be."""
    back = np.array([0.0, 0.0, 1.0]) if abs(x[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    z = back - x * (back @ x)
    z /= np.linalg.norm(z)
    return np.stack([x, np.cross(z, x), z], axis=1)
