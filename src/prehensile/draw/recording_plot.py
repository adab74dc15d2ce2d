"""`draw_recording`: every stream of a recording over time, touches and events across all."""

from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.draw.tiles import INK, save_figure
from prehensile.errors import InputError
from prehensile.extras import optional

WIDTH, ROW = 11.0, 1.6
"""[in] of the picture, and of one stream's height"""
MOST_STREAMS = 24
MOST_LINES = 12
"""channels drawn one by one; of more, the spread is drawn"""
MOST_POINTS = 4000
"""Samples drawn of one line: of more, evenly spread ones."""
TOUCH, EVENT, LOST = "#f3d9cf", "#0072b2", "#c9c5bd"


def draw_recording(recording: Recording, path: str | Path) -> Path:
    """Plot the streams one below the other, by the master's clock.

    Args:
        recording: with at least one stream that has samples.
        path: the PNG to write.

    Returns:
        ``path``.

    Raises:
        InputError: there is nothing to draw.
        MissingExtraError: matplotlib is not installed.
    """
    streams = [s for s in recording.streams if s.n_samples and s.kind != "events"][:MOST_STREAMS]
    events = [s for s in recording.of_kind("events") if s.n_samples]
    if not streams and not events:
        raise InputError("the recording has no samples to draw.")
    rows = max(len(streams), 1)
    figure = optional("matplotlib.figure").Figure(
        figsize=(WIDTH, 0.8 + ROW * rows), dpi=100, layout="constrained"
    )
    plots = np.atleast_1d(figure.subplots(rows, 1, sharex=True))
    for plot, stream in zip(plots, streams, strict=False):
        _draw(plot, recording.time(stream.name), stream)
    for plot in plots:
        for touch in recording.touches:
            plot.axvspan(touch.onset, touch.end, color=TOUCH, lw=0, zorder=-2)
        for stream in events:
            for at in recording.time(stream.name):
                plot.axvline(at, color=EVENT, lw=0.7, ls=":", zorder=-1)
        plot.spines[["top", "right"]].set_visible(False)
    plots[-1].set_xlabel("time [s] by the master's clock", color=INK)
    return save_figure(figure, path)


def _draw(plot: Any, time: np.ndarray, stream: Stream) -> None:
    values = stream.values.reshape(stream.n_samples, len(stream.channels), -1)
    lost = np.isnan(values).any(axis=(1, 2))
    if values.shape[2] > 1 and stream.kind in ("markers", "rigid_poses", "coil_poses"):
        with np.errstate(invalid="ignore"):
            values = values[:, :, :3] - np.nan_to_num(np.nanmean(values[:, :, :3], axis=0))
        label = f"from its mean [{stream.unit.partition(',')[0]}]"
    else:
        label = f"[{stream.unit}]"
    lines = values.reshape(stream.n_samples, -1)
    if lines.shape[1] > MOST_LINES:
        seen = np.isfinite(lines).any(axis=1)
        low, middle, high = np.full((3, len(time)), np.nan)
        low[seen], high[seen] = np.nanmin(lines[seen], axis=1), np.nanmax(lines[seen], axis=1)
        middle[seen] = np.nanmean(lines[seen], axis=1)
        some = _some(len(time))
        plot.fill_between(time[some], low[some], high[some], color=LOST, lw=0)
        plot.plot(time[some], middle[some], color=INK, lw=0.9)
    else:
        some = _some(len(time))
        plot.plot(time[some], lines[some], lw=0.9)
    if lost.any():
        plot.plot(time[lost], np.zeros(lost.sum()), "|", color="#d55e00", ms=6,
                  transform=plot.get_xaxis_transform(), clip_on=False)  # fmt: skip
    plot.set_ylabel(label, color=INK, fontsize=8)
    plot.set_title(
        f"{stream.name}: {len(stream.channels)} × {stream.kind}"
        + (f" at {stream.measured_rate:.4g} Hz" if stream.measured_rate else ""),
        loc="left", fontsize=9, color=INK,
    )  # fmt: skip


def _some(count: int) -> np.ndarray:
    """Rows that are drawn: all, or evenly spread ones."""
    return np.unique(np.linspace(0, count - 1, min(count, MOST_POINTS)).astype(int))
