"""Plans that come with the package: one for every object of the catalogue and hands of both sides
and three sizes, as ``prehensile grasp NAME`` asks by default.

They do not depend on the code that made them: a shipped plan is tried by playing it, and what the
play does not bear out is dropped. Made by ``tools/make_plans.py``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.control.attempt.attempt import DEFAULT_ASK, Ask
from prehensile.control.attempt.plan import Plan, plan_from_json
from prehensile.errors import InputError, PrehensileError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened
from prehensile.hand.hand import Hand
from prehensile.hand.spec import SIDES, HandSpec
from prehensile.world.objects.object import Object

SCHEMA = "prehensile.plans/1"
KIND = "plans"
"""Kind under which `files.opened` knows these files."""
FILE = "data/plans.json"
"""In ``control``"""
SIZES = (5, 50, 95)
"""Percentiles of the hands"""
HANDS = {f"{side}:p{size}": (side, size) for side in SIDES for size in SIZES}
"""By the words of ``--hand``"""
CLOSE = 1e-6
"""Relative: numbers of the same thing on another machine differ by less"""


@dataclass(frozen=True)
class PlanBook:
    """Plans of named objects for the hands `HANDS`."""

    objects: Mapping[str, Sequence[float]]
    """name → `object_print`"""
    plans: Mapping[str, Mapping[str, Any]]
    """name and hand, "mug right:p50" → its row: ``plan``, None if the search managed nothing;
    ``verdict`` and ``code``, of what was planned and by what"""
    about: Mapping[str, Any]
    """command, seed, commit and date that made them"""

    def plan(self, obj: Object, hand: Hand) -> Plan | None:
        """For an object and a hand, if they are among those that were planned for."""
        size = hand_name(hand)
        if size is None:
            return None
        here = object_print(obj)
        for name, there in self.objects.items():
            if len(here) == len(there) and np.allclose(here, there, rtol=CLOSE, atol=1e-9):
                data = self.plans.get(f"{name} {size}", {}).get("plan")
                return _plan(data)
        return None

    def to_json(self) -> dict[str, Any]:
        """What its file holds."""
        objects = {name: list(numbers) for name, numbers in self.objects.items()}
        return {"schema": SCHEMA, **self.about, "objects": objects, "plans": dict(self.plans)}


def read_plans(path: str | Path) -> PlanBook:
    """A file that `PlanBook.to_json` wrote.

    Raises:
        FileError: it cannot be read, or is another version.
    """
    with opened(path, KIND) as file:
        found = parse_json(file.read())
        if not isinstance(found, dict) or found.pop("schema", None) != SCHEMA:
            raise InputError(f"its schema is not {SCHEMA!r}")
        objects = {str(k): [float(v) for v in numbers] for k, numbers in found["objects"].items()}
        plans = {str(key): dict(row) for key, row in found["plans"].items()}
        about = {k: v for k, v in found.items() if k not in ("objects", "plans")}
    return PlanBook(objects, plans, about)


def shipped_plan(obj: Object, hand: Hand, ask: Ask) -> Plan | None:
    """The shipped plan, if one asks as everybody does; how what was held is put down is free."""
    plain = ask._replace(put=None, progress=None, tell=None)
    if plain != DEFAULT_ASK:
        return None
    return shipped_plans().plan(obj, hand)


@cache
def shipped_plans() -> PlanBook:
    """Those of the package; none where they cannot be read: what they are for is planned then."""
    try:
        with resources.as_file(resources.files("prehensile.control").joinpath(FILE)) as path:
            return read_plans(path)
    except PrehensileError:
        return PlanBook({}, {}, {})


def hand_name(hand: Hand) -> str | None:
    """Which of `HANDS` it is; None if it is none of them."""
    spec = hand.spec
    if not isinstance(spec, HandSpec):
        return None
    mine = _hand_print(spec)
    for name, (side, size) in HANDS.items():
        if side == spec.side and np.allclose(
            mine, _hand_print(HandSpec.at_percentile(size, spec.side)), rtol=CLOSE, atol=1e-9
        ):
            return name
    return None


def object_print(obj: Object) -> list[float]:
    """Numbers that tell an object from others: what it weighs, how it rubs, its size and shape,
    and what it turns on.
    """
    numbers = [
        *(obj.mass, len(obj.vertices), len(obj.faces), len(obj.parts)),
        *obj.friction,
        *obj.vertices.min(0),
        *obj.vertices.max(0),
        *obj.com,
        *obj.inertia.ravel(),
    ]
    if (mount := obj.mount) is not None:
        numbers += [*mount.axis, *mount.point, mount.friction_torque, mount.damping]
    return [float(number) for number in numbers]


def _hand_print(spec: HandSpec) -> np.ndarray:
    shape = spec.bone_lengths.ravel(), [spec.breadth], spec.root_shift.ravel(), spec.middle_offset
    return np.concatenate([*shape, spec.lower, spec.upper, spec.stiffness, spec.damping, spec.rest])


def _plan(data: Any) -> Plan | None:
    if data is None:
        return None
    try:
        return plan_from_json(data)
    except (PrehensileError, KeyError, TypeError, ValueError):  # of another version
        return None
