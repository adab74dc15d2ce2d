"""Figures 4, 7, 8 and 9 of Duits 2015: the approximation, and what it costs by anchor."""

from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.draw.forces import COLORS
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures._published import OVER_PI, Published
from prehensile.kinematics.ik.finger import ANCHOR, COUPLING, SAFE_ANCHOR, FingerIK

FIGURE_4_MM = (44.63, 32.33, 16.43)
"""L_PP, L_IP, L_DP as printed; no finger of the data has them."""
RANGE = pi / (1 + COUPLING)
"""[rad] θ_PIP of a fully bent finger (7)"""
ANGLE_TICKS = ("½π", "⅔π", "⅚π", "11π/12", "π", "13π/12", "7π/6")
GRID = "#dddad4"
OURS, THEIRS = "#0072b2", "#d55e00"


def draw_distance(path: Path) -> Path:
    """Figure 4: distance of the tip over θ_PIP, with the cosines that stand in for it (10)."""
    bones = 1e-3 * np.array(FIGURE_4_MM)
    finger = FingerIK(bones)
    theta = np.linspace(0, pi, 400)
    angles = np.stack([0 * theta, theta, COUPLING * theta], axis=-1)
    d = 1e3 * np.linalg.norm(finger.forward(angles), axis=-1)
    figure = _figure(10, 4.4)
    whole, off = figure.subplots(1, 2, width_ratios=(1.25, 1))
    within = theta <= RANGE
    whole.axvspan(0, RANGE, color="#eceae5", lw=0)
    whole.plot(theta, d, color=INK, lw=2, label=r"$d(\theta_{PIP})$, equation (5)")
    for anchor, name, color, dash in (
        (ANCHOR, "π", OURS, (0, (5, 2))),
        (SAFE_ANCHOR, "11π/12", THEIRS, (0, (2, 2))),
    ):
        near = cosine(bones, anchor, theta)
        label = rf"$L_T\,\cos(B\,\theta_{{PIP}})$ (10), $\theta_U$ = {name}"
        whole.plot(theta, near, color=color, lw=1.6, ls=dash, label=label)
        off.plot(theta[within], (near - d)[within], color=color, lw=1.8, ls=dash)
        at = anchor / (1 + COUPLING)
        whole.plot(at, cosine(bones, anchor, np.array(at)), "o", color=color, ms=6)
    whole.text(
        0.03, 0.04, "shaded: what a finger can bend", transform=whole.transAxes, color="#77736c",
        fontsize=9,
    )  # fmt: skip
    lengths = ", ".join(f"{length:g}" for length in FIGURE_4_MM)
    title = rf"$L_{{PP}}, L_{{IP}}, L_{{DP}}$ = {lengths} mm"
    whole.set_ylim(0, 100)
    whole.set_ylabel("distance of the tip from the knuckle [mm]", color=INK)
    whole.set_title("Figure 4: " + title, fontsize=10, color=INK)
    whole.legend(frameon=False, fontsize=9, loc="upper right")
    off.axhline(0, color=INK, lw=1)
    off.set_ylabel("(10) minus (5) [mm]", color=INK)
    off.set_title("how far the cosines are off (colours as left)", fontsize=10, color=INK)
    for plot, ticks in (
        (whole, (0, 1 / 5, 2 / 5, 3 / 5, 4 / 5, 1)),
        (off, (0, 1 / 5, 2 / 5, 3 / 5)),
    ):
        plot.set_xlim(0, pi * ticks[-1])
        plot.set_xticks([pi * t for t in ticks], [_fifths(t) for t in ticks])
        plot.set_xlabel(r"$\theta_{PIP}$ [rad]", color=INK)
        _tidy(plot)
    return save_figure(figure, path)


def cosine(bones: np.ndarray, anchor: float, theta: np.ndarray) -> np.ndarray:
    """[mm] L_T cos(B θ): equations (8) to (10), anchored at θ_U [rad]."""
    at = anchor / (1 + COUPLING)
    there = FingerIK(bones).forward(np.array([0.0, at, COUPLING * at]))
    length = bones.sum()
    return 1e3 * length * np.cos(np.arccos(np.hypot(*there) / length) / at * theta)


