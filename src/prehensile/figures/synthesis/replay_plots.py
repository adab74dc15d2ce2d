"""Lab grasps played again on their own box, and steady forces beside those of `world`."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.bench.synthesis.noisy_replay import noisy_replays
from prehensile.bench.synthesis.replay import GRASPS, Replay, replay, subject_of, world_setting
from prehensile.bench.synthesis.world_forces import Forces, steady_forces
from prehensile.capture.lab.session import lab_session
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.hand.joints import DIGITS

COLORS = dict(zip(DIGITS, ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#999999"), strict=True))
BOX = "#3a3733"
SEED = 0
"""of the session that is drawn"""
SEEDS = range(10)
"""of the steady grasps, of development"""
ASKED = 0.10
"""of the error"""


def draw_replay(path: Path) -> Path:
    """Experiment 2: recorded and made, two to five fingers, noise-free."""
    truth = _session().truth
    setting = world_setting(subject_of(truth))
    found = [replay(truth, k, setting) for k in range(GRASPS)]
    return _beside(path, found, "Lab grasps played again on their own box: the truth's reference")


def draw_noisy_replay(path: Path) -> Path:
    """The same by what sensors and estimator tell."""
    title = "The same through noisy sensors and `prehensile estimate`"
    return _beside(path, noisy_replays(_session()), title)


def draw_world_forces(path: Path) -> Path:
    """Experiment 4: every finger of seeded steady grasps, ours against `world`'s."""
    return drawn_forces(path, [steady_forces(seed) for seed in SEEDS])


def drawn_forces(path: Path, found: Sequence[Forces]) -> Path:
    """A point for each finger, its error over the grasp's beside it."""
    figure = optional("matplotlib.figure").Figure(figsize=(10, 5), dpi=100, layout="constrained")
    both, errors = figure.subplots(1, 2, width_ratios=(1, 1))
    most = 1.05 * max(float(one.world.max()) for one in found)
    both.fill_between([0, most], [0, (1 - ASKED) * most], [0, (1 + ASKED) * most], color="#eeeae4")
    both.plot([0, most], [0, most], color=BOX, lw=0.8)
    for k, (digit, color) in enumerate(COLORS.items()):
        x, y = np.array([(one.world[k], one.ours[k]) for one in found if one.world[k] > 0]).T
        both.plot(x, y, "o", ms=5, color=color, label=digit)
    both.set(xlabel="force in world [N]", ylabel="force in synthesis [N]", aspect="equal")
    both.legend(frameon=False, fontsize=9)
    errors.bar(range(len(found)), [100 * one.error for one in found], color="#0072b2")
    errors.axhline(100 * ASKED, color="#c0392b", ls="--", lw=1, label="asked")
    errors.set(xlabel="grasp (seed)", ylabel="error of all fingers [% of their forces]")
    errors.legend(frameon=False, fontsize=9)
    for plot in (both, errors):
        dressed(plot)
    figure.suptitle(
        "Steady grasps of blocks and cylinders: the same springs in world and in synthesis",
        fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)


def _beside(path: Path, found: Sequence[Replay], title: str) -> Path:
    """Forces above, the box below; recorded broad and pale, made narrow."""
    figure = optional("matplotlib.figure").Figure(figsize=(13, 6), dpi=100, layout="constrained")
    plots = figure.subplots(2, len(found), sharex="col", sharey="row", squeeze=False)
    for (forces, height), one in zip(plots.T, found, strict=True):
        for k, (digit, color) in enumerate(COLORS.items()):
            if one.force[:, :, k].any():
                _pair(forces, one.time, one.force[:, :, k], color, digit)
        _pair(height, one.time, 1e3 * (one.place[:, :, 2] - one.place[0, 0, 2]), BOX, "box")
        forces.set_title(
            f"{one.digits} fingers: force off by {100 * one.force_error:.1f} %,\n"
            f"path by {1e3 * one.path_error:.1f} mm ({1e3 * one.held_error:.1f} while held)",
            fontsize=9, color=INK,
        )  # fmt: skip
        height.set(xlabel="time [s]")
        dressed(forces)
        dressed(height)
    plots[0, 0].set_ylabel("normal force [N]")
    plots[1, 0].set_ylabel("height of the box [mm]")
    plots[0, -1].legend(frameon=False, fontsize=8)
    figure.suptitle(f"{title}\nbroad: recorded, narrow: made", fontsize=11, color=INK)
    return save_figure(figure, path)


def _pair(plot: Any, time: np.ndarray, both: np.ndarray, color: str, label: str) -> None:
    plot.plot(time, both[0], color=color, lw=4, alpha=0.3, solid_capstyle="butt")
    plot.plot(time, both[1], color=color, lw=1.1, label=label)


@cache
def _session() -> Kept:
    recording, truth = lab_session("box", SEED, contacts=GRASPS)
    return Kept(SEED, recording, truth)
