"""Frames of a Leap sensor as its recorder writes them: ``.json``, or packed as ``.json.lz``.

``{"metadata": …, "frames": [...]}``, or the list of frames alone. A frame is an object as the
sensor sends it (``timestamp`` [µs], ``hands``, ``pointables``), or a row: then the first frame is
the names of the columns, ``{"hands": [[names]]}`` where a cell is a list of rows itself.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.limits import MAX_FRAMES
from prehensile.files.lz_string import unpack_lz_string
from prehensile.files.opened import opened
from prehensile.hand.spec import SIDES
from prehensile.motion.mocap.imported import Imported
from prehensile.motion.mocap.keypoint_import import imported_leap_points
from prehensile.motion.mocap.options import ANY_SIDE, Options

MICROSECOND = 1e-6
POINTS = ("mcpPosition", "pipPosition", "dipPosition", ("btipPosition", "tipPosition"))
"""Of each digit from the palm outwards; of the tip the bone's end counts before the skin's."""


def import_file(path: Path, chosen: Options) -> Imported:
    """A hand that a Leap sensor saw; the one that it saw most, unless a side is asked for.

    Raises:
        FileError: missing, damaged, or no frames of a Leap.
        InputError: no hand, or not the one that was asked for.
    """
    time, hands = read_leap_json(path)
    seen = {side: int(np.isfinite(points[:, 0, 0, 0]).sum()) for side, points in hands.items()}
    side = max(seen, key=lambda one: seen[one]) if chosen.side == ANY_SIDE else chosen.side
    if side not in hands:
        raise InputError(f"it shows no {side} hand; there is {', '.join(hands)}.")
    others = [one for one in hands if one != side]
    notes = [f"its {one} hand is left out: --side {one} takes it" for one in others]
    return imported_leap_points(hands[side], time, chosen, side=side, notes=notes)


def read_leap_json(path: str | Path) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Times (T,) [s] and, for each side that was seen, points (T, 5, 4, 3) [mm], NaN where not.

    Safe on a stranger's file.

    Raises:
        FileError: missing, too large, damaged, or no frames of a Leap.
    """
    with opened(path, "leap") as file:
        data = file.read()
        text = unpack_lz_string(data) if Path(path).suffix.lower() == ".lz" else data
        frames = list(_frames(parse_json(text)))
        if not frames:
            raise InputError("it has no frame")
        time = np.array([_number(frame.get("timestamp"), "timestamp") for frame in frames])
        hands: dict[str, np.ndarray] = {}
        for k, frame in enumerate(frames):
            for side, points in _hands(frame):
                whole = hands.setdefault(side, np.full((len(frames), 5, 4, 3), np.nan))
                whole[k] = points
        if not hands:
            raise InputError("its frames show no hand with five fingers")
        return MICROSECOND * (time - time[0]), hands


def _frames(data: Any) -> Iterator[dict[str, Any]]:
    frames = data.get("frames") if isinstance(data, dict) else data
    if not isinstance(frames, list):
        raise InputError("it is no recording of a Leap: it has no list of frames")
    if len(frames) > MAX_FRAMES:
        raise InputError(f"it has {len(frames)} frames, at most {MAX_FRAMES} are read")
    if frames and isinstance(frames[0], list):
        names, *frames = frames
        frames = [_unpacked(names, row) for row in frames]
    for frame in frames:
        if not isinstance(frame, dict):
            raise InputError("one of its frames is no object")
        yield frame


def _unpacked(names: Any, row: Any) -> dict[str, Any]:
    """A row of cells as an object."""
    if not isinstance(names, list) or not isinstance(row, list):
        raise InputError("its frames are packed in a way that is not known")
    found: dict[str, Any] = {}
    for name, cell in zip(names, row, strict=False):
        if isinstance(name, str):
            found[name] = cell
        elif isinstance(name, dict) and len(name) == 1:
            (key, inner), *_ = name.items()
            several = isinstance(inner, list) and inner and isinstance(inner[0], list)
            if several and isinstance(cell, list):
                found[key] = [_unpacked(inner[0], one) for one in cell]
            elif not several:
                found[key] = _unpacked(inner, cell)
    return found


def _hands(frame: dict[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
    """Side and points (5, 4, 3) [mm] of each hand with five fingers."""
    hands, pointables = (frame.get(key) or [] for key in ("hands", "pointables"))
    if not isinstance(hands, list) or not isinstance(pointables, list):
        raise InputError("a frame's hands and pointables are no lists")
    for hand in hands:
        side = hand.get("type", "right")
        fingers = [p for p in pointables if p.get("handId") == hand.get("id") and not p.get("tool")]
        if all(isinstance(p.get("type"), int) for p in fingers):
            fingers.sort(key=lambda p: p["type"])
        else:  # older ones have none: a hand's fingers are numbered from the thumb on
            fingers.sort(key=lambda p: _number(p.get("id"), "id"))
        if side in SIDES and len(fingers) == 5:
            yield side, np.array([[_point(finger, key) for key in POINTS] for finger in fingers])


def _point(finger: dict[str, Any], key: str | tuple[str, ...]) -> list[float]:
    names = (key,) if isinstance(key, str) else key
    place = next((finger[name] for name in names if finger.get(name) is not None), None)
    if not isinstance(place, list) or len(place) != 3:
        raise InputError(f"a finger has no {names[0]}: Leap writes it from version 2 on")
    return [_number(value, names[0]) for value in place]


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e18:
        raise InputError(f"{what} is {value!r:.40}; expected a number")
    return float(value)
