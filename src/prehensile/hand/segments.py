"""Segments of the hand, named as in WebXR, and the groups that forces are summed over."""

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.frozen import read_only
from prehensile.hand.joints import DIGITS

PALM = "wrist"
"""WebXR's name of the palm's frame: origin at the wrist centre."""
FOREARM = "forearm"

WEBXR_DIGIT = {
    "thumb": "thumb",
    "index": "index-finger",
    "middle": "middle-finger",
    "ring": "ring-finger",
    "little": "pinky-finger",
}


def digit_segments(digit: str) -> tuple[str, ...]:
    """Moving segments of one digit from the root outwards."""
    if digit not in WEBXR_DIGIT:
        raise UnknownNameError("digit", digit, DIGITS)
    prefix = WEBXR_DIGIT[digit]
    if digit == "thumb":
        return (f"{prefix}-metacarpal", f"{prefix}-phalanx-proximal", f"{prefix}-phalanx-distal")
    return tuple(f"{prefix}-phalanx-{part}" for part in ("proximal", "intermediate", "distal"))


SEGMENT_NAMES: tuple[str, ...] = (
    FOREARM,
    PALM,
    *(segment for digit in DIGITS for segment in digit_segments(digit)),
)
GROUPS = (*DIGITS, "palm")
"""Contact groups. The thumb's metacarpal counts as thumb, the forearm as palm."""

GROUP_OF_SEGMENT: dict[str, str] = {
    FOREARM: "palm",
    PALM: "palm",
    **{segment: digit for digit in DIGITS for segment in digit_segments(digit)},
}


@lru_cache(maxsize=1024)
def group_of_segment(name: str) -> str:
    """The group of any segment by its name, those of loaded hands included."""
    for digit, prefix in WEBXR_DIGIT.items():
        if name.startswith(f"{prefix}-"):
            return digit
    return "palm"


TIP_SEGMENT = {digit: digit_segments(digit)[-1] for digit in DIGITS}


class _ReadOnlyArrays:
    """Base of frozen dataclasses whose arrays are read-only copies too."""

    def __post_init__(self) -> None:
        for f in fields(self):  # pyright: ignore[reportArgumentType]: subclasses are dataclasses
            value = getattr(self, f.name)
            if isinstance(value, np.ndarray):
                object.__setattr__(self, f.name, read_only(value.copy()))


@dataclass(frozen=True, eq=False)
class Capsule(_ReadOnlyArrays):
    """A collision capsule in its segment's frame."""

    start: np.ndarray
    """(3,) [m]"""
    end: np.ndarray
    """(3,) [m]"""
    radius: float
    """[m]"""


@dataclass(frozen=True, eq=False)
class Box(_ReadOnlyArrays):
    """A collision box aligned with its segment's frame."""

    centre: np.ndarray
    """(3,) [m]"""
    half: np.ndarray
    """(3,) [m] half sizes"""


@dataclass(frozen=True, eq=False)
class Solid(_ReadOnlyArrays):
    """A collision shape of a loaded hand, in its segment's frame; sizes as MuJoCo has them."""

    kind: str
    """sphere, capsule, cylinder, box, ellipsoid or hull"""
    pos: np.ndarray
    """(3,) [m]"""
    quat: np.ndarray
    """(4,) wxyz"""
    size: np.ndarray
    """(3,) [m]"""
    vertices: np.ndarray
    """(N, 3) [m] of a hull, at ``pos`` and ``quat`` too"""


@dataclass(frozen=True, eq=False)
class SegmentJoint(_ReadOnlyArrays):
    """One hinge between a segment and its parent; hinges of one segment share its origin."""

    name: str
    axis: np.ndarray
    """(3,) unit, in the segment's frame at zero angles"""


@dataclass(frozen=True, eq=False)
class Segment(_ReadOnlyArrays):
    """One rigid piece. Its frame: origin at the proximal joint, +x along the bone, +z out of the
    back, so −z is its palmar direction on either side of the body.
    """

    name: str
    group: str
    """one of GROUPS"""
    parent: str | None
    """None for the forearm, the root"""
    T_parent_rest: np.ndarray
    """(4, 4) this frame in the parent's, all joint angles zero"""
    joints: tuple[SegmentJoint, ...]
    """From the parent outwards: the first hinge turns the later ones."""
    length: float
    """[m] from this joint to the next, or to the tip"""
    radii: tuple[float, float]
    """[m] half breadth at base and head, for surfaces; collision uses the shapes"""
    shapes: tuple[Capsule | Box, ...]
    """what collides"""
    mass: float
    """[kg]"""
    com: np.ndarray
    """(3,) [m] centre of mass"""
    inertia: np.ndarray
    """(3, 3) [kg m²] about the centre of mass, axes of this frame"""
    pad: np.ndarray | None = None
    """(3,) [m] centre of the fingertip pad on the palmar surface; fingertips only"""

    @property
    def collides(self) -> tuple[Capsule | Box | Solid, ...]:
        """The exact collision shapes; a loaded hand's ``shapes`` are capsules that cover them."""
        return self.shapes

    @property
    def palmar(self) -> np.ndarray:
        """(3,) unit vector out of the palmar side, in the segment's frame."""
        return np.array([0.0, 0.0, -1.0])

    @property
    def back(self) -> np.ndarray:
        """(3,) unit vector out of the back (the nail side), in the segment's frame."""
        return np.array([0.0, 0.0, 1.0])


def joint_segment(joint: str) -> str:
    """The segment that a joint carries: the one just after it."""
    digit, _, which = joint.partition("_")
    order = ("cmc", "mp", "ip") if digit == "thumb" else ("mcp", "pip", "dip")
    return digit_segments(digit)[order.index(which)]
