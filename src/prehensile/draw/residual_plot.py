"""How far a fitted hand is off a recording: over time, and point by point."""

from pathlib import Path

import numpy as np

from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional

LINE, BAND, BAR = "#1f5f8b", "#c9dcea", "#4f8fb8"
MOST_POINTS = 30
"""Bars in the lower plot: the worst ones."""


def draw_residuals(
    path: str | Path, time: np.ndarray, names: tuple[str, ...], residual: np.ndarray, title: str
) -> Path:
    """Draw median and 95th percentile over time, and both of every point.

    Args:
        path: a PNG.
        time: (T,) [s].
        names: the K points.
        residual: (T, K) [m], NaN where hidden.
        title: above the picture.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    off = 1e3 * residual
    figure = optional("matplotlib.figure").Figure(figsize=(9, 6.5), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=[1, 1.3])
    seen = np.isfinite(off).any(1)
    middle, high = np.full(len(off), np.nan), np.full(len(off), np.nan)
    middle[seen] = np.nanmedian(off[seen], axis=1)
    high[seen] = np.nanmax(off[seen], axis=1)
    above.fill_between(time, middle, high, color=BAND, lw=0, label="worst point")
    above.plot(time, middle, color=LINE, lw=1, label="median of the points")
    above.set(xlabel="time [s]", ylabel="distance [mm]", xlim=(time[0], time[-1]))
    above.set_ylim(bottom=0)
    above.legend(frameon=False, loc="upper right", ncols=2)
    above.set_title(title, color=INK, loc="left")
    there = [k for k in range(len(names)) if np.isfinite(off[:, k]).any()]
    there = sorted(there, key=lambda k: -np.nanmedian(off[:, k]))[:MOST_POINTS]
    medians = [np.nanmedian(off[:, k]) for k in there]
    tails = [np.nanquantile(off[:, k], 0.95) for k in there]
    rows = np.arange(len(there))
    below.barh(rows, tails, color=BAND, label="95 % of the frames below")
    below.barh(rows, medians, height=0.45, color=BAR, label="median")
    below.set_yticks(rows, [names[k] for k in there], fontsize=8)
    below.invert_yaxis()
    below.set_xlabel("distance of the hand's point from the recorded one [mm]")
    below.legend(frameon=False, loc="lower right")
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
    return save_figure(figure, path)
