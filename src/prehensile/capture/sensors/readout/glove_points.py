"""Where the taxels of a glove are in space, and a file's image laid onto its blocks."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.tekscan import LARGEST, PASCAL_PER_PSI, TekscanFrames
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, Box
from prehensile.hand.taxels import Taxels, taxel_places


class BlockPoints(NamedTuple):
    """The m taxels of one block, in the frame of its segment."""

    point: np.ndarray
    """(m, 3) [m] on the skin"""
    out: np.ndarray
    """(m, 3) unit, out of the skin"""


def block_points(hand: Hand, taxels: Taxels, block: str) -> BlockPoints:
    """Taxels bent round their segment, or flat on the palm: the inverse of `unrolled`."""
    along, across = taxel_places(hand, taxels, block).T
    side = 1.0 if hand.side == "right" else -1.0
    segment = hand.segments[taxels.segments[taxels.names.index(block)]]
    if segment.name == PALM:
        depth = max(float(s.half[2]) for s in segment.shapes if isinstance(s, Box))
        point = np.stack([along, side * across, np.full(len(along), -depth)], axis=1)
        return BlockPoints(point, np.tile(segment.palmar, (len(along), 1)))
    near, far = segment.radii
    radius = near + np.clip(along / segment.length, 0, 1) * (far - near)
    centre, ball = segment.length, np.inf
    if segment.pad is not None:
        centre, ball = segment.length + segment.pad[2], -segment.pad[2]
    # Beyond the centre of the half ball at its end the skin turns towards the tip, and narrows.
    lean = np.where(along > centre, (along - centre) / ball, 0.0)
    turn = across / np.where(lean > 0, ball * np.cos(lean), radius)
    out = np.stack([np.zeros(len(turn)), side * np.sin(turn), -np.cos(turn)], axis=1)
    point = radius[:, None] * out + np.outer(along, [1.0, 0, 0])
    if segment.pad is None:
        return BlockPoints(point, out)
    turned = np.cos(lean)[:, None] * out + np.outer(np.sin(lean), [1.0, 0, 0])
    on_ball = np.array([centre, 0, 0]) + ball * turned
    over = (lean > 0)[:, None]
    return BlockPoints(np.where(over, on_ball, point), np.where(over, turned, out))


def taxel_pressure(
    frames: TekscanFrames,
    taxels: Taxels,
    full_scale_psi: float,
    worn: Mapping[str, str] | None = None,
) -> np.ndarray:
    """(T, n) [Pa] of a file's images on the taxels of a layout, row by row.

    Args:
        frames: of a file.
        taxels: the layout; its cells must be the file's.
        full_scale_psi: that a raw 255 stands for.
        worn: block → the block that it lay under instead, of the same shape, as ``{"middle tip":
            "index tip"}`` where an index finger wore the second patch. Blocks that nothing lies on
            any more read nought.

    Raises:
        InputError: the file has other taxels, or blocks that differ in shape.
        UnknownNameError: a block that the layout has not.
    """
    if frames.taxel.shape != taxels.shape or not (frames.taxel == taxels.mask).all():
        raise InputError(
            f"the file has {int(frames.taxel.sum())} taxels of {frames.taxel.shape}, the layout "
            f"{taxels.count} of {taxels.shape}, or at other places."
        )
    raw = frames.raw.astype(float)
    image = raw.copy()
    for name in worn or {}:
        image[:, taxels.cells(name)] = 0.0
    for name, under in (worn or {}).items():
        if under not in taxels.names:
            raise UnknownNameError("block of taxels", under, taxels.names)
        source, target = taxels.cells(name), taxels.cells(under)
        if source.sum() != target.sum():
            raise InputError(f"blocks {name!r} and {under!r} have different numbers of taxels.")
        image[:, target] = raw[:, source]
    return image[:, taxels.mask] * (full_scale_psi * PASCAL_PER_PSI / LARGEST)
