"""Which joints of somebody else's hand make up which of ours: a small TOML table.

::

    side = "right"                          # if all its recordings are of one side
    [joints]
    index_mcp_flex = "FFJ2"                 # ours = theirs
    ring_mcp_abd = {RFJ3 = -1}              # with a sign or a scale
    thumb_cmc_flex = {THJ4 = 0.68, THJ3 = -0.26, offset = 0.11}   # a sum, [rad]
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_toml
from prehensile.files.opened import opened
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import SIDES

PACKAGED = ("adroit",)
OFFSET = "offset"


@dataclass(frozen=True)
class NameMap:
    """Our joints as sums of theirs."""

    name: str
    terms: dict[str, dict[str, float]]
    """our joint → their joint → factor"""
    offsets: dict[str, float]
    """our joint → [rad] added"""
    side: str | None = None

    @property
    def theirs(self) -> set[str]:
        """All joints of theirs that it uses."""
        return {name for sum_ in self.terms.values() for name in sum_}


OURS = NameMap("prehensile", {n: {n: 1.0} for n in JOINT_NAMES}, dict.fromkeys(JOINT_NAMES, 0.0))


def read_name_map(path: str | Path) -> NameMap:
    """Read a map from a TOML file, or a packaged one by its name (``adroit``).

    Raises:
        FileError: missing, too large, or not TOML.
        InputError: something in it does not fit; UnknownNameError: no joint of ours.
    """
    if str(path) in PACKAGED:
        file = resources.files("prehensile.motion").joinpath("data", f"{path}.toml")
        return _from(tomllib.loads(file.read_text("utf-8")), str(path))
    with opened(path, "joint_map") as file:
        data = parse_toml(file.read())
    return _from(data, str(path))


def map_for(names: Iterable[str]) -> NameMap:
    """The map that knows most of these names: ours, or a packaged one.

    Raises:
        InputError: none knows any.
    """
    names = set(names)
    maps = [OURS, *(read_name_map(name) for name in PACKAGED)]
    best = max(maps, key=lambda one: len(names & one.theirs))
    if not names & best.theirs:
        shown = ", ".join(sorted(names)[:6]) or "none"
        raise InputError(
            f"no name is a joint that we know ({shown}): name them as in "
            f"{', '.join(JOINT_NAMES[3:6])}, … or give a map (--names FILE.toml)."
        )
    return best


def _from(data: dict[str, Any], name: str) -> NameMap:
    joints, side = data.get("joints"), data.get("side")
    if not isinstance(joints, dict) or not joints:
        raise InputError(
            f"{name} has no table [joints] with lines such as index_mcp_flex = 'FFJ2'."
        )
    if side is not None and side not in SIDES:
        raise UnknownNameError("side", str(side), SIDES)
    terms: dict[str, dict[str, float]] = {}
    offsets: dict[str, float] = {}
    for ours, entry in joints.items():
        if ours not in JOINT_NAMES:
            raise UnknownNameError(f"joint in {name}:", ours, JOINT_NAMES)
        parts = {entry: 1.0} if isinstance(entry, str) else entry
        if not isinstance(parts, dict) or not all(
            isinstance(v, int | float) and not isinstance(v, bool) and abs(v) < 1e3
            for v in parts.values()
        ):
            raise InputError(f"{name}: {ours} must be a joint's name, or a table of factors.")
        offsets[ours] = float(parts.get(OFFSET, 0.0))
        terms[ours] = {k: float(v) for k, v in parts.items() if k != OFFSET}
        if not terms[ours]:
            raise InputError(f"{name}: {ours} names no joint.")
    return NameMap(name, terms, offsets, side)
