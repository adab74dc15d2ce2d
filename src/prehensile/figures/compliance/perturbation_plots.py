"""Figures 4.8 to 4.11 of Kry 2005: a fingertip on a platform that is let go."""

from pathlib import Path

import numpy as np

from prehensile.compliance.tip.perturbation import (
    Perturbed,
    derivatives,
    fit_window,
    smoothed,
)
from prehensile.compliance.tip.pushes import Push
from prehensile.draw.tiles import INK, save_figure
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.figures.compliance.tip_sessions import PLATFORMS, pushed

BLUE, RED, GREY = "#0072b2", "#c0392b", "#b9b4ab"
SHOWN_S = (-0.04, 0.25)
"""[s] from the release, of Figure 4.8"""
WINDOWS_S = np.arange(0.018, 0.091, 0.004)
"""[s] of Figure 4.10"""


def surest(task: str) -> tuple[Push, Perturbed]:
    """The push whose one mass on one spring is told best."""
    found = pushed(task)
    told = [(push, fit) for push, fit in zip(found.pushes, found.published, strict=True) if fit]
    if not told:
        raise InputError(f"no push of {task} is answered like one mass on one spring.")
    return min(told, key=lambda one: one[1].deviation[2] / one[1].stiffness)


def fits_by_window(push: Push) -> np.ndarray:
    """(W, 3) mass [kg], damping [Ns/m], stiffness [N/m] for each of `WINDOWS_S`."""
    fits = [fit_window(push.time, push.z, push.force, float(s)) for s in WINDOWS_S]
    return np.array([fit[:3] for fit in fits])


def draw_perturbed(path: Path) -> Path:
    """Figure 4.8: elevation and force of every push; people react after some 100 ms."""
    figure, plots = _plots(4, 1, (7, 9))
    for row, (task, (_, name)) in enumerate(PLATFORMS.items()):
        high, low = plots[2 * row : 2 * row + 2, 0]
        for push in pushed(task).pushes:
            seen = np.where(np.isfinite(push.bend).all(1), push.z, np.nan)
            high.plot(1e3 * push.time, 1e3 * seen, color=BLUE, lw=0.7, alpha=0.7)
            low.plot(1e3 * push.time, push.force, color=RED, lw=0.7, alpha=0.7)
        high.set(ylabel="elevation [mm]", title=f"{name}, {len(pushed(task).pushes)} pushes")
        low.set(ylabel="force [N]")
        for plot in (high, low):
            plot.axvspan(90, 120, color=GREY, alpha=0.25, lw=0)
            plot.set_xlim(*(1e3 * np.array(SHOWN_S)))
    plots[-1, 0].set_xlabel("time after the release [ms]; grey: when the lab's subject reacts")
    figure.suptitle("Figure 4.8: fingertip on a platform that is let go", color=INK)
    return save_figure(figure, path)


def draw_estimation_data(path: Path) -> Path:
    """Figure 4.9: what (4.13) is fitted to; derivatives are drawn, the fit needs none."""
    figure, plots = _plots(4, 2, (9, 7.5))
    for column, (task, (_, name)) in enumerate(PLATFORMS.items()):
        push, fit = surest(task)
        calm = smoothed(push.time, push.z)
        speed, acceleration = derivatives(push.time, calm)
        rows = (push.time >= -0.02) & (push.time <= 0.09)
        series = (
            (1e3 * push.z, "z [mm]"), (speed, "ż [m/s]"), (acceleration, "z̈ [m/s²]"),
            (np.maximum(push.force, 0), "force [N], clamped"),
        )  # fmt: skip
        for plot, (values, label) in zip(plots[:, column], series, strict=True):
            plot.plot(1e3 * push.time[rows], values[rows], ".-", color=BLUE, lw=0.8, ms=3)
            plot.axvspan(0, 1e3 * fit.seconds, color=GREY, alpha=0.25, lw=0)
            plot.set(ylabel=label)
        plots[0, column].set_title(name)
        plots[-1, column].set_xlabel("time after the release [ms]; grey: chosen window")
    figure.suptitle("Figure 4.9: one push of each task", color=INK)
    return save_figure(figure, path)


def draw_windows(path: Path) -> Path:
    """Figure 4.10: mass, damping and stiffness by window, beside the stiffness of the chain."""
    figure, plots = _plots(3, 2, (9, 7))
    labels = ("mass [g]", "damping [Ns/m]", "stiffness [N/m]")
    for column, (task, (_, name)) in enumerate(PLATFORMS.items()):
        found = pushed(task)
        every = np.array([fits_by_window(push) for push in found.pushes])
        every[..., 0] *= 1e3
        for row, label in enumerate(labels):
            plot, values = plots[row, column], every[..., row]
            plot.plot(1e3 * WINDOWS_S, values.T, color=GREY, lw=0.6)
            plot.plot(1e3 * WINDOWS_S, np.median(values, 0), color=BLUE, lw=1.6, label="median")
            low, high = np.percentile(values[:, 3:], (2, 98))
            plot.set(ylabel=label, ylim=(min(0, low) - 0.1 * abs(high), 1.4 * high))
        chain = np.median([end.free for end in found.endpoints])
        plots[2, column].axhline(chain, color=RED, ls="--", lw=1.2,
                                 label=f"joint by joint: {chain:.0f}")  # fmt: skip
        plots[2, column].legend(frameon=False, fontsize=8)
        plots[0, column].set_title(name)
        plots[-1, column].set_xlabel("window [ms]")
    figure.suptitle("Figure 4.10: one mass on one spring (4.13), by window", color=INK)
    return save_figure(figure, path)


def draw_forces(path: Path) -> Path:
    """Figure 4.11: force as measured, and as the fitted system would need it."""
    figure, plots = _plots(1, 2, (9, 3.6))
    for plot, (task, (_, name)) in zip(plots[0], PLATFORMS.items(), strict=True):
        push, fit = surest(task)
        speed, acceleration = derivatives(push.time, smoothed(push.time, push.z))
        z = push.z - push.z[push.time < -0.02].mean()
        given = fit.mass * acceleration + fit.damping * speed + fit.stiffness * z + fit.rest_force
        rows = (push.time >= -0.02) & (push.time <= fit.seconds)
        t = 1e3 * push.time[rows]
        plot.plot(t, np.maximum(push.force, 0)[rows], color=BLUE, lw=1.4, label="measured")
        plot.plot(t, given[rows], "--", color=RED, lw=1.2, label="computed")
        told = (
            f"m {1e3 * fit.mass:.1f} g, b {fit.damping:.2f} Ns/m, k {fit.stiffness:.0f} N/m, "
            f"f₀ {fit.rest_force:.2f} N"
        )
        plot.set(title=f"{name}: {told}", xlabel="time after the release [ms]", ylabel="force [N]")
        plot.title.set_fontsize(8.5)
        plot.legend(frameon=False, fontsize=8)
    figure.suptitle("Figure 4.11: measured force, and that of the fitted system", color=INK)
    return save_figure(figure, path)


def _plots(rows: int, columns: int, size: tuple[float, float]):
    """A figure and its plots (rows, columns)."""
    figure = optional("matplotlib.figure").Figure(figsize=size, dpi=100, layout="constrained")
    plots = figure.subplots(rows, columns, squeeze=False)
    for plot in plots.flat:
        plot.spines[["top", "right"]].set_visible(False)
    return figure, plots
