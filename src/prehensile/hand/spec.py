"""`HandSpec`: which hand, as numbers that fit in a line of JSON."""

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.frozen import frozen
from prehensile.hand.anthropometry import BONES, percentile_lengths, sampled_lengths
from prehensile.hand.joints import DIGITS, JOINT_NAMES, joint_array

if TYPE_CHECKING:
    from prehensile.hand.hand import Hand

Side = Literal["right", "left"]
SIDES = ("right", "left")
SCHEMA = "prehensile.hand/1"

SHORTEST_BONE, LONGEST_BONE = 0.001, 0.15
"""[m] Anything outside is a slip of units."""
NARROWEST_HAND, WIDEST_HAND = 0.03, 0.2
"""[m]"""
FARTHEST_SHIFT, LARGEST_OFFSET = 0.04, 0.01
"""[m] How far one person's joints may lie from where everybody's do."""


@dataclass(frozen=True, eq=False)
class HandSpec:
    """Everything that makes one person's hand: resolved numbers, no references to tables.

    Make one with :meth:`mean`, :meth:`at_percentile`, :meth:`sample` or explicit lengths, then
    :meth:`build` it.
    """

    side: Side
    bone_lengths: np.ndarray
    """(5, 5) [m], rows thumb to little, columns metacarpal, proximal, intermediate, distal,
    tip_tissue; the thumb has no intermediate bone (0)."""
    breadth: float
    """[m] across the knuckles"""
    lower: np.ndarray = field(default_factory=lambda: joint_array("lower"))
    """(23,) [rad] joint limits in the order of JOINT_NAMES"""
    upper: np.ndarray = field(default_factory=lambda: joint_array("upper"))
    """(23,) [rad]"""
    stiffness: np.ndarray = field(default_factory=lambda: joint_array("stiffness"))
    """(23,) [Nm/rad] passive tissue springs; active stiffness belongs to the Command"""
    damping: np.ndarray = field(default_factory=lambda: joint_array("damping"))
    """(23,) [Nms/rad]"""
    rest: np.ndarray = field(default_factory=lambda: joint_array("rest"))
    """(23,) [rad] the relaxed hand"""
    root_shift: np.ndarray = field(default_factory=lambda: np.zeros((5, 3)))
    """(5, 3) [m] how far the thumb's saddle joint and the knuckles lie from where the breadth and
    the metacarpals put them, in a right hand's palm frame"""
    middle_offset: np.ndarray = field(default_factory=lambda: np.zeros(5))
    """(5,) [m] how far each digit's middle hinge (the PIP joint, the thumb's MP joint) lies beside
    the plane it bends in, along the hinge's axis, in a right hand; no motion depends on it"""

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise UnknownNameError("hand side", str(self.side), SIDES)
        shapes = {"bone_lengths": (5, 5), **_OWN_SHAPE, **{name: (23,) for name in _PER_JOINT}}
        for name, shape in shapes.items():
            array = frozen(getattr(self, name), np.float64, shape, f"HandSpec.{name}")
            object.__setattr__(self, name, array)
        breadth = frozen(self.breadth, np.float64, (), "HandSpec.breadth")
        object.__setattr__(self, "breadth", float(breadth))
        self._check_sizes()
        bad = [JOINT_NAMES[i] for i in np.flatnonzero(self.lower >= self.upper)]
        if bad:
            raise InputError(f"lower limit is not below the upper one for {', '.join(bad)}.")
        if (self.stiffness < 0).any() or (self.damping < 0).any():
            raise InputError("passive stiffness and damping must not be negative.")

    def _check_sizes(self) -> None:
        for i, digit in enumerate(DIGITS):
            for j, bone in enumerate(BONES):
                value = self.bone_lengths[i, j]
                if digit == "thumb" and bone == "intermediate":
                    if value != 0:
                        raise InputError(
                            "the thumb has no intermediate bone: its length must be 0."
                        )
                elif not SHORTEST_BONE <= value <= LONGEST_BONE:
                    raise InputError(
                        f"{digit} {bone} is {value:g} m long; bones are "
                        f"{SHORTEST_BONE:g} to {LONGEST_BONE:g} m (are these millimetres?)."
                    )
        if not NARROWEST_HAND <= self.breadth <= WIDEST_HAND:
            raise InputError(
                f"hand breadth is {self.breadth:g} m; expected {NARROWEST_HAND:g} to "
                f"{WIDEST_HAND:g} m (are these millimetres?)."
            )
        if not (self.root_shift.any() or self.middle_offset.any()):
            return
        for k, digit in enumerate(DIGITS):
            shift, beside = np.linalg.norm(self.root_shift[k]), abs(self.middle_offset[k])
            if shift > FARTHEST_SHIFT or beside > LARGEST_OFFSET:
                raise InputError(
                    f"the {digit}'s root is shifted by {shift:.3g} m and its middle joint lies "
                    f"{beside:.3g} m off its plane; expected at most {FARTHEST_SHIFT:g} and "
                    f"{LARGEST_OFFSET:g} m."
                )

    @classmethod
    def mean(cls, side: Side = "right") -> Self:
        """The hand of the mean adult."""
        return cls.at_percentile(50, side)

    @classmethod
    def at_percentile(cls, percentile: float, side: Side = "right") -> Self:
        """Every bone and the breadth at one percentile of adults.

        All at once is rarer than one alone: a p95 hand is longer than 95 % of hands.
        """
        return cls(side, *percentile_lengths(percentile))

    @classmethod
    def sample(cls, rng: np.random.Generator | int, side: Side = "right") -> Self:
        """A random adult: one size factor plus independent residuals. Same seed, same hand."""
        if isinstance(rng, int) and rng < 0:
            raise InputError(f"seed is {rng}; give a whole number from 0 up.")
        return cls(side, *sampled_lengths(np.random.default_rng(rng)))

    def mirrored(self) -> Self:
        """The other hand of the same person."""
        return replace(self, side="left" if self.side == "right" else "right")

    def has_shape_of(self, other: object) -> bool:
        """Whether both are of one side and size; tissue and joint limits may differ."""
        return (
            isinstance(other, HandSpec)
            and (self.side, self.breadth)
            == (
                other.side,
                other.breadth,
            )
            and all(
                np.array_equal(getattr(self, name), getattr(other, name))
                for name in ("bone_lengths", *_OWN_SHAPE)
            )
        )

    def build(self) -> "Hand":
        """The immutable hand these numbers describe."""
        from prehensile.hand.hand import Hand

        return Hand(self)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able description from which :meth:`from_json` makes an equal spec."""
        own = (name for name in _OWN_SHAPE if getattr(self, name).any())
        names = ("bone_lengths", *_PER_JOINT, *own)
        arrays = {name: getattr(self, name).tolist() for name in names}
        return {"kind": SCHEMA, "side": self.side, "breadth": self.breadth, **arrays}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read :meth:`to_json`'s result. Numbers only: safe on a stranger's file."""
        if not isinstance(data, dict) or data.get("kind") != SCHEMA:
            found = data.get("kind") if isinstance(data, dict) else type(data).__name__
            raise InputError(f"not a hand description: kind is {found!r}, expected {SCHEMA!r}.")
        names = ("side", "breadth", "bone_lengths", *_PER_JOINT)
        missing = [name for name in names if name not in data]
        if missing:
            raise InputError(f"hand description lacks {', '.join(missing)}.")
        try:
            return cls(**{n: data[n] for n in (*names, *(n for n in _OWN_SHAPE if n in data))})
        except TypeError:  # an unhashable side
            raise InputError(f"hand side is {data['side']!r}; expected right or left.") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandSpec) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_json(), sort_keys=True))


_PER_JOINT = ("lower", "upper", "stiffness", "damping", "rest")
_OWN_SHAPE = {"root_shift": (5, 3), "middle_offset": (5,)}
"""What most hands leave at zero; written only where it is not."""
