"""Figures 3.14 and 3.15 of Kry 2005: a taxel of the Tango against a probe, and a grasp of it."""

from pathlib import Path

import numpy as np

from prehensile.capture.sensors.readout.tango_calibration import KEEP, filtered
from prehensile.capture.sensors.tango import COLUMNS, ROWS, Tango, taxel_areas, taxel_normals
from prehensile.capture.sensors.trials import grip_trial, probed
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional

RED, BLUE, PALE = "#c0392b", "#0072b2", "#b9c9d6"
SEED = 5
ROW, COLUMN = 3, 9
"""of the taxel that the probe presses"""


def probed_taxel(seed: int = SEED) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Time (N,) [s] at 50 Hz; force (N,) [N] of the probe, the calibrated taxel, and filtered."""
    rng = np.random.default_rng(seed)
    tango = Tango(rate_hz=50.0)
    calibration = probed(tango, rng)
    time = np.arange(400) / tango.rate_hz
    force = 1.6 * np.maximum(np.sin(2 * np.pi * 0.45 * time), 0) ** 2 * (1 - 0.06 * time)
    area = taxel_areas(tango.radius)[ROW, COLUMN]
    pressure = np.zeros((len(time), ROWS, COLUMNS))
    pressure[:, ROW, COLUMN] = force / area
    read = calibration.pressure(tango.read(time, pressure, rng).values.reshape(-1, ROWS, COLUMNS))
    smooth = filtered(read)[0]
    return time, force, area * read[:, ROW, COLUMN], area * smooth[:, ROW, COLUMN]


def draw_taxel(path: Path) -> Path:
    """Figure 3.14: a taxel raw and filtered, and the probe."""
    time, force, raw, smooth = probed_taxel()
    figure = optional("matplotlib.figure").Figure(figsize=(9, 4), dpi=100, layout="constrained")
    plot = figure.add_subplot()
    plot.plot(time, raw, color=PALE, lw=0.9, label="taxel")
    plot.plot(time, smooth, color=BLUE, lw=1.4, label=f"taxel, filtered ({KEEP})")
    plot.plot(time, force, color=RED, lw=1.2, label="probe")
    title = "Figure 3.14: one taxel of the Tango against a force probe, at 50 Hz"
    plot.set(xlabel="time [s]", ylabel="force [N]", xlim=(0, time[-1]), title=title)
    plot.legend(frameon=False, ncols=3)
    for side in ("top", "right"):
        plot.spines[side].set_visible(False)
    return save_figure(figure, path)


def draw_grasp(path: Path) -> Path:
    """Figure 3.15: raw pressure of a three-finger grasp, longer and darker where it is higher."""
    rng = np.random.default_rng(SEED)
    tango = Tango()
    clip = grip_trial(rng, tango.radius)
    image = tango.observe(clip, rng).values.reshape(-1, ROWS, COLUMNS)
    pressing = (clip.finger_force[:, 0] > 0.8).sum(1)
    frame = int(np.where(pressing == 3, clip.finger_force[:, 0].sum(1), -1.0).argmax())
    read = np.maximum(image[frame], 0.0)
    share = read / read.max()
    figure = optional("matplotlib.figure").Figure(figsize=(10, 5), dpi=100, layout="constrained")
    optional("mpl_toolkits.mplot3d")
    figure.suptitle("Figure 3.15: raw pressure on the Tango, three fingers", color=INK)
    normals = taxel_normals()
    for k, azimuth in enumerate((-60, 120)):
        plot = figure.add_subplot(1, 2, k + 1, projection="3d")
        eye = np.array([np.cos(np.radians(azimuth)), np.sin(np.radians(azimuth)), 0.35])
        for normal, strength in zip(normals.reshape(-1, 3), share.ravel(), strict=True):
            if normal @ eye < -0.05:
                continue
            line = np.stack([normal, (1 + 0.7 * strength) * normal]).T
            shade = str(0.85 * (1 - strength) ** 1.5)
            plot.plot(*line, color=shade, lw=1.2)
            plot.plot(*normal, ".", color=shade, ms=4 + 6 * strength)
        plot.set_box_aspect((1, 1, 1), zoom=1.4)
        plot.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), zlim=(-1.3, 1.3))
        plot.view_init(elev=20, azim=azimuth)
        plot.set_axis_off()
    return save_figure(figure, path)
