"""What of a rehearsal would not look as a person does it: the rubric's items that its end shows.

`quality.judge.likeness` judges clips; a rehearsal keeps none. These are the same items in the same
bounds, read from the last observation and from where the object stood.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS
from prehensile.lie import se3
from prehensile.quality.judge.likeness import (
    ELBOW_ASIDE,
    ELBOW_BELOW,
    FINGER_FORCE,
    FROM_LIMIT,
    LEAST_LEVEL,
    MOVED,
    ON_ITSELF,
    PERSON,
    SMALL,
    THUMB_SHARE,
    TURNED,
    WRIST_DEVIATED,
    WRIST_FLEXED,
)
from prehensile.world.contacts import Contacts
from prehensile.world.objects.object import Object
from prehensile.world.observation import Observation


class Ending(NamedTuple):
    """The end of a rehearsal."""

    seen: Observation
    contacts: Contacts
    names: tuple[str, ...]
    """name table of the contacts"""
    moved: float
    """[m] of the object against the hand that closed on it, since it stood free"""
    turned: float
    """[rad] likewise"""


def faults(style: GraspStyle, hand: Hand, obj: Object, end: Ending) -> list[str]:
    """Items that are out of bounds, by the names that the rubric gives them."""
    return [name for name, ok in _items(style, hand, obj, end).items() if not ok]


def pressing_digits(seen: Observation) -> tuple[str, ...]:
    """Digits that press as hard as the rubric asks of those that a style chose, thumb to little."""
    return tuple(d for d, f in zip(DIGITS, seen.finger_force, strict=True) if f >= FINGER_FORCE)


def _items(style: GraspStyle, hand: Hand, obj: Object, end: Ending) -> dict[str, bool]:
    seen = end.seen
    on_it, palm = seen.finger_force, float(seen.palm_force)
    total = max(float(on_it.sum()) + palm, 1e-9)
    chosen = [DIGITS.index(f) for f in style.fingers if f != "thumb"]
    free = np.degrees(hand.upper - seen.q)
    flexes = [n.endswith("_flex") and n not in WRIST_JOINTS for n in hand.joint_names]
    bent = {n: abs(np.degrees(seen.q[hand.joint_index(n)])) for n in WRIST_JOINTS[:2]}
    return {
        "thumb": bool(on_it[0] >= THUMB_SHARE * total),
        "fingers": bool((on_it[chosen] >= FINGER_FORCE).all()),
        "self_force": _on_itself(end) <= ON_ITSELF * total,
        "undisturbed": 1e3 * end.moved <= MOVED and np.degrees(end.turned) <= TURNED,
        "limits": bool((free[flexes] >= FROM_LIMIT).all()),
        "wrist": bent["wrist_flex"] <= WRIST_FLEXED and bent["wrist_dev"] <= WRIST_DEVIATED,
        "forearm": _from_the_person(seen),
        "small": float(obj.extents.max()) >= SMALL or palm <= 0.0,
    }


def _on_itself(end: Ending) -> float:
    """[N] sum of the normal forces of the hand's segments on one another."""
    mine = np.array(["/" in name for name in end.names], dtype=bool)
    c = end.contacts
    return float(c.normal_force[mine[c.a] & mine[c.b]].sum())


def _from_the_person(seen: Observation) -> bool:
    elbow = -se3.from_pose7(seen.forearm)[:3, 0]
    if np.degrees(np.arcsin(np.clip(-elbow[2], -1, 1))) > ELBOW_BELOW:
        return False
    level = float(np.hypot(elbow[0], elbow[1]))
    if level < LEAST_LEVEL:
        return True
    ahead = float(elbow[:2] @ np.array(PERSON[:2])) / level
    return bool(ahead >= np.cos(np.radians(ELBOW_ASIDE)))
