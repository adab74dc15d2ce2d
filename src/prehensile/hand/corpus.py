"""Named poses: rest poses and grasps of the Feix taxonomy, with the object each is meant for.

The data were fitted to a mean right hand by ``tools/fit_poses.py``; joint angles carry over to other
sizes and, mirrored by construction, to left hands.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.pose import Pose


@dataclass(frozen=True)
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
    """Digits whose pads touch it."""


@dataclass(frozen=True)
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
    """(23,) [rad]"""
    object: GraspObject | None


@cache
def corpus() -> dict[str, CorpusPose]:
    """All named poses."""
    text = resources.files("prehensile.hand").joinpath("data/poses.json").read_text("utf-8")
    return {name: _read(name, entry) for name, entry in json.loads(text)["poses"].items()}


def corpus_pose(name: str) -> CorpusPose:
    """One entry by name."""
    try:
        return corpus()[name]
    except KeyError:
        raise UnknownNameError("pose", name, corpus()) from None


def named_pose(hand: Hand, name: str) -> Pose:
    """A corpus pose on a given hand."""
    return Pose(hand, corpus_pose(name).q)


_DIGIT_OF_LETTER = {"t": "thumb", "i": "index", "m": "middle", "r": "ring", "l": "little"}


def _read(name: str, entry: dict) -> CorpusPose:
    q = np.radians([entry["degrees"][j] for j in JOINT_NAMES])
    q.setflags(write=False)
    thing = None
    if "object" in entry:
        o = entry["object"]
        touch = tuple(_DIGIT_OF_LETTER[t] for t in o["touch"].split() if t in _DIGIT_OF_LETTER)
        axis = np.array(o["axis"])
        thing = GraspObject(
            o["shape"],
            tuple(1e-3 * v for v in o["size_mm"]),
            1e-3 * np.array(o["centre_mm"]),
            axis / np.linalg.norm(axis),
            touch,
        )
    return CorpusPose(name, entry["title"], entry["feix"], entry["kind"], entry["thumb"], q, thing)
