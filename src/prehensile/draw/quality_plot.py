"""`draw_quality`: how hard a hand presses and how good its grasp is, over time."""

from pathlib import Path
from typing import Any

import numpy as np

from prehensile.draw.forces import BANDS, COLORS
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip
from prehensile.quality.judge.grasp_track import GraspTrack
from prehensile.quality.judge.grasp_verdict import weakest_words

GRID, OPEN = "#dddad4", "#f3d9cf"
ELLIPSOID, BALL, NEEDED = "#0072b2", "#d55e00", "#3a3733"
SIZE = (10.0, 7.0)


def draw_quality(clip: Clip, track: GraspTrack, at: int, path: str | Path) -> Path:
    """Plot forces above, measures below; the judged frame is a line through both.

    Args:
        clip: with ``finger_force``; phases are named if ``meta["phases"]`` has them.
        track: of that clip.
        at: the frame that is judged.
        path: the PNG to write.

    Returns:
        ``path``.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    figure = optional("matplotlib.figure").Figure(figsize=SIZE, dpi=100, layout="constrained")
    forces, measures = figure.subplots(2, 1, sharex=True)
    _forces(forces, clip, track)
    _measures(measures, track)
    for plot in (forces, measures):
        for k, (name, start, end) in enumerate(clip.meta.get("phases", [])):
            plot.axvspan(start, end, color=BANDS[k % 2], lw=0, zorder=-2)
            if plot is forces:
                plot.text(
                    0.5 * (start + end), 1.01, name, transform=plot.get_xaxis_transform(),
                    ha="center", va="bottom", fontsize=9, color=INK,
                )  # fmt: skip
        plot.axvline(track.time[at], color=INK, lw=0.8, ls=":")
        plot.set_ylim(bottom=0)
        plot.grid(True, axis="y", color=GRID, lw=0.6)
        plot.spines[["top", "right"]].set_visible(False)
        aside = 1.0 if plot is forces else 1.09  # past the right axis
        plot.legend(loc="upper left", bbox_to_anchor=(aside, 1.0), frameon=False, fontsize=9)
    if clip.n_frames > 1:
        measures.set_xlim(clip.time[0], clip.time[-1])
    measures.set_xlabel(
        f"time [s]; at {track.time[at]:.2f} s weakest against {weakest_words(track.weakest[at])}",
        color=INK,
    )
    return save_figure(figure, path)


def _forces(plot: Any, clip: Clip, track: GraspTrack) -> None:
    row = [hand.name for hand in clip.hands].index(track.hand)
    for k, digit in enumerate(DIGITS):
        plot.plot(clip.time, clip.finger_force[:, row, k], color=COLORS[digit], lw=1.6, label=digit)
    plot.plot(
        clip.time, clip.palm_force[:, row], color=COLORS["palm"], lw=1.4, ls="--", label="palm"
    )
    plot.plot(track.time, track.force, color=NEEDED, lw=1.0, label="all on it")
    bears = np.isfinite(track.needed)
    plot.plot(
        track.time[track.slow][bears], track.needed[bears], color=NEEDED, lw=0, marker=".", ms=5,
        label="smallest sum\nthat carries it",
    )  # fmt: skip
    plot.set_ylabel("force [N]", color=INK)
    plot.set_ylim(top=1.1 * max(float(track.force.max(initial=0.0)), 1.0))


def _measures(plot: Any, track: GraspTrack) -> None:
    plot.plot(track.time, track.value, color=ELLIPSOID, lw=1.8, label="ellipsoid σ")
    plot.set_ylabel("smallest singular value", color=ELLIPSOID)
    plot.fill_between(
        track.time, 0, 1, where=~track.closed, transform=plot.get_xaxis_transform(),
        color=OPEN, lw=0, zorder=-1, label="not closed",
    )  # fmt: skip
    beside = plot.twinx()
    beside.plot(track.time[track.slow], track.epsilon, color=BALL, lw=1.2, marker=".", ms=4)
    plot.plot([], [], color=BALL, lw=1.2, marker=".", ms=4, label="ε (right)")
    beside.set_ylabel("ε, one newton in all", color=BALL)
    beside.set_ylim(bottom=0)
    beside.spines[["top"]].set_visible(False)
