"""Named poses: rest poses and grasps of the Feix taxonomy, with the object each is meant for.

The data were fitted to a mean right hand by ``tools/fit_poses.py``. The joint angles carry over to
other sizes and, as signs are anatomical, to left hands.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.frozen import frozen
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, JOINT_NAMES

if TYPE_CHECKING:
    from prehensile.hand.pose import Pose


@dataclass(frozen=True, eq=False)
class GraspObject:
    """The virtual object a grasp was fitted to, in the palm frame of a mean right hand."""

    shape: str
    """cylinder, sphere or disk"""
    size: tuple[float, ...]
    """[m] cylinder and disk: radius, half length; sphere: radius"""
    centre: np.ndarray
    """(3,) [m]"""
    axis: np.ndarray
    """(3,) unit: the cylinder's axis, the disk's normal"""
    touch: tuple[str, ...]
    """Digits that touch it, with the pad or another segment, thumb to little."""


@dataclass(frozen=True, eq=False)
class CorpusPose:
    """One entry of the corpus."""

    name: str
    title: str
    feix: int | None
    """Number in the Feix taxonomy; None for rest poses."""
    kind: str
    """rest, power, intermediate or precision"""
    thumb: str
    """abducted, adducted or none"""
    q: np.ndarray
    """(23,) [rad] in the order of JOINT_NAMES, read-only"""
    object: GraspObject | None
    """What it holds; None for rest poses and for thin things between the sides of fingers."""


@cache
def corpus() -> Mapping[str, CorpusPose]:
    """All named poses, by name; read-only."""
    text = resources.files("prehensile.hand").joinpath("data/poses.json").read_text("utf-8")
    poses = json.loads(text)["poses"]
    return MappingProxyType({name: _read(name, entry) for name, entry in poses.items()})


def corpus_pose(name: str) -> CorpusPose:
    """One entry by name.

    Raises:
        UnknownNameError: there is no such pose; the message lists all.
    """
    try:
        return corpus()[name]
    except KeyError:
        raise UnknownNameError("pose", name, corpus()) from None


def named_pose(hand: Hand, name: str) -> "Pose":
    """A corpus pose on a given hand.

    Raises:
        UnknownNameError: there is no such pose.
        InputError: this hand's own limits are narrower than the pose needs.
    """
    from prehensile.hand.pose import Pose  # here: most callers want the angles alone

    return Pose(hand, hand.transfer(corpus_pose(name).q))


def _read(name: str, entry: dict[str, Any]) -> CorpusPose:
    q = np.radians([entry["degrees"][j] for j in JOINT_NAMES])
    return CorpusPose(
        name=name,
        title=entry["title"],
        feix=entry["feix"],
        kind=entry["kind"],
        thumb=entry["thumb"],
        q=frozen(q, np.float64, (23,), f"q of {name}"),
        object=_read_object(entry["object"]) if "object" in entry else None,
    )


def _read_object(entry: dict[str, Any]) -> GraspObject:
    axis = np.array(entry["axis"])
    return GraspObject(
        shape=entry["shape"],
        size=tuple(1e-3 * v for v in entry["size_mm"]),
        centre=frozen(1e-3 * np.array(entry["centre_mm"]), np.float64, (3,), "centre"),
        axis=frozen(axis / np.linalg.norm(axis), np.float64, (3,), "axis"),
        # Words begin with the digit's letter: i its pad, i1 its first phalanx; p is the palm.
        touch=tuple(d for d in DIGITS if any(w[0] == d[0] for w in entry["touch"].split())),
    )
