"""Packing flat charts into the unit square, by their true outlines and not by boxes round them."""

from dataclasses import dataclass

import numpy as np

GRID = 256
"""Cells along a side of the square in which charts are placed."""
MARGIN = 1 / 128
"""Least gap between charts, and between a chart and the border, over the side."""
BEST_FILL, SHRINK, HALVINGS = 0.76, 0.94, 3
"""More of the square than charts ever fill; how much smaller they are made until all fit; and how
often the step between the last two sizes is halved."""


@dataclass(frozen=True, eq=False)
class FlatChart:
    """A chart to be packed."""

    points: np.ndarray
    """(V, 2) [m]"""
    faces: np.ndarray
    """(F, 3)"""
    density: float = 1.0
    """texels along a metre, beside other charts"""
    upright: bool = False
    """whether it keeps its direction; others may be turned by right angles"""


def packed(charts: list[FlatChart]) -> list[np.ndarray]:
    """The charts' points (V, 2) in the unit square, turned, shrunk all alike and apart.

    The first axis goes right and the second up.
    """
    high = np.sqrt(BEST_FILL / sum(_area(chart) for chart in charts))
    low = SHRINK * high
    while (found := _packed_at(charts, low)) is None:
        low, high = SHRINK * low, low
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        better = _packed_at(charts, middle)
        if better is None:
            high = middle
        else:
            low, found = middle, better
    return found


def _packed_at(charts: list[FlatChart], scale: float) -> list[np.ndarray] | None:
    """The packed points at one scale, in the first order that fits; None if none does."""
    masks = [covered_cells(_own_corner(c, scale), c.faces, MARGIN / 2) for c in charts]
    for by in (np.size, len, lambda mask: mask.shape[1]):
        order = sorted(range(len(charts)), key=lambda k, by=by: -by(masks[k]))
        if (found := _placed(charts, masks, order, scale)) is not None:
            return found
    return None


def _area(chart: FlatChart) -> float:
    a, b, c = (chart.points[chart.faces[:, k]] * chart.density for k in range(3))
    (x, y), (s, t) = (b - a).T, (c - a).T
    return float(0.5 * np.abs(x * t - y * s).sum())


def _own_corner(chart: FlatChart, scale: float) -> np.ndarray:
    """Its points (V, 2) at a scale, a margin away from the lower left corner."""
    points = chart.points * (scale * chart.density)
    return points - points.min(axis=0) + MARGIN


def _placed(
    charts: list[FlatChart], masks: list[np.ndarray], order: list[int], scale: float
) -> list[np.ndarray] | None:
    """The packed points at one scale, placed in the given order, or None if they do not fit."""
    taken = np.zeros((GRID, GRID), bool)
    found: dict[int, np.ndarray] = {}
    for k in order:
        place = _lowest_place(masks[k], taken, 1 if charts[k].upright else 4)
        if place is None:
            return None
        turn, row, column = place
        points, mask = _own_corner(charts[k], scale), masks[k]
        for _ in range(turn):
            points = np.column_stack([len(mask) / GRID - points[:, 1], points[:, 0]])
            mask = _turned(mask)
        found[k] = points + np.array([column, row]) / GRID
        taken[row : row + mask.shape[0], column : column + mask.shape[1]] |= mask
    return [found[k] for k in range(len(charts))]


def _turned(mask: np.ndarray) -> np.ndarray:
    """By a right angle, anticlockwise if rows go up."""
    return mask[::-1].T


def _lowest_place(mask: np.ndarray, taken: np.ndarray, turns: int) -> tuple[int, int, int] | None:
    """Turn, row and column of the lower left cell where ``mask`` reaches up least."""
    best: tuple[int, int, int, int] | None = None
    for turn in range(turns):
        if max(mask.shape) <= GRID and (free := _free_places(taken, mask)).any():
            row, column = divmod(int(free.argmax()), free.shape[1])  # lowest, then leftmost
            place = row + mask.shape[0], turn, row, column
            best = place if best is None else min(best, place)
        mask = _turned(mask)
    return None if best is None else best[1:]


def _free_places(taken: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Where (rows, columns) the lower left cell of ``mask`` may lie."""
    from scipy.signal import fftconvolve

    overlap = fftconvolve(taken.astype(float), mask[::-1, ::-1].astype(float), mode="valid")
    return overlap < 0.5


def covered_cells(points: np.ndarray, faces: np.ndarray, margin: float) -> np.ndarray:
    """Cells (rows, columns) of the grid that come within ``margin`` of a flat mesh.

    The grid begins at the origin and ends ``margin`` beyond the mesh.
    """
    shape = np.ceil((points.max(axis=0) + margin) * GRID).astype(int) + 1
    cells = np.zeros((shape[1], shape[0]), bool)
    half = 0.5 / GRID * np.sqrt(2)
    for corners in points[faces]:
        low = np.maximum(np.floor((corners.min(axis=0) - margin - half) * GRID).astype(int), 0)
        high = np.ceil((corners.max(axis=0) + margin + half) * GRID).astype(int) + 1
        high = np.minimum(high, shape)
        x = (np.arange(low[0], high[0]) + 0.5) / GRID
        y = (np.arange(low[1], high[1]) + 0.5) / GRID
        near = _distance_to_triangle(x[None, :], y[:, None], corners) < margin + half
        cells[low[1] : high[1], low[0] : high[0]] |= near
    return cells


def _distance_to_triangle(x: np.ndarray, y: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """From points to an anticlockwise triangle (3, 2); zero inside."""
    inside, nearest = np.array(True), np.array(np.inf)
    for (ax, ay), (bx, by) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        ex, ey = bx - ax, by - ay
        h = np.clip(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey), 0, 1)
        nearest = np.minimum(nearest, np.hypot(x - ax - h * ex, y - ay - h * ey))
        inside = inside & (ex * (y - ay) - ey * (x - ax) >= 0)
    return np.where(inside, 0.0, nearest)
