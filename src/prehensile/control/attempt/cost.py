"""What planning costs: processor time apart from the play that is shown, noted in the clip."""

import os
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from time import process_time
from typing import ParamSpec

from prehensile.motion.clip import Clip
from prehensile.world.catalogue import load_object

P = ParamSpec("P")
PLAN, PLAY, PLAYS = "plan_cpu_s", "play_cpu_s", "plays"
"""Keys of ``Clip.meta``: [s] of search, rehearsals and plays that were not chosen; [s] of the play
that was; and how many there were"""
_plays: ContextVar[list[float] | None] = ContextVar("plays", default=None)
"""[s] of each full play of the grasp that is being planned; None outside of one"""


def cpu_seconds() -> float:
    """[s] of processor time that this process has taken so far, all its threads and those of its
    children that have ended.
    """
    children = os.times()
    return process_time() + children.children_user + children.children_system


def note_play(began: float) -> float:
    """[s] of a full play that began at that `cpu_seconds`; it counts as one of the grasp's."""
    spent = round(cpu_seconds() - began, 3)
    if (plays := _plays.get()) is not None:
        plays.append(spent)
    return spent


def planning_noted(grasp: Callable[P, Clip]) -> Callable[P, Clip]:
    """A function that grasps, its clips told what planning took (`PLAN`, `PLAYS`).

    What it grasps is loaded before the clock starts: reading a mesh and cutting it into convex
    parts is done once for an object, whatever grasps it.
    """

    @wraps(grasp)
    def noting(*args: P.args, **kwargs: P.kwargs) -> Clip:
        given = list(args)
        if given:
            given[0] = load_object(given[0])  # type: ignore[arg-type]
        elif "obj" in kwargs:
            kwargs["obj"] = load_object(kwargs["obj"])  # type: ignore[arg-type]
        plays: list[float] = []
        token, began = _plays.set(plays), cpu_seconds()
        try:
            clip = grasp(*given, **kwargs)  # type: ignore[call-arg]
        finally:
            _plays.reset(token)
        spent = cpu_seconds() - began - float(clip.meta.get(PLAY, 0.0))
        noted = {PLAN: round(max(spent, 0.0), 3), PLAYS: len(plays)}
        return replace(clip, meta=clip.meta | noted)

    return noting
