"""Figure 5.9 of Kry 2005: a light bulb, gaited by a hand that turned the Tango, from two starts."""

from pathlib import Path

import numpy as np

from prehensile.draw.clip_frame import add_frame, clip_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.synthesis.gaited_bulb import STARTS, TIGHT, WIDE, gaited

MOMENTS = (1.0, 3.0, 4.5, 7.2, 9.0, 14.0)
"""[s] that are shown: before, in and between grips"""
TILE = (300, 260)
EYE = np.array([0.8, 0.75, 0.5])
"""from the bulb, past the fingertips"""
COLORS = ("#0072b2", "#d55e00")


def draw_gaiting(path: Path) -> Path:
    """A strip for each start; how far the bulbs are apart, and how far they have turned."""
    found, tight = gaited(WIDE), gaited(TIGHT)
    time = found.time
    rows = np.searchsorted(time, MOMENTS).clip(max=len(time) - 1).tolist()
    camera = clip_camera(found.clips[0], rows, TILE, EYE)
    figure = optional("matplotlib.figure").Figure(figsize=(15, 8.4), dpi=100, layout="constrained")
    figure.suptitle(
        "Figure 5.9: a bulb in a wide socket, gaited by a hand that was captured as it turned the "
        f"Tango; two starts, {1e3 * abs(STARTS[1] - STARTS[0]):g} mm apart",
        fontsize=12, color=INK,
    )  # fmt: skip
    strips, below = figure.subfigures(2, 1, height_ratios=[2, 1.3])
    tiles = strips.subplots(len(STARTS), len(rows))
    with Scene(TILE) as scene:
        for i, clip in enumerate(found.clips):
            for j, k in enumerate(rows):
                tile = tiles[i, j]
                scene.clear()
                add_frame(scene, clip, k, forces=True, floor=None)
                tile.imshow(scene.picture(camera))
                tile.set_axis_off()
                start = f"start {i + 1}: " if j == 0 else ""
                tile.set_title(f"{start}{time[k]:.1f} s", fontsize=10, color=COLORS[i])
    apart, turned = below.subplots(1, 2, sharex=True)
    apart.plot(time, 1e3 * found.apart(), color=INK, lw=1.5, label="wide socket, as above")
    apart.plot(time, 1e3 * tight.apart(), color="#8a857d", lw=1.2, ls="--", label="tight socket")
    apart.set_ylabel("from bulb to bulb,\nRMS over its points [mm]")
    for bulbs, name, look in ((found, "", "-"), (tight, ", tight socket", "--")):
        for i, angle in enumerate(np.degrees(bulbs.turned())):
            label = f"start {i + 1}{name}"
            turned.plot(time, angle, color=COLORS[i], lw=1.4, ls=look, label=label)
    turned.set_ylabel("turned about the upright [°]")
    for plot in (apart, turned):
        plot.set_xlabel("time [s]")
        plot.legend(frameon=False, fontsize=9, loc="upper left")
        plot.grid(color="#dddad4", lw=0.6)
        plot.spines[["top", "right"]].set_visible(False)
    return save_figure(figure, path)
