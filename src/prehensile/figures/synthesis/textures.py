"""Scratching and exploring on planks that are flat or bumpy, slippery or rough (Kry 2005, 5.2)."""

from pathlib import Path

import numpy as np

from prehensile.draw.camera import fit_camera
from prehensile.draw.clip_frame import UP, add_frame
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.synthesis.touched_planks import FRICTIONS, Touched, captured_touch, touched

TILE = (400, 330)
EYE = np.array([0.25, 1.0, 0.35])
"""from the fingertip, past the thumb"""
AROUND = 0.03
"""[m] about the finger's path that is in view"""
ARROWS, LONGEST = 12, 0.025
"""on the way; [m] of the largest force"""
PRESSING, ALONG, CAPTURED = "#0072b2", "#d55e00", "#8a857d"


def draw_scratching(path: Path) -> Path:
    """A finger that scratches: forces on its way, and over time."""
    return _draw("scratch", "scratching", path)


def draw_exploring(path: Path) -> Path:
    """A finger that touches gently."""
    return _draw("explore", "exploring", path)


def _draw(task: str, name: str, path: Path) -> Path:
    found = {
        f"{'bumpy' if bumpy else 'flat'}, {feel} (μ = {mu:g})": touched(task, bumpy, mu)
        for bumpy in (False, True)
        for feel, mu in FRICTIONS.items()
    }
    figure = optional("matplotlib.figure").Figure(figsize=(16, 7), dpi=100, layout="constrained")
    figure.suptitle(
        f"One captured touch ({name}, flat plank, μ = 0.8), played on four others: "
        "forces on the finger on its way, and over time",
        fontsize=12, color=INK,
    )  # fmt: skip
    plots = figure.subplots(2, 4, height_ratios=[1.35, 1], sharex="row", sharey="row")
    clip = captured_touch(task).clip
    before = clip.time - clip.time[0], clip.finger_force[:, 0, 1]
    largest = max(float(np.hypot(one.pressing, one.along).max()) for one in found.values())
    with Scene(TILE) as scene:
        for (title, one), above, below in zip(found.items(), *plots, strict=True):
            above.imshow(_picture(scene, one, LONGEST / largest))
            above.set_title(title, fontsize=11, color=INK)
            above.set_axis_off()
            below.plot(*before, color=CAPTURED, lw=1, ls="--", label="captured, pressing")
            below.plot(one.time, one.pressing, color=PRESSING, lw=1.4, label="pressing")
            below.plot(one.time, one.along, color=ALONG, lw=1.4, label="along the plank")
            below.set_xlabel("time [s]")
            below.grid(color="#dddad4", lw=0.6)
            below.spines[["top", "right"]].set_visible(False)
    touching = np.flatnonzero(before[1])
    plots[1, 0].set_xlim(*(before[0][touching[[0, -1]]] + [-0.3, 0.3]))
    plots[1, 0].set_ylabel("force [N]")
    figure.legend(
        *plots[1, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False
    )
    return save_figure(figure, path)


def _picture(scene: Scene, one: Touched, scale: float) -> np.ndarray:
    """The hand as it presses hardest, and arrows [m/N] where the finger went."""
    scene.clear()
    clip, on = one.clip, np.flatnonzero(np.isfinite(one.place[:, 0]))
    add_frame(scene, clip, int(one.pressing.argmax()), forces=False, floor=None)
    travelled = np.linalg.norm(np.diff(one.place[on], axis=0), axis=1)
    mixed = np.linspace(0, 1, len(on)) + np.append(0, travelled.cumsum()) / travelled.sum()
    shown = on[np.searchsorted(mixed, np.linspace(0, mixed[-1], ARROWS))]
    c = clip.contacts
    force = np.array([-c.frame(k).force.sum(axis=0) for k in shown])
    scene.add_arrows(one.place[shown], scale * force, thickness=0.0003)
    middle = one.place[on].mean(axis=0)
    corners = middle + AROUND * np.array([[-1, 0, -0.3], [1, 0, 1.2], [0, -0.5, 0], [0, 0.5, 0]])
    return scene.picture(fit_camera(corners, EYE, UP, TILE))
