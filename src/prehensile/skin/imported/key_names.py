"""Poses that the names of shape keys say: ``index_pip_flex=80``, angles in degrees.

Several angles are separated by commas: ``index_mcp_abd=10, index_mcp_flex=60``. An angle is that
of our skeleton; ``+=`` counts from the bind pose instead, as an artist sees a bone turned there.
Joints that a name leaves out stand as in the bind pose. Case does not matter, nor do spaces and
hyphens for underscores, a degree sign, ``:``, ``_`` or a space for ``=``, and a last ``.R``.
"""

import re

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.joints import JOINT_NAMES

SYNTAX = "index_pip_flex=80 or index_mcp_abd=10,index_mcp_flex=60 (degrees)"
"""Names that say a pose, as messages show them."""
MOST_DEGREES = 180.0
"""Largest angle that a name may say, either way."""
LONGEST = 200
"""Most letters of a name; what is longer says no pose."""


def _spelt(joint: str) -> str:
    """A pattern of the ways in which people write a joint angle's name."""
    return joint.replace("little", "(?:little|pinky)").replace("_", "[ _-]?")


_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_ANGLE = rf"({'|'.join(map(_spelt, JOINT_NAMES))})(\s*\+=\s*|[=:_\s]*)({_NUMBER})\s*(?:°|deg)?"
_PAIR = re.compile(_ANGLE, re.IGNORECASE)
_POSE = re.compile(rf"\s*(?:{_ANGLE}[\s,;&_]*)+(?:[._ ]?(?:r|l|right|left))?\s*", re.IGNORECASE)
_MEANT = re.compile(rf"\s*([^=,]*[^=,+\s])\s*\+?=\s*{_NUMBER}")
"""A word, an equals sign and a number: a pose, or what is meant as one."""


def says_pose(name: str) -> bool:
    """Whether a shape key's name is that of a pose."""
    return len(name) <= LONGEST and _POSE.fullmatch(name) is not None


def key_pose(name: str, q_rest: np.ndarray) -> np.ndarray:
    """The pose (23,) [rad] that a key's name says, with all other joints as in ``q_rest`` (23,).

    Raises:
        UnknownNameError: it names an angle that hands do not have.
        InputError: it is no pose, says one angle twice, or one of more than half a turn.
    """
    if not says_pose(name):
        meant = _MEANT.findall(name[:LONGEST])
        wrong = [word for word in meant if not _PAIR.fullmatch(f"{word}=0")]
        if wrong:
            raise UnknownNameError(f"joint angle of the shape key {name!r}:", wrong[0], JOINT_NAMES)
        raise InputError(f"the shape key {name!r} says no pose; name it like {SYNTAX}.")
    q, said = np.array(q_rest, float), set[int]()
    for spelt, sign, number in _PAIR.findall(name):
        column = next(
            k for k, joint in enumerate(JOINT_NAMES) if re.fullmatch(_spelt(joint), spelt, re.I)
        )
        if column in said:
            raise InputError(f"the shape key {name!r} says {JOINT_NAMES[column]} twice.")
        said.add(column)
        degrees = float(number)
        if abs(degrees) > MOST_DEGREES:
            raise InputError(
                f"the shape key {name!r} turns {JOINT_NAMES[column]} by {degrees:g}°; give an "
                f"angle within {MOST_DEGREES:g}°."
            )
        q[column] = np.radians(degrees) + (q_rest[column] if "+" in sign else 0.0)
    return q
