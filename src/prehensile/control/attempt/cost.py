"""What planning costs: processor time apart from the play that is shown. Clips know nothing of it:
the same seed gives the same clip, however long it took.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import process_time
from typing import Any

WAY = ("style", "on", "pose", "played")
"""What in ``Clip.meta`` tells the plays of one grasp from each other"""


@dataclass
class Cost:
    """[s] of processor time that one grasp takes, filled in while it is planned."""

    plays: list[tuple[tuple[Any, ...], float]] = field(default_factory=list)
    """every full play: which it was, and how long it took"""
    whole: float = 0.0
    """everything"""
    first_held: bool = False
    """whether the first full play held it, whatever happened when it was put down"""

    def of_play(self, meta: Mapping[str, Any]) -> float:
        """The play that a clip shows, by its meta."""
        return next((spent for way, spent in reversed(self.plays) if way == _way(meta)), 0.0)

    def of_planning(self, meta: Mapping[str, Any]) -> float:
        """Search, rehearsals and the plays that the clip does not show."""
        return max(self.whole - self.of_play(meta), 0.0)


_cost: ContextVar[Cost | None] = ContextVar("cost", default=None)
"""Of the grasp that is measured; None if nobody asks."""


def cpu_seconds() -> float:
    """[s] of processor time that this process has taken so far, all its threads and those of its
    children that have ended.
    """
    children = os.times()
    return process_time() + children.children_user + children.children_system


@contextmanager
def cost_counted() -> Iterator[Cost]:
    """What is grasped within it is counted."""
    cost, began = Cost(), cpu_seconds()
    token = _cost.set(cost)
    try:
        yield cost
    finally:
        _cost.reset(token)
        cost.whole = cpu_seconds() - began


def note_play(meta: Mapping[str, Any], began: float) -> None:
    """A full play that began at that `cpu_seconds` is over."""
    if (cost := _cost.get()) is not None:
        cost.plays.append((_way(meta), cpu_seconds() - began))


def note_held(held: bool) -> None:
    """What came of the full play that was noted last."""
    if (cost := _cost.get()) is not None and len(cost.plays) == 1:
        cost.first_held = held


def _way(meta: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(meta.get(key) for key in WAY)
