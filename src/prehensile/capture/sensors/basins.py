"""Which peak of an image each cell belongs to: the one that climbing from it reaches."""

import numpy as np


def grid_neighbours(rows: int, columns: int, round_about: bool = False) -> np.ndarray:
    """(rows·columns, 8) cells beside each cell of an image; a cell itself where there is none.

    Args:
        rows: of the image.
        columns: of the image.
        round_about: whether columns close to a ring, and cells of the first and of the last row
            meet those opposite them, as on a ball.
    """
    row, column = np.divmod(np.arange(rows * columns), columns)
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if not (down or right):
                continue
            r, c = row + down, column + right
            if round_about:
                over = (r < 0) | (r >= rows)
                r = np.clip(r, 0, rows - 1)
                c = np.where(over, c + columns // 2, c) % columns
                there = np.ones(len(r), bool)
            else:
                there = (r >= 0) & (r < rows) & (c >= 0) & (c < columns)
            found.append(np.where(there, r * columns + c, row * columns + column))
    return np.stack(found, axis=1)


def basins(values: np.ndarray, neighbours: np.ndarray) -> np.ndarray:
    """(n,) cell at the peak that each cell's steepest climb reaches; −1 for cells at or below 0.

    Args:
        values: (n,)
        neighbours: (n, k) cells beside each.
    """
    cells = np.arange(len(values))
    rank = np.empty(len(values), np.intp)
    # Of equal neighbours the later one is higher: otherwise each would be a peak of its own.
    rank[np.argsort(values, kind="stable")] = cells
    around = np.concatenate([cells[:, None], neighbours], axis=1)
    up = around[cells, rank[around].argmax(1)]
    while (up[up] != up).any():
        up = up[up]
    return np.where(values > 0, up, -1)
