"""`draw_force_synergies`: how few components pressure needs, and its cycles, as in Figure 6-5."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from prehensile.draw.tiles import INK, save_figure
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.hand.taxels import glove_taxels
from prehensile.motion.pressure_images import taxel_image
from prehensile.synergy.basis import basis_of
from prehensile.synergy.cycles import count_cycles
from prehensile.synergy.phases import find_phases

COLORS = ("#b5332e", "#2a5f9e", "#3f7d4e", "#8a6a1f")
"""of trials, red and blue first as in the thesis"""
CHANGING = "#ece7df"
MOST_COMPONENTS = 40
WANTED = 0.9
"""share of the variance that is marked"""


def draw_force_synergies(
    path: str | Path, trials: Mapping[str, tuple[np.ndarray, np.ndarray]]
) -> Path:
    """Draw variance over the number of components, the first component over time with the cycles
    counted, phases of the first trial shaded, and its image where the frames are the glove's.

    Args:
        path: the PNG to write.
        trials: name → times (T,) [s] and frames (T, n).

    Returns:
        ``path``.

    Raises:
        InputError: no trials, more than there are colours, or frames that do not vary.
    """
    if not 1 <= len(trials) <= len(COLORS):
        raise InputError(f"force synergies are drawn of 1 to {len(COLORS)} trials.")
    taxels = glove_taxels()
    _, first = next(iter(trials.values()))
    on_glove = first.shape[1] == taxels.count
    widths = [1.0, 1.7, 0.75][: 3 if on_glove else 2]
    figure = optional("matplotlib.figure").Figure(
        figsize=(4.2 * sum(widths), 3.9), dpi=100, layout="constrained"
    )
    left, middle, *rest = figure.subplots(1, len(widths), width_ratios=widths)
    for color, (name, (time, frames)) in zip(COLORS, trials.items(), strict=False):
        share = np.cumsum(basis_of(frames).variance_ratio)
        needed = int(np.searchsorted(share, WANTED)) + 1
        count = np.arange(1, min(len(share), MOST_COMPONENTS) + 1)
        left.plot(count, 100 * share[: len(count)], color=color, label=f"{name}: {needed} for 90 %")
        cycles = count_cycles(time, frames)
        middle.plot(cycles.time, cycles.signal, color=color, lw=1, label=f"{name}: {cycles.count}")
        heights = np.interp(cycles.peaks, cycles.time, cycles.signal)
        middle.plot(cycles.peaks, heights, "o", color=color, ms=4)
    left.axhline(100 * WANTED, color=INK, lw=0.6, ls=":")
    left.set(xlabel="components", ylabel="share of the variance [%]", ylim=(0, 102), xlim=(0, None))
    left.legend(frameon=False, loc="lower right")
    phases = find_phases(*next(iter(trials.values())))
    for start, end, changing in zip(*phases, strict=True):
        if changing:
            middle.axvspan(start, end, color=CHANGING, lw=0, zorder=0)
    middle.set(xlabel="time [s]", ylabel="along the first component")
    middle.legend(
        frameon=False, loc="lower right", bbox_to_anchor=(1, 1), title="cycles", ncols=len(trials)
    )
    for axes in (left, middle):
        axes.spines[["top", "right"]].set_visible(False)
    if on_glove:
        axis = basis_of(first, 1).axes[0]
        image = np.where(taxels.mask, taxel_image(axis, taxels), np.nan)
        most = np.abs(axis).max()
        rest[0].imshow(image, cmap="RdBu_r", vmin=-most, vmax=most)
        rest[0].set_facecolor(CHANGING)
        rest[0].set_xlabel("first component on the glove")
        rest[0].set(xticks=[], yticks=[])
    return save_figure(figure, path)
