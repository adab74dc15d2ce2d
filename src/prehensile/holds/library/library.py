"""`HoldLibrary`: grasps that were found before, asked in well under a millisecond."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened
from prehensile.hand.hand import Hand
from prehensile.holds.kinds.hold import Hold, unit_direction
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.holds.optimise.result import HoldResult
from prehensile.lie import so3

SCHEMA = "prehensile.holds/1"
KIND = "hold_library"
"""Kind under which `files.opened` knows these files."""
LIMB = 0.1
"""What a degree by which the limb must turn counts, in degrees between the pulls"""


class LibraryGrasp(NamedTuple):
    """The answer to a query."""

    grasp: HoldGrasp
    """where the hand goes; its ``via`` is the approach"""
    strength: float
    """[N] borne when it was tried"""
    direction: np.ndarray
    """(3,) unit: for which it was tried"""
    off: float
    """[rad] between that and what was asked"""


@dataclass(frozen=True, eq=False)
class HoldLibrary:
    """Grasps by hold; made by ``tools/make_hold_library.py``."""

    entries: Mapping[str, tuple[HoldResult, ...]]
    """kind of hold → what was found for it"""
    grips: Mapping[str, np.ndarray]
    """kind → (3,) [m] where its fingers went"""
    hand: Mapping[str, Any]
    """spec of the hand, as JSON"""
    command: str = ""
    """that made it"""

    def __post_init__(self) -> None:
        tables = {
            kind: (
                np.stack([r.direction for r in found]),
                so3.from_quat(np.stack([r.grasp.forearm[3:] for r in found]))[:, :, 0],
            )
            for kind, found in self.entries.items()
        }
        object.__setattr__(self, "_tables", tables)

    def check_hand(self, hand: Hand) -> None:
        """Refuse another hand than the one that was tried.

        Raises:
            InputError: it is another one.
        """
        if hand.spec.to_json() != self.hand:
            raise InputError(
                "the library of holds was made with another hand; prehensile holds optimise finds "
                "grasps for the mean right hand."
            )

    def query(
        self,
        hold: Hold | str,
        direction: ArrayLike | None = None,
        limb: np.ndarray | None = None,
    ) -> LibraryGrasp:
        """The grasp for a pull and a limb.

        A hold drawn from a seed gets its kind's grasp, moved to where its fingers go.

        Args:
            hold: a `Hold`, or the name of a kind.
            direction: (3,) of the load; the first that the kind was tried with by default.
            limb: (7,) where the forearm is now: grasps for which it turns less are preferred.

        Raises:
            UnknownNameError: no such kind.
            InputError: a direction that is zero or not finite.
        """
        kind = hold if isinstance(hold, str) else hold.kind
        if kind not in self.entries:
            raise UnknownNameError("hold in the library", kind, self.entries)
        found = self.entries[kind]
        directions, axes = self._tables[kind]  # pyright: ignore[reportAttributeAccessIssue]
        way = found[0].direction if direction is None else unit_direction(direction)
        off = np.arccos(np.clip(directions @ way, -1.0, 1.0))
        cost = off
        if limb is not None:
            axis = so3.from_quat(np.asarray(limb, dtype=float)[3:])[:, 0]
            cost = off + LIMB * np.arccos(np.clip(axes @ axis, -1.0, 1.0))
        k = int(np.argmin(cost))
        best = found[k]
        grasp = best.grasp
        if not isinstance(hold, str) and hold.seed is not None:
            grasp = moved(grasp, hold.grip - self.grips[kind])
        return LibraryGrasp(grasp, best.strength, best.direction, float(off[k]))

    def to_json(self) -> dict[str, Any]:
        """What its file holds."""
        return {
            "schema": SCHEMA,
            "command": self.command,
            "hand": dict(self.hand),
            "grips": {kind: grip.tolist() for kind, grip in self.grips.items()},
            "entries": {k: [r.to_json() for r in found] for k, found in self.entries.items()},
        }

    @classmethod
    def from_json(cls, found: Any) -> "HoldLibrary":
        """What `to_json` made.

        Raises:
            InputError: another version, or no library.
        """
        if not isinstance(found, dict) or found.get("schema") != SCHEMA:
            said = found.get("schema") if isinstance(found, dict) else None
            raise InputError(f"its schema is {said!r}; this version reads {SCHEMA!r}")
        entries = {
            kind: tuple(HoldResult.from_json(r) for r in results)
            for kind, results in found["entries"].items()
        }
        grips = {kind: np.array(grip, dtype=float) for kind, grip in found["grips"].items()}
        return cls(entries, grips, found["hand"], found["command"])


def moved(grasp: HoldGrasp, by: np.ndarray) -> HoldGrasp:
    """The same grasp, ``by`` (3,) [m] elsewhere."""
    shift = np.concatenate([by, np.zeros(4)])
    return HoldGrasp(grasp.forearm + shift, grasp.q, grasp.via + shift, grasp.q_open)


def make_library(
    holds: Sequence[Hold], results: Sequence[HoldResult], hand: Hand, command: str
) -> HoldLibrary:
    """A library of what was found for the standard holds."""
    by_kind = {h.kind: tuple(r for r in results if r.hold == h.name) for h in holds}
    grips = {h.kind: h.grip for h in holds}
    return HoldLibrary(by_kind, grips, hand.spec.to_json(), command)


def read_library(path: str | Path) -> HoldLibrary:
    """A library from a file.

    Raises:
        FileError: missing, damaged, or of another version.
    """
    with opened(path, KIND) as file:
        return HoldLibrary.from_json(parse_json(file.read()))


@cache
def shipped_library() -> HoldLibrary:
    """The package's own, for the mean right hand."""
    with resources.as_file(resources.files("prehensile.holds") / "data" / "library.json") as path:
        return read_library(path)
