"""The pressure glove's taxels: which cell of its image lies where on the hand.

The image has 29 rows and 25 columns, as files of Tekscan's Grip system have it; 361 of the cells
are taxels, in 17 blocks (the thesis counts 25 × 29, and 18). Row 1 is at the fingertips; columns
run from the thumb's side to the little finger's.

Fingers are named by their order from the thumb. The photographs' recordings of Andrews 2014 have
the index fingertip's load in the second column of blocks: there the patch was laid under another
finger than it is sewn for, see `prehensile.files.tekscan.BLOCKS`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.frozen import read_only
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, Segment

KNUCKLE_ROW, MIDDLE_COLUMN = 13, 14
"""The palm's rows and columns are a map of it, counted from 0: the upper edge of this row lies at
the middle finger's knuckle, and this column in its line. So the first block of the palm ends at the
edges of a mean hand, and the two below lie on the thumb's and the little finger's pads."""


class BlockFit(NamedTuple):
    """How one block of a glove lies on a hand, against where it is sewn for."""

    along: float = 0.0
    """[m] further towards the tip"""
    across: float = 0.0
    """[m] further towards the segment's +y (−y on a left hand)"""
    stretch: tuple[float, float] = (1.0, 1.0)
    """of its size along and across"""


@dataclass(frozen=True, eq=False)
class Taxels:
    """n taxels on a grid of rows × columns. Arrays are read-only."""

    block: np.ndarray
    """(rows, columns) int: which of the blocks a cell belongs to; −1 where there is no taxel"""
    names: tuple[str, ...]
    """of the blocks"""
    segments: tuple[str, ...]
    """of the hand that each block lies on"""
    pitch: float
    """[m] from one taxel to the next"""
    fits: Mapping[str, BlockFit] = field(default_factory=lambda: MappingProxyType({}))
    """how blocks lie that were adjusted, by name"""

    def adjusted(self, name: str, fit: BlockFit) -> "Taxels":
        """The same with one block moved and stretched, so that it lies as on the real hand.

        Raises:
            UnknownNameError: there is no such block.
            InputError: a stretch that is not above zero.
        """
        if name not in self.names:
            raise UnknownNameError("block of taxels", name, self.names)
        if not min(fit.stretch) > 0:
            raise InputError(f"a block is stretched by more than 0, got {fit.stretch}.")
        return replace(self, fits=MappingProxyType({**self.fits, name: fit}))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of an image."""
        return self.block.shape[0], self.block.shape[1]

    @cached_property
    def mask(self) -> np.ndarray:
        """(rows, columns) bool: where there is a taxel."""
        return read_only(self.block >= 0)

    @property
    def count(self) -> int:
        """Number of taxels n."""
        return int(self.mask.sum())

    @property
    def area(self) -> float:
        """[m²] of one taxel."""
        return self.pitch**2

    def cells(self, name: str) -> np.ndarray:
        """(rows, columns) bool: the taxels of one block.

        Raises:
            UnknownNameError: there is no such block.
        """
        if name not in self.names:
            raise UnknownNameError("block of taxels", name, self.names)
        return self.block == self.names.index(name)


@cache
def glove_taxels() -> Taxels:
    """The layout of the Tekscan Grip glove."""
    text = resources.files("prehensile.hand").joinpath("data/taxels.json").read_text("utf-8")
    data = json.loads(text)
    letters = list(data["blocks"])
    block = np.array([[letters.index(c) if c != "." else -1 for c in row] for row in data["grid"]])
    names, segments = zip(*data["blocks"].values(), strict=True)
    return Taxels(read_only(block), names, segments, 1e-3 * data["pitch_mm"])


def taxel_places(hand: Hand, taxels: Taxels, block: str) -> np.ndarray:
    """Where the taxels of a block lie on its segment's unrolled palmar side.

    On a digit's segment a patch is bent round: its middle lies at the pad of a fingertip, else
    halfway along the bone. On the palm it lies flat. A glove of this one size is put on any hand.

    Args:
        hand: that wears the glove.
        taxels: the layout.
        block: one of its names.

    Returns:
        (m, 2) [m] in the order of the image's rows: along the bone from the segment's origin, and
        along the skin from the line below the bone towards the segment's +y (−y on a left hand).
    """
    rows, columns = np.nonzero(taxels.cells(block))
    places = _sewn_places(hand, taxels, block, rows, columns)
    fit = taxels.fits.get(block)
    if fit is None:
        return places
    middle = places.mean(axis=0)
    return middle + (places - middle) * fit.stretch + np.array([fit.along, fit.across])


def _sewn_places(
    hand: Hand, taxels: Taxels, block: str, rows: np.ndarray, columns: np.ndarray
) -> np.ndarray:
    """Where the taxels lie before anybody adjusts them."""
    segment = hand.segments[taxels.segments[taxels.names.index(block)]]
    if segment.name == PALM:
        along = segment.length - taxels.pitch * (rows - KNUCKLE_ROW + 0.5)
        return np.stack([along, taxels.pitch * (MIDDLE_COLUMN - columns)], axis=1)
    middle = 0.5 * np.array([rows.min() + rows.max(), columns.min() + columns.max()])
    away = taxels.pitch * (middle - np.stack([rows, columns], axis=1))
    return away + np.array([patch_middle(segment), 0.0])


def patch_middle(segment: Segment) -> float:
    """[m] along a digit's segment to the middle of its patch."""
    return 0.5 * segment.length if segment.pad is None else float(segment.pad[0])
