"""The lab's tasks by name; what one needs is loaded when it is asked for."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.subject import EXPLORING, GRASPING, SCRATCHING, Subject
from prehensile.errors import UnknownNameError


class Task(NamedTuple):
    """One row."""

    number: int
    """part of every seed, so that tasks draw different subjects; never reused"""
    about: str
    table: Mapping[str, float]
    """[rad/Nm] compliances that subjects are drawn round"""
    contacts: int
    """touches of a session unless told otherwise"""
    sensors: tuple[str, ...]
    """of the configuration, that watch unless told otherwise"""
    subject_of: str = ""
    """another task whose subject of the same seed does this one too; its own if empty"""


TASKS: Mapping[str, Task] = MappingProxyType(
    {
        "explore": Task(
            1, "touch a plate with one finger, gently", EXPLORING, 60,
            ("markers", "torque_arm", "zebra", "fsr"),
        ),
        "scratch": Task(
            2, "press a plate with one finger and drag", SCRATCHING, 60,
            ("markers", "torque_arm", "zebra", "fsr"),
        ),
        "perturb": Task(
            3, "rest a finger on a platform that is let go", EXPLORING, 10,
            ("markers", "torque_arm", "zebra", "plank_pose"), "explore",
        ),
        "perturb_scratch": Task(
            9, "the same, pressing as for scratching", SCRATCHING, 10,
            ("markers", "torque_arm", "zebra", "plank_pose"), "scratch",
        ),
        "press": Task(
            4, "press a fingerpad on a plank", SCRATCHING, 38,
            ("markers", "torque_arm", "plank_pose"),
        ),
        "box": Task(
            5, "pick up the 12 g box with two to five fingers", GRASPING, 12,
            ("markers", "fsr", "box_pose"),
        ),
        "lift": Task(
            6, "lift a glass with five fingers", GRASPING, 12,
            ("markers", "fsr", "glass_pose"),
        ),
        "bulb": Task(
            7, "turn a bulb in its socket, grip by grip", GRASPING, 8,
            ("markers", "fsr", "bulb_pose"),
        ),
        "tango": Task(
            8, "turn the Tango, one finger after another", GRASPING, 8,
            ("markers", "tango", "tango_accelerometer"),
        ),
    }
)  # fmt: skip


def find_task(name: str) -> Task:
    """A task by name.

    Raises:
        UnknownNameError: there is no such task.
    """
    if name not in TASKS:
        raise UnknownNameError("task of the lab", name, TASKS)
    return TASKS[name]


def perform(
    name: str, subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Let a subject do a task.

    Args:
        name: of the task.
        subject: who.
        rng: draws what differs from touch to touch.
        contacts: how many touches.
        progress: told after each.
    """
    find_task(name)
    module = import_module(f"prehensile.capture.lab.tasks.{name}")
    return module.record(subject, rng, contacts, progress)
