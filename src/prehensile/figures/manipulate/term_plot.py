"""Every term of the objective over one cycle (3.3.2): what it adds up to, weighted and scaled."""

from pathlib import Path

import numpy as np

from prehensile.bench.manipulate.published import OURS
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.figures.manipulate.optimised_state import Optimised, optimised
from prehensile.figures.manipulate.phase_bands import add_bands
from prehensile.manipulate.configuration import TERMS, Configuration

NAMES = {
    "0": "L_0 grasp missed", "Q": "L_Q grasp too weak", "x": "L_T place", "theta": "L_T angle",
    "omega": "L_ω turned in release", "v": "L_v moved in release", "h": "back of the fingers",
    "P": "L_P fingers that take no part", "tau": "effort", "depth": "too deep (ours, off)",
    "early": "turned in approach (ours, off)",
}  # fmt: skip
"""term → what it punishes; V belongs to what comes after the cycle"""
COLUMNS = 4
BLUE, GREY = "#0072b2", "#999999"


def draw_terms(path: Path) -> Path:
    """Of the state that was optimised with the wrench ellipsoid."""
    return drawn_terms(path, optimised("ellipsoid"))


def drawn_terms(path: Path, found: Optimised) -> Path:
    """A plot for each term; ours, which weigh nothing here, unweighted and grey."""
    c, trace = found.task.configuration, found.trace
    rows = -(-len(NAMES) // COLUMNS)
    figure = optional("matplotlib.figure").Figure(
        figsize=(12, 2.3 * rows), dpi=100, layout="constrained"
    )
    plots = figure.subplots(rows, COLUMNS, sharex=True, squeeze=False)
    summed = weighted_sums(c, trace.terms)
    for plot, (term, name) in zip(plots.flat, NAMES.items(), strict=False):
        ours = term in OURS
        add_bands(plot, trace.time, trace.phase, named=plot in plots[0])
        plot.plot(trace.time, summed[:, TERMS.index(term)], color=GREY if ours else BLUE, lw=1.4)
        plot.set_title(name, fontsize=9, color=INK, pad=16 if plot in plots[0] else 6)
        dressed(plot)
    for plot in plots.flat[len(NAMES) :]:
        plot.set_axis_off()
    for plot in plots[-1]:
        plot.set_xlabel("time [s]")
    figure.suptitle(
        "Terms of the objective over one cycle of the dial: "
        f"{np.degrees(trace.error[0]):.0f}° off at first, {np.degrees(trace.error[-1]):.0f}° then",
        fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)


def weighted_sums(c: Configuration, added: np.ndarray) -> np.ndarray:
    """(T, n) what terms have come to after each step; those without a weight are only scaled."""
    weight = [c.scales[term] * (c.weights[term] or 1.0) for term in TERMS]
    return np.cumsum(added, axis=0) * weight