LABELS = {
    "pip": ("_mm", "distance from where the exact ratio puts it [mm]"),
    "dip": ("_mm", "distance from where the exact ratio puts it [mm]"),
    "lambda": ("", r"$|\lambda - \lambda_{CF}|$"),
}
"""Quantity → suffix of its columns, label of its axis."""


def draw_deviation(
    rows: list[dict[str, Any]], name: str, title: str, published: Published, path: Path
) -> Path:
    """Figures 7, 8, 9: mean, deviation and maximum per anchor, ours beside the published ones.

    Args:
        rows: from :func:`anchor_table`.
        name: of the columns: pip, dip or lambda.
        title: of the figure.
        published: the paper's own numbers.
        path: the PNG to write.
    """
    assert tuple(row["theta_u_over_pi"] for row in rows) == OVER_PI
    unit, label = LABELS[name]
    figure = _figure(13, 4.6)
    figure.suptitle(f"{title}, by anchor", fontsize=11, color=INK)
    means, maxima, fingers = figure.subplots(1, 3)
    # λ: what is published deviates about another mean than its own; ours is drawn the same way.
    as_published = name == "lambda"
    sd = [row["lambda_sd_published" if as_published else f"{name}_sd{unit}"] for row in rows]
    x = np.arange(len(rows))
    _bars(means, x - 0.1, [row[f"{name}_mean{unit}"] for row in rows], sd, OURS, "ours")
    theirs = np.array(published.all_fingers)
    _bars(means, x + 0.1, theirs[:, 0], theirs[:, 1], THEIRS, "published")
    note = " (signed)" if as_published else ""
    means.set_title(f"all fingers: mean ± standard deviation{note}", fontsize=10, color=INK)
    maxima.plot(x, [row[f"{name}_max{unit}"] for row in rows], "o-", color=OURS, label="ours")
    maxima.plot(x, theirs[:, 2], "s--", mfc="none", color=THEIRS, label="published")
    maxima.set_title("all fingers: maximum", fontsize=10, color=INK)
    for finger, of_paper in published.by_finger.items():
        ours = [row["fingers"][finger][f"{name}_mean{unit}"] for row in rows]
        fingers.plot(x, ours, "-", color=COLORS[finger], lw=1.8, label=finger)
        fingers.plot(x, of_paper, "s", mfc="none", color=COLORS[finger], ms=6)
    fingers.plot([], [], "s", mfc="none", color=INK, label="published")
    fingers.set_title("each finger: mean (lines: ours)", fontsize=10, color=INK)
    for plot in (means, maxima, fingers):
        plot.set_xticks(x, ANGLE_TICKS)
        plot.set_xlabel(r"anchor $\theta_U$ [rad]", color=INK)
        plot.set_ylim(bottom=0)
        plot.legend(frameon=False, fontsize=9)
        _tidy(plot)
    means.set_ylabel(label, color=INK)
    return save_figure(figure, path)


def _bars(plot: Any, x: np.ndarray, mean: Any, sd: Any, color: str, label: str) -> None:
    """Means with their deviation; below zero there is nothing to deviate to."""
    below = np.minimum(mean, sd)
    plot.errorbar(
        x, mean, yerr=[below, sd], fmt="o" if label == "ours" else "s", color=color, capsize=3,
        mfc=color if label == "ours" else "none", lw=1.4, ms=5, label=label,
    )  # fmt: skip


def _fifths(over_pi: float) -> str:
    fifths = round(5 * over_pi)
    return {0: "0", 5: "π"}.get(fifths, f"{fifths}π/5".replace("1π", "π"))


def _figure(width: float, height: float) -> Any:
    return optional("matplotlib.figure").Figure(
        figsize=(width, height), dpi=100, layout="constrained"
    )


def _tidy(plot: Any) -> None:
    plot.grid(True, axis="y", color=GRID, lw=0.6)
    plot.spines[["top", "right"]].set_visible(False)
