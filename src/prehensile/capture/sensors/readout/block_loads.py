"""What the blocks of a glove carry: how hard each is pressed, where, and which way it faces."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.hand.taxel_points import TaxelPoints
from prehensile.hand.taxels import Taxels
from prehensile.lie import se3

LEAST = 0.1
"""[N] on a block that counts as a touch: a few counts of a converter of 8 bits"""
ALL_ROUND = 0.1
"""Length of the mean direction out of the skin below which a block is pressed from all sides."""


class BlockLoads(NamedTuple):
    """Of B blocks, over any leading axes."""

    force: np.ndarray
    """(..., B) [N] pressure times area"""
    pos: np.ndarray
    """(..., B, 3) [m] centres of pressure, in the frame of the poses; the segment's origin where
    nothing presses, nought where the hand lacks the segment"""
    out: np.ndarray
    """(..., B, 3) unit, out of the skin there; +z where nothing presses"""


def block_loads(
    points: TaxelPoints, taxels: Taxels, pressure: np.ndarray, poses: Mapping[str, np.ndarray]
) -> BlockLoads:
    """Blocks of a layout under pressure.

    Args:
        points: of the layout on a hand.
        taxels: the layout.
        pressure: (..., n) [Pa] of the points' taxels; NaN where one said nothing.
        poses: segment → (..., 4, 4).
    """
    load = np.maximum(np.nan_to_num(pressure), 0.0) * taxels.area
    blocks = len(taxels.names)
    mine = points.block[:, None] == np.arange(blocks)
    about = np.concatenate([np.ones((len(points.pos), 1)), points.pos, points.out], axis=1)
    weights = (mine[:, :, None] * about[:, None]).reshape(len(about), -1)
    sums = (load @ weights).reshape(*load.shape[:-1], blocks, 7)
    force = sums[..., 0]
    mean = sums[..., 1:] / np.maximum(force, 1e-12)[..., None]
    pos, out = np.zeros_like(mean[..., :3]), np.zeros_like(mean[..., 3:])
    for b, segment in enumerate(taxels.segments):
        if segment in poses:
            T = poses[segment]
            pos[..., b, :] = se3.apply(T, mean[..., b, :3])
            out[..., b, :] = np.einsum("...ij,...j->...i", T[..., :3, :3], mean[..., b, 3:])
    size = np.linalg.norm(out, axis=-1, keepdims=True)
    unit = out / np.maximum(size, 1e-12)
    return BlockLoads(force, pos, np.where(size > ALL_ROUND, unit, [0.0, 0.0, 1.0]))
