"""From a marker's name to its place on the hand, by the words in ``data/markers.toml``.

A file of your own adds names or overrules them::

    [markers]
    RIDX3 = "index_tip"            # another name that is understood
    M17 = {segment = "wrist", along = 0.4, across = 0.5, out = 1.0, spread = [10, 10, 5]}  # mm
    back_top = "none"              # not on the hand
"""

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_toml
from prehensile.files.opened import opened
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, SEGMENT_NAMES, WEBXR_DIGIT
from prehensile.hand.skeleton import KNUCKLE_Y_OF_BREADTH
from prehensile.hand.spec import Side
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.motion.mocap.digit_names import words_of

MILLIMETRE = 1e-3
_KEYS = ("segment", "along", "across", "out", "spread")


class MarkerPlaces(NamedTuple):
    """What a recording's names mean."""

    sites: dict[str, MarkerSite]
    """markers on the hand, in the recording's order"""
    unmapped: tuple[str, ...]
    """markers whose names say no place on a hand"""
    side: Side | None
    """what the names say of it, if anything"""


def marker_places(
    names: tuple[str, ...], side: Side | None = None, own: dict[str, Any] | None = None
) -> MarkerPlaces:
    """Sites of the markers that are on a hand.

    Args:
        names: all labels of a recording.
        side: takes only that hand's markers where names tell the sides apart.
        own: the table ``[markers]`` of a file of the user's.

    Raises:
        InputError: markers of both hands and no side asked for; a bad entry of ``own``.
        UnknownNameError: ``own`` names a marker that is not there.
    """
    own = {} if own is None else own
    for name in own:
        if name not in names:
            raise UnknownNameError("marker", name, names)
    found: dict[str, tuple[Side | None, MarkerSite]] = {}
    for name in names:
        entry = own.get(name, name)
        words = words_of(entry if isinstance(entry, str) else name)
        site = _own_site(name, entry) if isinstance(entry, dict) else _site(entry)
        if site is not None:
            found[name] = words.side, site
    sides: set[Side] = {one for one, _ in found.values() if one is not None}
    if len(sides) == 2 and side is None:
        raise InputError("there are markers of both hands: give side='right' or side='left'.")
    sites = {
        name: site for name, (one, site) in found.items() if side is None or one in (None, side)
    }
    told = side if side in sides else next(iter(sides), None)
    unmapped = tuple(name for name in names if name not in sites)
    return MarkerPlaces(sites, unmapped, told)


def read_marker_file(path: str | Path) -> dict[str, Any]:
    """The table ``[markers]`` of a TOML file.

    Raises:
        FileError: missing, too large, not TOML, or without that table.
    """
    with opened(path, "marker_names") as file:
        table = parse_toml(file.read()).get("markers")
        if not isinstance(table, dict) or not table:
            raise InputError("it has no table [markers] with lines such as M1 = 'index_tip'")
        return table


def _site(name: str) -> MarkerSite | None:
    """The place that a name's words mean, or None."""
    words, table = words_of(name), _table()
    kind = "palm" if words.digit is None else "thumb" if words.digit == "thumb" else "finger"
    word = next((word for word in words.rest if word in table[kind]), None)
    if word is None or any(w.startswith(("unlabel", "unknown")) for w in words.rest):
        return None
    entry = table[kind][word]
    spread = tuple(MILLIMETRE * value for value in entry["spread"])
    if words.digit is None:
        return MarkerSite(PALM, entry["along"], spread=spread)
    if entry["segment"] == "knuckle":
        return _knuckle(words.digit, spread)
    part = entry["segment"]
    middle = "-" if part == "metacarpal" else "-phalanx-"
    return MarkerSite(f"{WEBXR_DIGIT[words.digit]}{middle}{part}", entry["along"], spread=spread)


def _knuckle(finger: str, spread: tuple[float, ...]) -> MarkerSite:
    """Over a knuckle the skin stays with the palm."""
    hand = Hand()
    knuckle = hand.segment(f"{WEBXR_DIGIT[finger]}-phalanx-proximal").T_parent_rest[0, 3]
    across = 2 * KNUCKLE_Y_OF_BREADTH[finger]
    along = float(knuckle / hand.segment(PALM).length)
    return MarkerSite(PALM, along, across, 0.8, spread)  # pyright: ignore[reportArgumentType]


def _own_site(name: str, entry: dict[str, Any]) -> MarkerSite:
    for key in entry:
        if key not in _KEYS:
            raise UnknownNameError(f"key of marker {name}:", str(key), _KEYS)
    if entry.get("segment") not in SEGMENT_NAMES[1:]:
        raise UnknownNameError("segment", str(entry.get("segment")), SEGMENT_NAMES[1:])
    numbers = [entry.get("along", 0.5), entry.get("across", 0.0), entry.get("out", 1.0)]
    spread = entry.get("spread", [8, 4, 4])
    if not isinstance(spread, list) or len(spread) != 3:
        raise InputError(f"spread of marker {name} is {spread!r}; expected three lengths in mm.")
    if not all(isinstance(v, int | float) and abs(v) < 1e3 for v in [*numbers, *spread]):
        raise InputError(f"marker {name} holds something else than small numbers.")
    if min(spread) <= 0:
        raise InputError(f"spread of marker {name} is {spread}; expected lengths above 0 mm.")
    along, across, out = map(float, numbers)
    a, b, c = (MILLIMETRE * float(v) for v in spread)
    return MarkerSite(entry["segment"], along, across, out, (a, b, c))


@cache
def _table() -> dict[str, dict[str, Any]]:
    text = resources.files("prehensile.motion").joinpath("data", "markers.toml").read_text("utf-8")
    return tomllib.loads(text)
