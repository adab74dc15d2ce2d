"""Pictures side by side on one sheet, each with its name below."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.errors import InputError
from prehensile.extras import optional

LABEL_HEIGHT = 30
"""Pixels below each tile."""
DPI = 100
INK = "#3a3733"


def sheet_size(count: int, columns: int, tile: tuple[int, int]) -> tuple[int, int]:
    """Width and height in pixels of a sheet of ``count`` tiles."""
    columns = min(columns, count)
    return columns * tile[0], -(-count // columns) * (tile[1] + LABEL_HEIGHT)


def save_tiles(tiles: Sequence[tuple[str, np.ndarray]], path: str | Path, columns: int) -> Path:
    """Write a PNG of labelled pictures (height, width, 3) uint8, all of one size, row by row.

    Raises:
        InputError: there is nothing to draw.
        FileError: the file cannot be written.
    """
    if not tiles or columns < 1:
        raise InputError(f"a sheet of {len(tiles)} pictures in {columns} columns: nothing to draw.")
    from prehensile.draw.scene import BACKGROUND

    height, width, _ = tiles[0][1].shape
    columns = min(columns, len(tiles))
    full = sheet_size(len(tiles), columns, (width, height))
    canvas = np.empty((full[1], full[0], 3), dtype=np.uint8)
    canvas[:] = BACKGROUND
    figure = optional("matplotlib.figure").Figure(figsize=(full[0] / DPI, full[1] / DPI), dpi=DPI)
    for k, (label, picture) in enumerate(tiles):
        row, column = divmod(k, columns)
        top, left = row * (height + LABEL_HEIGHT), column * width
        canvas[top : top + height, left : left + width] = picture
        figure.text(
            (left + 0.5 * width) / full[0],
            1 - (top + height + 0.42 * LABEL_HEIGHT) / full[1],
            label, ha="center", va="center", color=INK, fontsize=10,
        )  # fmt: skip
    figure.figimage(canvas, resize=False, zorder=-1)
    return save_figure(figure, path)


def save_picture(picture: np.ndarray, path: str | Path) -> Path:
    """Write one picture (height, width, 3) uint8 as it is."""
    image = optional("matplotlib.image")
    with atomic_path(path) as temporary:
        image.imsave(temporary, picture, format="png")
    return Path(path)


def save_figure(figure, path: str | Path) -> Path:
    """Write a Matplotlib figure as PNG without touching pyplot's global state."""
    agg = optional("matplotlib.backends.backend_agg")
    with atomic_path(path) as temporary:
        agg.FigureCanvasAgg(figure).print_png(str(temporary))
    return Path(path)
