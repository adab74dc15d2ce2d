"""What the complementarity solver takes, by contacts and sides."""

from pathlib import Path
from time import perf_counter

import numpy as np

from prehensile.bench.synthesis.problems import friction_problem
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.synthesis.lcp.solver import solve_lcp

SEED = 21
CONTACTS = (1, 2, 3, 5, 7, 10)
SIDES = {4: "#d55e00", 8: "#0072b2", 16: "#009e73", 24: "#8a6a1f"}
TIMED = 60
"""problems for each point"""
STEP_US = 2000.0
"""[µs] of a step at 500 Hz"""


def draw_solver_time(path: Path) -> Path:
    """Median time of a cold start, with the middle half shaded."""
    figure = optional("matplotlib.figure").Figure(figsize=(8, 4.2), dpi=100, layout="constrained")
    plot = figure.subplots()
    for sides, color in SIDES.items():
        low, middle, high = np.transpose([solver_us(n, sides) for n in CONTACTS])
        plot.plot(CONTACTS, middle, "o-", ms=4, color=color, label=f"{sides} sides")
        plot.fill_between(CONTACTS, low, high, color=color, alpha=0.15, lw=0)
    plot.axhline(STEP_US, color=INK, lw=0.8, ls=":")
    plot.text(CONTACTS[0], STEP_US, "a step at 500 Hz", va="bottom", fontsize=9, color=INK)
    plot.set(xlabel="contacts", ylabel="time [µs]", yscale="log", xticks=CONTACTS)
    plot.legend(frameon=False, fontsize=9)
    dressed(plot)
    figure.suptitle("Lemke's method on random friction problems, from a cold start",
                    color=INK, fontsize=11)  # fmt: skip
    return save_figure(figure, path)


def solver_us(contacts: int, sides: int, timed: int = TIMED) -> np.ndarray:
    """(3,) [µs] quartiles of one kind of problem."""
    rng = np.random.default_rng(SEED)
    solve_lcp(*friction_problem(rng, 1, 4))  # compiles
    took = []
    for _ in range(timed):
        problem = friction_problem(rng, contacts, sides)
        began = perf_counter()
        solve_lcp(*problem)
        took.append(perf_counter() - began)
    return 1e6 * np.quantile(took, [0.25, 0.5, 0.75])
