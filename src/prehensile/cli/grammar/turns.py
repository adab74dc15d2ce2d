"""How a thing is to be turned, as a user types it: ``90deg``, ``30deg about x``."""

import math
import re

import numpy as np

from prehensile.errors import InputError

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)"
TURN = re.compile(rf"\s*({NUMBER})\s*(deg|rad)\s*(?:about\s+(.+?)\s*)?")


def parse_turn(text: str) -> np.ndarray:
    """(3,) [rad] rotation vector, world axes: ``ANGLE [about AXIS]``.

    AXIS is x, y, z, or three numbers such as 1,0,-1; z, which is upright, if left out.

    Raises:
        InputError: something else.
    """
    match = TURN.fullmatch(text)
    axis = None if match is None else _axis(match[3] or "z")
    if match is None or axis is None:
        raise InputError(
            f"--goal is an angle such as 90deg, -1.5rad or '30deg about x', got {text!r}."
        )
    return float(match[1]) * (math.pi / 180 if match[2] == "deg" else 1.0) * axis


def _axis(text: str) -> np.ndarray | None:
    """(3,) unit; None where it is none."""
    if text in AXES:
        return np.array(AXES[text])
    parts = re.split(r"\s*,\s*", text)
    if len(parts) != 3 or not all(re.fullmatch(NUMBER, part) for part in parts):
        return None
    axis = np.array([float(part) for part in parts])
    length = float(np.linalg.norm(axis))
    return axis / length if 0 < length < math.inf else None
