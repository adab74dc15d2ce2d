"""How many of six ways of taking a thing are held, and differ as a person would say they do."""

from collections.abc import Sequence

import numpy as np

from prehensile.bench.grasps.came_from import came_from, degrees_between
from prehensile.bench.grasps.one_grasp import note
from prehensile.bench.grasps.rows import Row
from prehensile.bench.grasps.thing import Thing
from prehensile.control.attempt.cost import cpu_seconds
from prehensile.control.attempt.kept_plans import planned_anew
from prehensile.control.ways import ways
from prehensile.errors import PrehensileError
from prehensile.motion.clip import Clip
from prehensile.quality.judge.grip_forces import grip_forces
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.likeness import FINGER_FORCE, middle_of_hold

ASKED = 6
APART, TURNED = 0.03, 40.0
"""[m] between the middles of the contact, and [degrees] between the approaches, of ways that differ
"""


def measured_ways(which: str, thing: Thing) -> Row:
    """Ask for six."""
    row = note(f"ways {which}", thing.name)
    try:
        obj = thing.load()
        began = cpu_seconds()
        with planned_anew():
            clips = ways(obj, n=ASKED)
    except PrehensileError as error:
        return row | {"ways": 0, "line": str(error)}
    held = [clip for clip in clips if judge_held(clip, obj.name).held]
    spent = round(cpu_seconds() - began, 3)
    return row | {"ways": different(held, obj.name), "held": len(held), "cpu_s": spent}


def different(clips: Sequence[Clip], body: str) -> int:
    """How many of the clips differ, each from all that were counted before it."""
    counted: list[tuple[np.ndarray, np.ndarray, frozenset[str]]] = []
    for clip in clips:
        middle, came, fingers = _way(clip, body)
        if all(
            np.linalg.norm(middle - m) >= APART
            or degrees_between(came, c) >= TURNED
            or fingers != f
            for m, c, f in counted
        ):
            counted.append((middle, came, fingers))
    return len(counted)


def _way(clip: Clip, body: str) -> tuple[np.ndarray, np.ndarray, frozenset[str]]:
    """(3,) [m] middle of the force in the object's frame, (3,) where the hand came from, and which
    digits press.
    """
    grip = grip_forces(clip, body, middle_of_hold(clip))
    middle = grip.force @ grip.pos / max(grip.total, 1e-9)
    pressing = frozenset(name for name, force in grip.by_group.items() if force >= FINGER_FORCE)
    return middle, came_from(clip), pressing
