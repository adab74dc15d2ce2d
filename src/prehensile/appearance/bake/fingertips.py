"""Where the fingertips of a rig are, and how its nails and pads lie in them."""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT, Segment, group_of_segment
from prehensile.lie import se3
from prehensile.skin.imported.nails import BREADTH, LENGTH
from prehensile.skin.rig.rig import Rig

FEWEST = 4
"""Vertices of a nail that has a shape."""
BREADTH_AT = (0.2, 0.8)
"""Between which parts of the last segment its breadth is taken."""


@dataclass(frozen=True, eq=False)
class Fingertip:
    """The last segment of a digit in a rig's bind pose."""

    digit: int
    """row of `DIGITS`"""
    origin: np.ndarray
    """(3,) [m] the last joint, palm frame"""
    axes: np.ndarray
    """(3, 3) rows: along the bone, across it (towards the thumb of a straight right finger, away
    from it on a left one), and out of the nail; the third is square to the other two"""
    nail: np.ndarray
    """(2, 2) [m] of the nail: from and to across, from the cuticle to the free edge along"""
    half_breadth: float
    """[m]"""
    reach: float
    """[m] along the bone from the joint to where the skin ends"""

    def places(self, points: np.ndarray) -> np.ndarray:
        """(N, 3) [m] along, across and out of points (N, 3) [m], palm frame."""
        return (points - self.origin) @ self.axes.T

    def outward(self, places: np.ndarray) -> np.ndarray:
        """(N,) sine of how far round the bone places (N, 3) [m] are: 1 on the nail, −1 on the pad.

        By where they are and not by their normals, which turn at once in the folds of a nail.
        """
        end = max(self.reach - self.half_breadth, 0.0)
        from_bone = places.copy()
        from_bone[:, 0] -= np.clip(places[:, 0], 0, end)
        return from_bone[:, 2] / np.maximum(np.linalg.norm(from_bone, axis=1), 1e-9)


def fingertips(hand: Hand, rig: Rig) -> dict[int, Fingertip]:
    """The fingertips of a rig by row of `DIGITS`; without those that it has no skin on."""
    digit = vertex_digits(rig)
    found = {}
    for row, name in enumerate(DIGITS):
        tip = TIP_SEGMENT[name]
        if tip in rig.segments and (digit == row).any():
            found[row] = _fingertip(hand.segments[tip], rig, row, digit == row)
    return found


def vertex_digits(rig: Rig) -> np.ndarray:
    """(V,) row of `DIGITS` that carries most of each vertex; −1 on palm and forearm."""
    rows = {name: k for k, name in enumerate(DIGITS)}
    of_joint = np.array([rows.get(group_of_segment(name), -1) for name in rig.segments])
    return of_joint[rig.joints[np.arange(len(rig.joints)), rig.weights.argmax(axis=1)]]


def _fingertip(segment: Segment, rig: Rig, row: int, mine: np.ndarray) -> Fingertip:
    joint = rig.segments.index(segment.name)
    T = se3.inverse(rig.inverse_bind[joint]) @ se3.inverse(rig.T_segment_joint[joint])
    along, back = T[:3, 0], T[:3, 2]
    nail = mine & _with_rim(rig)
    if nail.sum() >= FEWEST:
        # A nail knows better than the skeleton which way it looks, round the bone.
        looks = rig.normals[nail].sum(axis=0).astype(float)
        back = looks - (looks @ along) * along
        back /= np.linalg.norm(back)
    # y = z × x on either side: on a left hand it points the other way, as the segment's own does.
    axes = np.stack([along, np.cross(back, along), back])
    p = (rig.vertices[mine] - T[:3, 3]) @ axes.T
    reach = float(p[:, 0].max())
    if nail.sum() >= FEWEST:
        on = (rig.vertices[nail] - T[:3, 3]) @ axes.T
        box = np.stack([on.min(axis=0), on.max(axis=0)])[:, [1, 0]].T
    else:
        half, long = BREADTH * sum(segment.radii), LENGTH * segment.radii[1]
        box = np.array([[-half, half], [reach - 2 * long, reach]])
    low, high = BREADTH_AT
    trunk = (p[:, 0] > low * reach) & (p[:, 0] < high * reach)
    breadth = np.abs(p[trunk, 1]).max(initial=segment.radii[1])
    return Fingertip(row, T[:3, 3].copy(), axes, box, float(breadth), reach)


def _with_rim(rig: Rig) -> np.ndarray:
    """(V,) bool: nails and what bounds them; a vertex on an outline is no nail itself."""
    on = rig.nails.copy()
    on[rig.faces[rig.nails[rig.faces].any(axis=1)]] = True
    return on
