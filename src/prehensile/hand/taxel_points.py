"""Where the taxels of a glove lie in space: the skin of a segment rolled up again."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, Box, Segment
from prehensile.hand.taxels import Taxels, taxel_places

ROUND = 0.9 * np.pi
"""[rad] A patch goes round a digit as far as this at most: on small fingers its ends would meet."""


class TaxelPoints(NamedTuple):
    """n taxels in the order of the image's rows, those whose segment the hand lacks left out."""

    cell: np.ndarray
    """(n,) place in the image, row after row"""
    segment: tuple[str, ...]
    """(n,) that each lies on"""
    block: np.ndarray
    """(n,) number of its block"""
    pos: np.ndarray
    """(n, 3) [m] in the segment's frame, on its palmar side"""
    out: np.ndarray
    """(n, 3) unit, out of the skin there"""
    along: np.ndarray
    """(n, 3) unit, in the skin, towards the tip"""


def taxel_points(hand: Hand, taxels: Taxels) -> TaxelPoints:
    """Roll the patches of a glove up again: the inverse of `unrolled` in
    `prehensile.motion.pressure_images`.

    A digit's segment is taken as the capsule that collides, with half a ball at a fingertip's end;
    the palm as flat.
    """
    parts = []
    for number, (block, name) in enumerate(zip(taxels.names, taxels.segments, strict=True)):
        if name not in hand.segments:
            continue
        cell = np.flatnonzero(taxels.cells(block).ravel())
        place = taxel_places(hand, taxels, block)
        rolled = _rolled(hand.segments[name], place, 1.0 if hand.side == "right" else -1.0)
        parts.append((cell, [name] * len(cell), np.full(len(cell), number), *rolled))
    cells = np.concatenate([part[0] for part in parts])
    order = np.argsort(cells)
    names = [name for part in parts for name in part[1]]
    block, pos, out, along = (
        np.concatenate([part[k] for part in parts])[order] for k in (2, 3, 4, 5)
    )
    return TaxelPoints(cells[order], tuple(names[k] for k in order), block, pos, out, along)


def _rolled(
    segment: Segment, place: np.ndarray, mirror: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points, directions out of the skin and along it (n, 3) of places (n, 2) on it."""
    x, across = place.T
    zero, one = np.zeros_like(x), np.ones_like(x)
    if segment.name == PALM:
        depth = min(
            (float(s.centre[2] - s.half[2]) for s in segment.shapes if isinstance(s, Box)),
            default=-segment.radii[0],
        )
        pos = np.stack([x, mirror * across, np.full_like(x, depth)], axis=1)
        return pos, np.stack([zero, zero, -one], axis=1), np.stack([one, zero, zero], axis=1)
    radius = -float(segment.pad[2]) if segment.pad is not None else float(np.mean(segment.radii))
    # Beyond the centre of the ball at the end, the place along counts its arc.
    centre = segment.length - radius if segment.pad is not None else np.inf
    lift = np.maximum(x - centre, 0.0) / radius
    turn = np.clip(across / (radius * np.maximum(np.cos(lift), 0.2)), -ROUND, ROUND)
    side = np.stack([zero, mirror * np.sin(turn), -np.cos(turn)], axis=1)
    bone = np.stack([one, zero, zero], axis=1)
    out = np.cos(lift)[:, None] * side + np.sin(lift)[:, None] * bone
    along = np.cos(lift)[:, None] * bone - np.sin(lift)[:, None] * side
    return np.minimum(x, centre)[:, None] * bone + radius * out, out, along
