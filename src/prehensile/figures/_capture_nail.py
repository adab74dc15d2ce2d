"""Figures 3.11 and A.3 of Kry 2005: forces from a fingernail, and when it is read."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.capture.sensors.fingernail import Fingernail
from prehensile.capture.sensors.nail.inputs import found_lag, nail_inputs, unlagged
from prehensile.capture.sensors.nail.linear import NailLine
from prehensile.capture.sensors.nail.neighbours import BIN, BINS, THRESHOLD, NailNeighbours
from prehensile.capture.sensors.nail.scan import DARK, SCAN, Scan
from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.sensors.trials import press_course
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional

RED, BLUE, MAGENTA, GRID = "#c0392b", "#0072b2", "#cc3399", "#dddad4"
TRAINED_S, TESTED_S = 83.0, 66.0
SEED = 11


class NailTest(NamedTuple):
    """What a model makes of test data that follow its training data at once."""

    time: np.ndarray
    """(N,) [s]"""
    force: np.ndarray
    """(N,) [N] true"""
    estimate: np.ndarray
    """(N,) [N] by (3.1) with the thresholded mean"""
    linear: np.ndarray
    """(N,) [N]"""
    density: np.ndarray
    """(N, 50) [1/N]"""
    distance: np.ndarray
    """(N, k) of the neighbours"""


def nail_test(seed: int = SEED, trained: float = TRAINED_S, tested: float = TESTED_S) -> NailTest:
    """One index finger, six photodiodes."""
    rng = np.random.default_rng(seed)
    clip = press_course(rng, trained + tested, 60.0)
    stream = Fingernail(digits=("index",)).observe(clip, rng)
    true = tip_forces(clip, clip.hands[0]).normal[:, 1]
    x = nail_inputs(stream, "index")
    learned = stream.time < trained
    lag = found_lag(x[learned], true[learned], 60.0)
    before, after = (unlagged(part, 60.0, lag) for part in (x[learned], x[~learned]))
    model = NailNeighbours.train(before, true[learned])
    return NailTest(
        time=stream.time[~learned] - trained,
        force=true[~learned],
        estimate=model.estimate(after),
        linear=NailLine.train(before, true[learned]).estimate(after),
        density=model.density(after),
        distance=model.near(after).distance,
    )


def draw_estimates(path: Path) -> Path:
    """Figure 3.11: density of the force, its estimate, distances, likelihood of none."""
    found = nail_test()
    figure = optional("matplotlib.figure").Figure(figsize=(10, 7), dpi=100, layout="constrained")
    tall, low, lowest = figure.subplots(3, 1, sharex=True, height_ratios=[3, 1, 1])
    shown = found.density.copy()
    shown[:, : int(np.ceil(THRESHOLD / BIN))] = 0.0
    tall.imshow(
        shown.T, origin="lower", aspect="auto", cmap="Blues", interpolation="nearest",
        extent=(0, found.time[-1], 0, BINS * BIN), vmax=np.percentile(shown, 99.5),
    )  # fmt: skip
    tall.plot(found.time, found.force, color=INK, lw=1.1, label="true force")
    off = [np.sqrt(((e - found.force) ** 2).mean()) for e in (found.estimate, found.linear)]
    tall.plot(
        found.time, found.estimate, color=RED, lw=0.9, label=f"neighbours, {off[0]:.2f} N off"
    )
    tall.plot(found.time, found.linear, color=MAGENTA, lw=0.7, ls="--",
              label=f"linear model, {off[1]:.2f} N off")  # fmt: skip
    title = "Figure 3.11: force of an index finger from its nail, after 83 s of training"
    tall.set(ylabel="normal force [N]", ylim=(0, BINS * BIN), title=title)
    tall.legend(frameon=False, ncols=3, loc="upper left", fontsize=9)
    low.plot(found.time, found.distance[:, 0], color=BLUE, lw=0.8, label="nearest")
    low.plot(found.time, found.distance[:, -1], color=GRID, lw=0.8, label="farthest")
    low.set(ylabel="neighbours")
    low.legend(frameon=False, ncols=2, fontsize=8)
    lowest.fill_between(found.time, found.density[:, 0] * BIN, color=BLUE, lw=0, alpha=0.6)
    lowest.set(ylabel="p(no force)", xlabel="time [s]", ylim=(0, 1), xlim=(0, found.time[-1]))
    for plot in (tall, low, lowest):
        for side in ("top", "right"):
            plot.spines[side].set_visible(False)
    return save_figure(figure, path)


def draw_scans(path: Path) -> Path:
    """Figure A.3: one frame between two strobes, through both filters."""
    figure = optional("matplotlib.figure").Figure(figsize=(10, 4.2), dpi=100, layout="constrained")
    figure.suptitle("Figure A.3: a photodiode between the strobes of the cameras", color=INK)
    for k, resistance in enumerate((10e3, 5e3)):
        scan = Scan(resistance=resistance)
        time, volts, start, leds = scan.waveform(light=0.8, room=0.5).T
        plot = figure.add_subplot(1, 2, k + 1)
        plot.plot(1e3 * time, 2.6 + 0.5 * start, color=BLUE, lw=1.1)
        plot.plot(1e3 * time, 3.4 + 0.5 * leds, color=BLUE, lw=1.1)
        plot.plot(1e3 * time, volts, color=MAGENTA, lw=1.4)
        for count in (DARK, SCAN):
            at = 1e3 * count / scan.counter_hz
            plot.axvline(at, color=GRID, lw=1, zorder=0)
            plot.plot(at, np.interp(at, 1e3 * time, volts), "o", color=INK, ms=4)
        plot.text(16.4, 2.85, "START_SCAN", ha="right", va="bottom", fontsize=8, color=BLUE)
        plot.text(0.2, 3.45, "LEDs", va="bottom", fontsize=8, color=BLUE)
        plot.set(
            title=f"R = {1e-3 * resistance:.0f} kΩ, C = 115 nF: {scan.cutoff_hz:.0f} Hz",
            xlabel="time after the strobe [ms]", ylabel="photodiode [V]", xlim=(0, 16.7),
        )  # fmt: skip
        for side in ("top", "right"):
            plot.spines[side].set_visible(False)
    return save_figure(figure, path)
