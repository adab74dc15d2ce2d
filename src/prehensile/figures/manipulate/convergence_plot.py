"""Figure 3-6 of Andrews 2014: values and states of a dial policy, sweep by sweep."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.manipulate.published import as_published
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.learn.value_iteration import begin, sweep
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named

STATES, SWEEPS = 7, 6
"""at first, as published; and how often all are searched"""
MOST = 20
"""states, so that it takes a minute"""
GENERATIONS = 2
"""of CMA-ES for a state and sweep, likewise"""
SEED = 13
"""development"""
BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#c9c4bb"


class Convergence(NamedTuple):
    """Before the first sweep and after each."""

    mean: np.ndarray
    """(S + 1,) V"""
    most: np.ndarray
    """(S + 1,)"""
    states: np.ndarray
    """(S + 1,)"""


def draw_convergence(path: Path) -> Path:
    """From seven states that are worth −10, by the printed method."""
    return drawn_convergence(path, convergence())


def convergence(**changes: Any) -> Convergence:
    """Learn, and keep what the table says between sweeps."""
    numbers = as_published(NUMBERS["dial"]).changed(
        first_states=STATES, most_states=MOST, joining=MOST, sweeps=SWEEPS, generations=GENERATIONS
    )
    task = task_named("dial", configuration=numbers.changed(**changes))
    evaluator, now = Threads(task), begin(task, SEED)
    told = [now.table.values]
    for _ in range(task.configuration.sweeps):
        now = sweep(task, evaluator, now)
        told.append(now.table.values)
    return Convergence(
        np.array([v.mean() for v in told]), np.array([v.max() for v in told]),
        np.array([len(v) for v in told]),
    )  # fmt: skip


def drawn_convergence(path: Path, found: Convergence) -> Path:
    """Values as lines, states as bars behind them."""
    figure = optional("matplotlib.figure").Figure(figsize=(7.5, 4.4), dpi=100, layout="constrained")
    plot = figure.subplots()
    bars = plot.twinx()
    at = np.arange(len(found.mean))
    bars.bar(at, found.states, color=GREY, width=0.55)
    bars.set_ylabel(f"states (at most {MOST} here)")
    plot.plot(at, found.most, "o-", color=ORANGE, ms=4, label="max V")
    plot.plot(at, found.mean, "o-", color=BLUE, ms=4, label="mean V")
    plot.set(xlabel="sweep", ylabel="value", xticks=at)
    plot.set_zorder(bars.get_zorder() + 1)
    plot.patch.set_visible(False)
    plot.legend(frameon=False, fontsize=9)
    dressed(plot)
    bars.spines[["top"]].set_visible(False)
    figure.suptitle(
        f"Figure 3-6: a dial policy from {found.states[0]} states at {found.mean[0]:.0f}, "
        "α = 0.8, γ = 0.7", fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)
