"""Closed forms of Coulomb friction: a block on an incline, a block in a pinch, any azimuth."""

from pathlib import Path

import numpy as np

from prehensile.bench.synthesis.closed_forms import holding_force, slipping_angle
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed

SEED = 0
INCLINES, PINCHES = 60, 25
"""drawn for each number of sides; pinches have 16"""
SIDES = {4: "#d55e00", 8: "#0072b2", 24: "#009e73"}
PINCH_SIDES = 16


def draw_incline(path: Path) -> Path:
    """The angle at which a block begins to slide against arctan μ."""
    figure = optional("matplotlib.figure").Figure(figsize=(10, 4.4), dpi=100, layout="constrained")
    angles, errors = figure.subplots(1, 2)
    line = np.linspace(0.2, 1.0, 100)
    angles.plot(line, np.degrees(np.arctan(line)), color=INK, lw=1, label="arctan μ")
    for sides, color in SIDES.items():
        rng = np.random.default_rng(SEED)
        mu, azimuth = rng.uniform(0.2, 1.0, INCLINES), rng.uniform(0, 2 * np.pi, INCLINES)
        found = np.degrees([slipping_angle(a, m, sides) for a, m in zip(azimuth, mu, strict=True)])
        wrong = found - np.degrees(np.arctan(mu))
        angles.plot(mu, found, ".", color=color, label=f"{sides} sides")
        errors.plot(np.degrees(azimuth), wrong, ".", color=color,
                    label=f"{sides} sides: {np.abs(wrong).max():.2f}° at most")  # fmt: skip
    angles.set(xlabel="friction μ", ylabel="slides from [°]")
    errors.set(xlabel="azimuth of the slope [°]", ylabel="found less arctan μ [°]")
    for plot in (angles, errors):
        plot.legend(frameon=False, fontsize=9, loc="upper left" if plot is angles else "lower left")
        dressed(plot)
    errors.set_ylim(bottom=-13)
    figure.suptitle("A block on an incline: a polygon of few sides loses friction between its "
                    "corners", color=INK, fontsize=11)  # fmt: skip
    return save_figure(figure, path)


def draw_pinch(path: Path) -> Path:
    """The force from which two points hold a block, over m g / 2μ."""
    rng = np.random.default_rng(SEED)
    mass = rng.uniform(0.05, 0.2, PINCHES)
    mu, azimuth = rng.uniform(0.2, 1.0, PINCHES), rng.uniform(0, 2 * np.pi, PINCHES)
    share = np.array([holding_force(*one) for one in zip(mass, mu, azimuth, strict=True)])
    figure = optional("matplotlib.figure").Figure(figsize=(8, 4.2), dpi=100, layout="constrained")
    plot = figure.subplots()
    plot.axhspan(0, 100 * (1 / np.cos(np.pi / PINCH_SIDES) - 1), color="#ece7df", lw=0,
                 label=f"what a polygon of {PINCH_SIDES} sides may lose")  # fmt: skip
    plot.axhline(0, color=INK, lw=1)
    plot.plot(np.degrees(azimuth), 100 * (share - 1), "o", color="#0072b2", ms=5,
              label="50 to 200 g, μ from 0.2 to 1")  # fmt: skip
    plot.set(xlabel="azimuth of gravity [°]", ylabel="force that holds, over m g / 2μ, less 1 [%]")
    plot.set_ylim(-0.1, 2.7)
    plot.legend(frameon=False, fontsize=9, loc="upper right", ncols=2)
    dressed(plot)
    figure.suptitle(f"A pinch: {100 * np.abs(share - 1).max():.1f} % off at most",
                    color=INK, fontsize=11)  # fmt: skip
    return save_figure(figure, path)
