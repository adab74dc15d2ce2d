"""`Plan`: the way of grasping that was chosen, as JSON that keeps every bit of a number."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.attempt.attempt import Attempt
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import ON, On
from prehensile.errors import InputError

SAID = ("rehearsed", "played", "fallback")
"""What a clip says of how its grasp was found"""
SHAPES = {"T_object_palm": (4, 4), "T_object_forearm": (4, 4), "approach": (3,)}
"""of a candidate's arrays that are as large for every hand"""
PER_JOINT = ("q_open", "q_shaped", "q_closed", "shut", "presses")
"""Arrays with a number for every joint"""


class Plan(NamedTuple):
    """The way that was chosen."""

    candidate: Candidate
    controller: str
    style: str
    """name of the example's; empty for the sequence"""
    on: On
    said: dict[str, Any]
    """of the clip's `SAID`"""
    human: bool = False
    """whether it looked as a person does it"""
    fingers: tuple[str, ...] = ()
    """digits of the style that take part; all of them if empty"""

    def promised(self, attempt: Attempt) -> bool:
        """Whether a play of it is what it was: the job done, as wanted, and as human."""
        return attempt.managed and attempt.met and (attempt.human or not self.human)


def plan_of(attempt: Attempt) -> Plan:
    """The way of an attempt."""
    meta = attempt.clip.meta
    said = {name: meta[name] for name in SAID if name in meta}
    style = meta.get("example", "")
    human, fingers = bool(attempt.human), tuple(meta.get("fingers", ())) if style else ()
    return Plan(attempt.candidate, meta["controller"], style, meta["on"], said, human, fingers)


def plan_to_json(plan: Plan) -> dict[str, Any]:
    """As JSON can hold it; numbers come back to the last bit."""
    way = plan.candidate
    candidate = {field.name: _plain(getattr(way, field.name)) for field in fields(way)}
    return plan._asdict() | {"candidate": candidate}


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    """What `plan_to_json` wrote.

    Raises:
        InputError: numbers that no placement has.
        KeyError, TypeError, ValueError: no plan.
    """
    read = dict(data)
    way = {name: _array(value) for name, value in read.pop("candidate").items()}
    way["touched"] = np.reshape(way["touched"], (-1, 3))  # none at all have no shape in JSON
    fingers = tuple(str(digit) for digit in read.pop("fingers", ()))
    plan = Plan(Candidate(**way), **read, fingers=fingers)
    _check(plan)
    return plan


def _check(plan: Plan) -> None:
    way = plan.candidate
    joints = np.shape(way.q_open)
    shapes = SHAPES | dict.fromkeys(PER_JOINT, joints) | {"touched": np.shape(way.touched)}
    for name, shape in shapes.items():
        value = np.asarray(getattr(way, name))
        if value.dtype.kind not in "bif" or value.shape != shape or len(joints) != 1:
            raise InputError(f"{name} of a plan has the shape {value.shape}; expected {shape}")
        if not np.isfinite(value).all():
            raise InputError(f"{name} of a plan must be finite")
    if plan.on not in ON or not isinstance(plan.said, dict):
        raise InputError("a plan says what the object rests on, and how it was found")


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _array(value: Any) -> Any:
    """Lists of numbers are arrays, others tuples."""
    if not isinstance(value, list):
        return value
    array = np.array(value)
    return array if array.dtype.kind in "bif" else tuple(value)
