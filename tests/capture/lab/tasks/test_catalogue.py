"""The table of tasks: each can be loaded, and its sensors are in the room."""

from importlib import import_module

import numpy as np
import pytest

from prehensile.capture.lab.config import watcher
from prehensile.capture.lab.tasks.catalogue import TASKS, find_task, perform
from prehensile.errors import UnknownNameError


@pytest.mark.parametrize("name", TASKS)
def test_every_task_has_its_module_and_sensors(name):
    task = find_task(name)
    module = import_module(f"prehensile.capture.lab.tasks.{name}")
    assert callable(module.record) and task.contacts > 0 and task.about
    assert [watcher(sensor).sensor(sensor).name for sensor in task.sensors] == list(task.sensors)


def test_no_number_is_used_twice():
    assert {name: task.number for name, task in TASKS.items()} == {
        "explore": 1, "scratch": 2, "perturb": 3, "press": 4, "box": 5, "lift": 6, "bulb": 7,
        "tango": 8, "perturb_scratch": 9,
    }  # fmt: skip


def test_an_unknown_task_is_refused_before_anything_happens(subject):
    with pytest.raises(UnknownNameError, match="scratch"):
        find_task("scrach")
    with pytest.raises(UnknownNameError):
        perform("nix", subject, np.random.default_rng(0), 1, lambda done, total: None)
