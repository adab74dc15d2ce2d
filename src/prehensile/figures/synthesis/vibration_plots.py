"""A box after lift-off, light and heavy, with damping and without (Kry 2005, 5.1.4 and 5.2)."""

from pathlib import Path

import numpy as np

from prehensile.bench.synthesis.vibration import MASSES, drawn_lift, lifted
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.synthesis.damping import DAMPING

SEED = 2
"""of development"""
DAMPINGS = {0.0: "#d55e00", DAMPING: "#0072b2"}
"""[Ns/m] for each newton → colour"""
BEFORE, AFTER = 0.15, 1.0
"""[s] about lift-off that are drawn"""


def draw_vibration(path: Path) -> Path:
    """Height of the box over what the hand does, and the floor's force above it."""
    lift = drawn_lift(SEED)
    figure = optional("matplotlib.figure").Figure(figsize=(11, 6), dpi=100, layout="constrained")
    figure.suptitle(
        "A box that leaves the floor in the fingers' springs: the same grip, two masses, "
        "with damping and without",
        fontsize=11, color=INK,
    )  # fmt: skip
    plots = figure.subplots(2, 2, sharex=True, height_ratios=[1, 2])
    for mass, (above, below) in zip(MASSES, plots.T, strict=True):
        for damping, color in DAMPINGS.items():
            found = lifted(lift, mass, damping)
            time = found.time - found.time[found.off]
            shown = (time > -BEFORE) & (time < AFTER)
            height = found.T_hand_box[:, 2, 3] - np.median(found.T_hand_box[-250:, 2, 3])
            told = f"{damping:g} Ns/m a newton: {found.vibration():.2f} m/s²"
            below.plot(time[shown], 1e3 * height[shown], color=color, lw=1.4, label=told)
            above.plot(time[shown], found.load[shown], color=color, lw=1.2)
        above.set_title(f"{1e3 * mass:g} g", fontsize=10, color=INK)
        below.set(xlabel="time after lift-off [s]")
        below.legend(frameon=False, fontsize=9, loc="upper right")
        for plot in (above, below):
            plot.axvline(0.0, color="#8a857d", lw=0.8, ls=":")
            plot.grid(color="#dddad4", lw=0.6)
            plot.spines[["top", "right"]].set_visible(False)
    plots[0, 0].set_ylabel("floor [N]")
    plots[1, 0].set_ylabel("height over the hand's way [mm]")
    return save_figure(figure, path)
