"""Figures 3-9 and 3-10 of Andrews 2014: hands that start elsewhere than the policy thinks."""

from functools import cache
from pathlib import Path

from prehensile.bench.manipulate.robustness import (
    Robustness,
    fixed_policy,
    fixed_task,
    robustness,
)
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.manipulate.evaluators.threads import Threads

COLORS = ("#d55e00", "#009e73", "#0072b2")
"""by k"""
PHI = "perturbation φ [rad]"


def draw_robust_reward(path: Path) -> Path:
    """Figure 3-9."""
    return drawn_reward(path, found())


def draw_robust_phases(path: Path) -> Path:
    """Figure 3-10."""
    return drawn_phases(path, found())


@cache
def found() -> Robustness:
    """Learned and played once for both."""
    task = fixed_task()
    evaluator = Threads(task)
    return robustness(task, fixed_policy(task, evaluator), evaluator)


def drawn_reward(path: Path, shown: Robustness) -> Path:
    """Means over trials, a line for each k."""
    figure = optional("matplotlib.figure").Figure(figsize=(6.5, 4.2), dpi=100, layout="constrained")
    plot = figure.subplots()
    for k, row, color in zip(shown.neighbours, shown.reward, COLORS, strict=False):
        plot.plot(shown.phi, row, "o-", ms=4, color=color, label=f"k = {k}")
    plot.set(xlabel=PHI, ylabel="reward at the end of the cycle, R(s′)")
    plot.legend(frameon=False, fontsize=9)
    dressed(plot)
    figure.suptitle("Figure 3-9: reward over perturbed starts", fontsize=11, color=INK)
    return save_figure(figure, path)


def drawn_phases(path: Path, shown: Robustness) -> Path:
    """Durations to the left, qualities to the right; the approach broken, actuating whole."""
    figure = optional("matplotlib.figure").Figure(figsize=(10, 4.2), dpi=100, layout="constrained")
    plots = figure.subplots(1, 2)
    for plot, rows, letter in zip(plots, (shown.seconds, shown.quality), "TQ", strict=True):
        for k, row, color in zip(shown.neighbours, rows, COLORS, strict=False):
            for phase, dash in enumerate(("--", "-")):
                plot.plot(shown.phi, row[:, phase], f"o{dash}", ms=3, color=color,
                          label=f"{letter}{'₀₁'[phase]}, k = {k}")  # fmt: skip
        plot.set(xlabel=PHI, ylabel="duration [s]" if letter == "T" else "quality of the grasp")
        plot.legend(frameon=False, fontsize=8, ncols=len(shown.neighbours))
        plot.set_ylim(bottom=0)
        dressed(plot)
    figure.suptitle(
        "Figure 3-10: approach (0) and actuation (1) over perturbed starts", fontsize=11, color=INK
    )
    return save_figure(figure, path)
