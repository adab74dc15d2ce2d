"""`draw_forces`: how hard each finger presses over time."""

from pathlib import Path

from prehensile.draw.tiles import INK, save_figure
from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip

# Okabe and Ito's palette: told apart by colour-blind readers too.
COLORS = {
    "thumb": "#d55e00",
    "index": "#0072b2",
    "middle": "#009e73",
    "ring": "#cc79a7",
    "little": "#e69f00",
    "palm": "#55534f",
}
BANDS = ("#eceae5", "#f8f7f4")
DPI = 100


def draw_forces(clip: Clip, path: str | Path, size: tuple[int, int] = (1000, 420)) -> Path:
    """Plot force [N] over time [s], a line for each finger and one for the palm.

    Phases are shaded and named if ``clip.meta["phases"]`` is ``[[name, start, end], ...]`` [s].
    Several hands are plotted one below the other.

    Args:
        clip: with ``finger_force`` and ``palm_force``.
        path: the PNG to write.
        size: width and height in pixels of each hand's plot.

    Returns:
        ``path``.
    """
    if not clip.hands:
        raise InputError("the clip has no hand: there are no finger forces to draw.")
    rows = len(clip.hands)
    figure = optional("matplotlib.figure").Figure(
        figsize=(size[0] / DPI, rows * size[1] / DPI), dpi=DPI, layout="constrained"
    )
    plots = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    for h, (track, plot) in enumerate(zip(clip.hands, plots, strict=True)):
        _phases(plot, clip.meta.get("phases", []))
        for row, digit in enumerate(DIGITS):
            plot.plot(
                clip.time, clip.finger_force[:, h, row], color=COLORS[digit], lw=1.8, label=digit
            )
        plot.plot(
            clip.time, clip.palm_force[:, h], color=COLORS["palm"], lw=1.5, ls="--", label="palm"
        )
        plot.set_ylabel("force [N]" if rows == 1 else f"{track.name}: force [N]", color=INK)
        if clip.n_frames > 1:
            plot.set_xlim(clip.time[0], clip.time[-1])
        plot.set_ylim(bottom=0)
        plot.grid(True, axis="y", color="#dddad4", lw=0.6)
        plot.spines[["top", "right"]].set_visible(False)
    plots[-1].set_xlabel("time [s]", color=INK)
    figure.legend(*plots[0].get_legend_handles_labels(), loc="outside right upper", frameon=False)
    return save_figure(figure, path)


def _phases(plot, phases: list) -> None:
    for k, (name, start, end) in enumerate(phases):
        plot.axvspan(start, end, color=BANDS[k % 2], lw=0, zorder=0)
        plot.text(
            0.5 * (start + end), 1.01, name, transform=plot.get_xaxis_transform(),
            ha="center", va="bottom", fontsize=9, color=INK,
        )  # fmt: skip
