"""Where the fingertips of a rig are, and how its nails and pads lie in them."""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT, Segment, group_of_segment
from prehensile.lie import se3
from prehensile.skin.imported.nails import BREADTH, LENGTH
from prehensile.skin.imported.nails import ROUNDNESS as NAIL_OUTLINE
from prehensile.skin.rig.rig import Rig

SECTORS = 16
"""round a nail, in each of which its outermost vertex is on the outline"""
FEWEST = 4
"""Vertices of a nail that has a shape."""
ROUNDNESS = np.linspace(2, 8, 25)
"""Exponents that a nail's outline |x|ⁿ + |y|ⁿ = 1 may have: an ellipse's, and nearly a square's."""
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
    roundness: float
    """exponent n of its outline |x|ⁿ + |y|ⁿ = 1, the box from −1 to 1: 2 for an ellipse"""
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
        rim = on[~rig.nails[nail], :2][:, ::-1]
        roundness = _roundness(in_box(rim if len(rim) >= FEWEST else on[:, 1::-1], box))
    else:
        half, long = BREADTH * sum(segment.radii), LENGTH * segment.radii[1]
        box = np.array([[-half, half], [reach - 2 * long, reach]])
        roundness = float(NAIL_OUTLINE)
    low, high = BREADTH_AT
    trunk = (p[:, 0] > low * reach) & (p[:, 0] < high * reach)
    breadth = np.abs(p[trunk, 1]).max(initial=segment.radii[1])
    return Fingertip(row, T[:3, 3].copy(), axes, box, roundness, float(breadth), reach)


def _with_rim(rig: Rig) -> np.ndarray:
    """(V,) bool: nails and what bounds them; a vertex on an outline is no nail itself."""
    on = rig.nails.copy()
    on[rig.faces[rig.nails[rig.faces].any(axis=1)]] = True
    return on


def in_box(places: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Places (N, 2) counted from −1 to 1 in a box (2, 2) of from and to."""
    return 2 * (places - box[:, 0]) / (box[:, 1] - box[:, 0]) - 1


def outline_radius(places: np.ndarray, roundness: float) -> np.ndarray:
    """(N,) (|x|ⁿ + |y|ⁿ)^(1/n) of places (N, 2): 1 on the outline."""
    return (np.abs(places) ** roundness).sum(axis=1) ** (1 / roundness)


def _roundness(rim: np.ndarray) -> float:
    """The exponent whose outline lies nearest to points (N, 2) of a rim, in its box.

    Of a nail that is known by all its vertices the outermost are the rim.
    """
    turn = np.arctan2(rim[:, 1], rim[:, 0])
    sector = np.floor((turn + np.pi) / (2 * np.pi) * SECTORS).astype(int) % SECTORS
    far = np.linalg.norm(rim, axis=1)
    outer = [np.flatnonzero(sector == k) for k in range(SECTORS)]
    rows = [own[far[own].argmax()] for own in outer if len(own)]
    off = [np.abs(outline_radius(rim[rows], n) - 1).mean() for n in ROUNDNESS]
    return float(ROUNDNESS[int(np.argmin(off))])
