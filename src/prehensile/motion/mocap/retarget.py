"""Joint angles by name, from anybody's joints to ours; what did not map is said."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.kinematics.ik.finger import COUPLING
from prehensile.motion.mocap.name_map import NameMap

LARGEST_RAD = 3.6
"""[rad] No joint of a hand turns this far (206 degrees): larger numbers are degrees."""


class Retargeted(NamedTuple):
    """Angles of our hand."""

    q: np.ndarray
    """(T, 23) [rad] within the hand's limits"""
    unmapped: tuple[str, ...]
    """their joints that make up none of ours"""
    missing: tuple[str, ...]
    """our joints that they do not have: relaxed, the last of a finger by θ_DIP = ⅔ θ_PIP"""
    beyond_deg: dict[str, float]
    """our joint → by how many degrees at most it left our limits, where they were cut"""


def retarget(hand: Hand, angles: Mapping[str, np.ndarray], names: NameMap) -> Retargeted:
    """Our joint angles from theirs.

    Args:
        hand: that the angles are for.
        angles: their joint → (T,) [rad].
        names: which is which.

    Raises:
        InputError: nothing maps; numbers that are not finite.
    """
    if not any(name in names.theirs for name in angles):
        raise InputError(
            f"the map {names.name!r} knows none of the joints {', '.join(list(angles)[:6])}."
        )
    frames = len(next(iter(angles.values())))
    for name, column in angles.items():
        if not np.isfinite(column).all():
            raise InputError(f"the joint {name} holds a number that is not finite.")
    q = np.tile(hand.spec.rest, (frames, 1))
    missing = []
    for k, joint in enumerate(hand.joint_names):
        parts = names.terms.get(joint, {})
        if parts and all(name in angles for name in parts):
            q[:, k] = names.offsets[joint] + sum(
                factor * angles[name] for name, factor in parts.items()
            )
        else:
            missing.append(joint)
    for finger in FINGERS:
        last, before = (
            hand.joint_index(f"{finger}_dip_flex"),
            hand.joint_index(f"{finger}_pip_flex"),
        )
        if hand.joint_names[last] in missing:
            q[:, last] = COUPLING * q[:, before]
    cut = np.clip(q, hand.lower, hand.upper)
    beyond = np.degrees(np.abs(q - cut).max(0))
    used = {name for j in names.terms if j not in missing for name in names.terms[j]}
    return Retargeted(
        q=cut,
        unmapped=tuple(name for name in angles if name not in used),
        missing=tuple(missing),
        beyond_deg={
            joint: float(beyond[k]) for k, joint in enumerate(hand.joint_names) if beyond[k] > 0.05
        },
    )


def radians_of(
    angles: Mapping[str, np.ndarray], unit: str | None
) -> tuple[dict[str, np.ndarray], str]:
    """Angles in radians, and what they were: ``rad`` or ``deg``.

    Args:
        angles: name → (T,).
        unit: ``rad``, ``deg``, or None to find out: beyond LARGEST_RAD they are degrees.

    Raises:
        InputError: said to be radians, but no hand turns so far.
    """
    name, largest = "", 0.0
    for one, column in angles.items():
        most = float(np.nanmax(np.abs(column), initial=0.0))
        if most > largest:
            name, largest = one, most
    if unit == "rad" and largest > LARGEST_RAD:
        raise InputError(
            f"{name} reaches {largest:.4g} rad, which is {np.degrees(largest):.0f} degrees: these "
            "are degrees, not radians. Say --unit deg."
        )
    found = unit or ("deg" if largest > LARGEST_RAD else "rad")
    if found == "deg" and largest > 400:
        raise InputError(f"{name} reaches {largest:.4g} degrees; no joint of a hand turns so far.")
    scale = np.pi / 180 if found == "deg" else 1.0
    return {one: scale * column for one, column in angles.items()}, found
