"""Figures 4.13 to 4.15 of Kry 2005: a fingerpad that is pressed."""

from pathlib import Path

import numpy as np

from prehensile.compliance.tip.fingerpad import MOST_FORCE, HertzFit, hertz_fit
from prehensile.compliance.tip.presses import Press
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.tip_sessions import pressed

BLUE, RED = "#0072b2", "#c0392b"
DRAWN = 10
"""samples over which depths are averaged in drawings: one alone has the markers' 0.3 mm"""
PHASES = (("loading", BLUE, "-"), ("unloading", RED, "--"))


def from_touch(press: Press, least: float) -> tuple[np.ndarray, HertzFit]:
    """Depth (N,) [m] from where the pad is first touched, and its loading."""
    rows = press.loading & (press.force > least)
    fit = hertz_fit(press.force[rows], press.depth[rows])
    return press.depth - fit.offset, fit


def averaged(values: np.ndarray) -> np.ndarray:
    """(N,) running means over `DRAWN` samples, hidden ones left out; NaN where all are hidden."""
    there = np.isfinite(values)
    box = np.ones(DRAWN)
    total = np.convolve(np.where(there, values, 0.0), box, "same")
    count = np.convolve(there, box, "same")
    return np.where(count > 0.5, total / np.maximum(count, 1), np.nan)


def draw_presses(path: Path) -> Path:
    """Figure 4.13: force and compression in time."""
    found = pressed().presses
    figure, (high, low) = _plots(2, (9, 5))
    for press in found.presses:
        depth, _ = from_touch(press, found.least)
        at = press.touch.onset + press.time
        high.plot(at, press.force, color=RED, lw=0.9)
        low.plot(at, 1e3 * averaged(depth), color=BLUE, lw=0.9)
    high.set(ylabel="force [N]")
    low.set(ylabel="compression [mm]", xlabel="time [s]")
    title = f"Figure 4.13: {len(found.presses)} presses of an index finger"
    figure.suptitle(title, color=INK)
    return save_figure(figure, path)


def draw_scatter(path: Path) -> Path:
    """Figure 4.14: force over compression, loading and unloading apart."""
    found = pressed().presses
    figure, (plot,) = _plots(1, (7, 5))
    for name, color, _ in PHASES:
        parts = []
        for press in found.presses:
            depth, _ = from_touch(press, found.least)
            rows = getattr(press, name) & (press.force > found.least)
            parts.append(np.stack([1e3 * averaged(depth)[rows], press.force[rows]], axis=1))
        points = np.concatenate(parts)
        plot.plot(*points.T, ".", color=color, ms=3, alpha=0.5, mew=0, label=name)
    plot.set(xlabel="compression [mm]", ylabel="force [N]",
             title="Figure 4.14: force over compression")  # fmt: skip
    plot.legend(frameon=False)
    return save_figure(figure, path)


def draw_contact(path: Path) -> Path:
    """Figure 4.15: one press and its release, Hertz's curves below 1 N."""
    results = pressed()
    found = results.presses
    press = max(found.presses, key=lambda one: np.isfinite(one.depth).mean())
    depth, _ = from_touch(press, found.least)
    force = np.linspace(0, MOST_FORCE, 50)
    figure, (plot,) = _plots(1, (7, 5))
    for name, color, style in PHASES:
        rows = getattr(press, name) & (press.force > found.least)
        fit = hertz_fit(press.force[rows], depth[rows])
        plot.plot(1e3 * averaged(depth - fit.offset)[rows], press.force[rows], style,
                  color=color, lw=0.9)  # fmt: skip
        young = 1e-3 * getattr(results, name).young()
        label = f"{name}: E {1e-3 * fit.young():.0f} kPa; all presses {young:.0f} kPa"
        plot.plot(1e3 * fit.k * force ** (2 / 3), force, style, color=color, lw=2.5, label=label)
    plot.set(
        xlabel="compression less its offset [mm]", ylabel="force [N]",
        title=f"Figure 4.15: one contact; {1e-3 * results.stiffness:.2f} kN/m under 2 N",
    )  # fmt: skip
    plot.legend(frameon=False, loc="upper left")
    return save_figure(figure, path)


def _plots(rows: int, size: tuple[float, float]):
    figure = optional("matplotlib.figure").Figure(figsize=size, dpi=100, layout="constrained")
    plots = figure.subplots(rows, 1, squeeze=False)[:, 0]
    for plot in plots:
        plot.spines[["top", "right"]].set_visible(False)
    return figure, plots
