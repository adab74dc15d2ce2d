"""One state optimised with the hull's ε beside the ellipsoid: the papers saw little difference."""

from pathlib import Path

import numpy as np

from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.figures.manipulate.optimised_state import Measure, Optimised, optimised
from prehensile.figures.manipulate.phase_bands import add_bands

SHOWN: dict[Measure, str] = {
    "ellipsoid": "wrench ellipsoid: smallest singular value",
    "hull": "wrench hull: ε, scaled",
}
BLUE, RED = "#0072b2", "#c0392b"


def draw_hull_quality(path: Path) -> Path:
    """The dial above, the grasp below, a column for each measure."""
    return drawn_measures(path, {measure: optimised(measure) for measure in SHOWN})


def drawn_measures(path: Path, found: dict[Measure, Optimised]) -> Path:
    """Of states that were optimised already."""
    figure = optional("matplotlib.figure").Figure(figsize=(10, 5.4), dpi=100, layout="constrained")
    plots = figure.subplots(2, len(found), sharex=True, sharey="row", squeeze=False)
    for (angle, quality), (measure, one) in zip(plots.T, found.items(), strict=True):
        trace, wanted = one.trace, one.task.configuration.quality_wanted
        for plot in (angle, quality):
            add_bands(plot, trace.time, trace.phase, named=plot is angle)
            dressed(plot)
        angle.plot(trace.time, np.degrees(trace.error), color=BLUE)
        angle.set_title(
            f"{SHOWN[measure]}\n{np.degrees(trace.error[-1]):.1f}° off at the end; "
            f"{1e6 * one.seconds / one.steps:.0f} µs a step",
            fontsize=9, color=INK, pad=16,
        )  # fmt: skip
        quality.plot(trace.time, trace.quality, color=BLUE)
        quality.axhline(wanted, color=RED, ls="--", lw=1, label="wanted")
        quality.set_xlabel("time [s]")
    plots[0, 0].set_ylabel("from the goal [°]")
    plots[1, 0].set_ylabel("quality of the grasp")
    plots[1, 0].legend(frameon=False, fontsize=9)
    figure.suptitle(
        "One state of the dial, optimised with either measure from the same draws",
        fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)
