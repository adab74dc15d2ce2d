"""Tasks by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.tasks.ball import BALL, BallTask
from prehensile.manipulate.tasks.dial import DIAL, DialTask
from prehensile.manipulate.tasks.task import Task

MAKERS: Mapping[str, Callable[[Hand, Configuration], Task]] = MappingProxyType(
    {"dial": DialTask, "ball": BallTask}
)
NUMBERS: Mapping[str, Configuration] = MappingProxyType({"dial": DIAL, "ball": BALL})
"""what each task is learned with unless it is said otherwise"""


STYLES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "short": {"longest": 0.3},
        "three-fingers": {"longest": 1.5, "participate": ("thumb", "index", "middle")},
    }
)
"""variations of 3.4.3: many short cycles, and one long one of three fingers"""


def styled(configuration: Configuration, style: str) -> Configuration:
    """A task's numbers, changed for a style.

    Raises:
        UnknownNameError: there is no such style.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    return configuration.changed(**STYLES[style])


def task_named(
    name: str, hand: Hand | None = None, configuration: Configuration | None = None
) -> Task:
    """One of them, for a hand, with its own numbers or others.

    Raises:
        UnknownNameError: there is no such task.
    """
    if name not in MAKERS:
        raise UnknownNameError("task", name, MAKERS)
    return MAKERS[name](hand or Hand(), configuration or NUMBERS[name])
