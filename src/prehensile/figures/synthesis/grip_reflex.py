"""Figure 5.8 of Kry 2005: what slips, with the reflex and without."""

from functools import cache
from pathlib import Path

import numpy as np

from prehensile.bench.synthesis.slipping import BLIND, slipping
from prehensile.draw.film_strips import draw_film_strips
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.figures.synthesis.captured_grasp import (
    EYE,
    captured_grasp,
    played_on,
    small_box,
    told_times,
)
from prehensile.figures.synthesis.heavy_box import DIGITS, TILE
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.synthesis.reflex import ReflexLaw

HEAVY = 0.4
"""[kg] of the box, which a light grip does not hold"""
SEEDS = tuple(range(10))
"""of the plates; development"""
TICKS = (20, 50, 100, 200, 500)
"""[mm]"""
WITH, WITHOUT = "#009e73", "#d55e00"
LAWS = {"without": BLIND, "with reflex": ReflexLaw()}


def draw_reflex(path: Path) -> Path:
    """Film strips of the heavy box, without the reflex and with it."""
    clips = {name: gripped(name) for name in LAWS}
    return draw_film_strips(clips, told_times(captured_grasp(DIGITS)), path, TILE, np.array(EYE))


def draw_slip(path: Path) -> Path:
    """The box's way through the fingers and the thumb's force; plates of ten seeds."""
    figure = optional("matplotlib.figure").Figure(figsize=(10, 5), dpi=100, layout="constrained")
    left, right = figure.subfigures(1, 2, width_ratios=(3, 2))
    way, force = left.subplots(2, 1, sharex=True)
    lifted = captured_grasp(DIGITS).held[0] - 0.8
    down = captured_grasp(DIGITS).held[1]
    for name, color in zip(LAWS, (WITHOUT, WITH), strict=True):
        clip = gripped(name)
        shown = (clip.time >= lifted) & (clip.time <= down)
        time = clip.time[shown]
        way.plot(time, 1e3 * slipped_way(clip, lifted)[shown], color=color, label=name)
        force.plot(time, clip.finger_force[shown, 0, 0], color=color)
    way.set_ylabel("way of the pads\nover the box [mm]")
    force.set(xlabel="time [s]", ylabel="force of the thumb [N]")
    way.set_title(f"captured grasp, box of {1e3 * HEAVY:.0f} g", fontsize=10, color=INK)
    way.legend(frameon=False, fontsize=9)
    plot = right.subplots()
    rows = np.arange(len(SEEDS))
    for (name, law), color in zip(LAWS.items(), (WITHOUT, WITH), strict=True):
        slips = [1e3 * slipping(seed, law).slip for seed in SEEDS]
        plot.plot(slips, rows, "o", color=color, label=f"{name}: median {np.median(slips):.0f} mm")
    plot.set(xscale="log", xlabel="slip in one second [mm]", ylabel="seed", yticks=rows)
    plot.set_xticks(TICKS, [f"{tick:d}" for tick in TICKS])
    plot.set_xticks([], minor=True)
    plot.set_title("plates 1.1 to 1.4 times too heavy", fontsize=10, color=INK)
    plot.legend(frameon=False, fontsize=9, loc="lower center", bbox_to_anchor=(0.5, -0.3))
    for one in (way, force, plot):
        dressed(one)
    figure.suptitle("Figure 5.8: slip, and a grip that tightens 100 ms later", color=INK)
    return save_figure(figure, path)


@cache
def gripped(name: str) -> Clip:
    """The heavy box under one of `LAWS`."""
    return played_on(small_box(HEAVY), captured_grasp(DIGITS), reflex=LAWS[name]).clip


def slipped_way(clip: Clip, since: float) -> np.ndarray:
    """(T,) [m] by which the pads that touch at a time [s] have moved over the first body since.

    The mean of thumb and fingers; 0 before.
    """
    track, body = clip.hands[0], clip.bodies[0]
    hand, q = hand_of(track), angles_of(track)
    begun = int(np.searchsorted(clip.time, since))
    on = np.flatnonzero(clip.finger_force[begun, 0] > 0)
    T = se3.inverse(se3.from_pose7(body.pose)) @ se3.from_pose7(track.T_world_forearm)
    pads = np.array([se3.apply(T[k], pad_positions(hand, q[k])[0][on]) for k in range(len(q))])
    moved = np.linalg.norm(pads - pads[begun], axis=2).mean(axis=1)
    return np.where(np.arange(len(q)) < begun, 0.0, moved)
