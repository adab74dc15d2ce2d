"""Ways to turn a hand against a section of an object: right-handed frames along its axis."""

from itertools import product

import numpy as np

from prehensile.control.place.graspable import Section, perpendicular

TURNS = 16
"""Angles about the object's axis."""


def basis(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Right-handed frame (3, 3): column 0 along ``first``, column 1 towards ``second``."""
    a = first / np.linalg.norm(first)
    b = second - a * (a @ second)
    b /= np.linalg.norm(b)
    # Written out: this is called thousands of times, and np.cross is slow for one pair.
    c = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return np.array([a, b, c]).T


class SectionFrames:
    """Ways to turn what lies along a section's axis; made once for every section."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Section, list[np.ndarray]]] = {}

    def of(self, s: Section) -> list[np.ndarray]:
        """(3, 3) each: all round it, or two ways where the section says what lies across."""
        known = self._known.get(id(s))
        if known is not None and known[0] is s:
            return known[1]
        if s.across is None:
            e1, e2 = perpendicular(s.axis)
            turns = np.arange(TURNS) * 2 * np.pi / TURNS
            towards = [np.cos(t) * e1 + np.sin(t) * e2 for t in turns]
        else:
            towards = [s.across, -s.across]
        frames = [basis(sign * s.axis, second) for second, sign in product(towards, (1, -1))]
        self._known[id(s)] = s, frames
        return frames
