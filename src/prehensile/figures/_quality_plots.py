"""Figure 3-4 of Andrews 2014, and the wrench ellipsoid over Ferrari and Canny's ε."""

from pathlib import Path
from typing import Any

import numpy as np

from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.random_grasp import closed_wrenches
from prehensile.quality.measure.wrench_ellipsoid import wrench_ellipsoid

RED, BLUE, GREEN, GRID = "#c0392b", "#0072b2", "#009e73", "#dddad4"
ANGLES = np.radians([15, 75, 130])
"""Where three fingers touch a disc: all on one side of it"""
TILT = np.radians([25, -15, -30])
"""of their normals"""
FRICTION = 0.35
GRASPS, SEED = 400, 1
COUNTS = {4: "#cc79a7", 6: "#009e73", 10: "#0072b2"}
"""Contacts of the random grasps, and their colours"""


def flat_grasp() -> tuple[np.ndarray, np.ndarray]:
    """Places (3, 2) on a disc of radius 1, and wrenches (6, 3): f_x, f_y, τ."""
    place = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
    inwards = ANGLES + np.pi + TILT
    edges = []
    for p, angle in zip(place, inwards, strict=True):
        normal = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-normal[1], normal[0]])
        for f in (normal + FRICTION * across, normal - FRICTION * across):
            edges.append([*f, p[0] * f[1] - p[1] * f[0]])
    return place, np.array(edges)


def draw_hull_and_ellipsoid(path: Path) -> Path:
    """Figure 3-4: a grasp in the plane whose hull lacks nought, and its ellipsoid, which has it."""
    place, wrench = flat_grasp()
    figure = optional("matplotlib.figure").Figure(figsize=(11, 4.0), dpi=100, layout="constrained")
    optional("mpl_toolkits.mplot3d")
    figure.suptitle(
        "Figure 3-4: the hull of the wrenches does not contain nought, the ellipsoid does",
        fontsize=11, color=INK,
    )  # fmt: skip
    _disc(figure.add_subplot(1, 3, 1), place, wrench)
    for k, title in ((2, "hull"), (3, "ellipsoid")):
        plot = figure.add_subplot(1, 3, k, projection="3d")
        if title == "hull":
            _hull(plot, wrench)
        else:
            _ellipsoid(plot, wrench)
        for w in wrench:
            plot.plot(*np.stack([np.zeros(3), w]).T, color=RED, lw=1.6)
            plot.plot(*w, color=RED, marker="o", ms=3)
        plot.plot(0, 0, 0, color=INK, marker="o", ms=6)
        plot.set(xlabel="$f_x$", ylabel="$f_y$", zlabel="τ", title=title)
        plot.view_init(elev=18, azim=-40)
        plot.set_box_aspect((1, 1, 1), zoom=0.85)
        plot.locator_params(nbins=4)
        plot.tick_params(labelsize=7, pad=0)
    return save_figure(figure, path)


def _disc(plot: Any, place: np.ndarray, wrench: np.ndarray) -> None:
    turn = np.linspace(0, 2 * np.pi, 100)
    plot.plot(np.cos(turn), np.sin(turn), color=INK, lw=1.2)
    for k, w in enumerate(wrench):
        p = place[k // 2]
        plot.annotate(
            "", p, p - 0.55 * w[:2], arrowprops={"arrowstyle": "->", "color": RED, "lw": 1.4}
        )
    plot.plot(*place.T, color=INK, marker="o", ms=5, lw=0)
    plot.plot(0, 0, color=INK, marker="+", ms=8)
    plot.set(title="three fingers, friction 0.35", xlim=(-1.3, 1.9), ylim=(-1.3, 1.9))
    plot.set_aspect("equal")
    plot.set_axis_off()


def _hull(plot: Any, wrench: np.ndarray) -> None:
    from scipy.spatial import ConvexHull

    faces = wrench[ConvexHull(wrench).simplices]
    collection = optional("mpl_toolkits.mplot3d.art3d").Poly3DCollection
    plot.add_collection3d(
        collection(faces, facecolors=BLUE, edgecolors=INK, linewidths=0.5, alpha=0.25)
    )


def _ellipsoid(plot: Any, wrench: np.ndarray) -> None:
    _, size, axes = np.linalg.svd(wrench)
    u, v = np.mgrid[0 : 2 * np.pi : 40j, 0 : np.pi : 20j]
    ball = np.stack([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)], axis=-1)
    points = (ball * size) @ axes
    plot.plot_surface(*np.moveaxis(points, -1, 0), color=GREEN, alpha=0.22, lw=0)
    weak = size[-1] * axes[-1]
    plot.plot(*np.stack([-weak, weak]).T, color=INK, lw=1.8)


def draw_ellipsoid_over_epsilon(path: Path) -> Path:
    """Smallest singular value over ε of random closed grasps; none lies below √2 ε."""
    from scipy.stats import spearmanr

    figure = optional("matplotlib.figure").Figure(figsize=(7.2, 5.4), dpi=100, layout="constrained")
    plot = figure.subplots()
    most = 0.0
    for count, color in COUNTS.items():
        x, y = ellipsoid_and_epsilon(count, GRASPS)
        rank = spearmanr(x, y).statistic
        plot.scatter(
            x, y, s=9, color=color, alpha=0.6, lw=0, label=f"{count} contacts, rank {rank:.2f}"
        )
        most = max(most, float(x.max()))
    plot.plot([0, most], [0, np.sqrt(2) * most], color=INK, lw=1, label="√2 ε")
    plot.set(xlim=(0, None), ylim=(0, None))
    plot.set_xlabel("Ferrari and Canny's ε, one newton in all", color=INK)
    plot.set_ylabel("smallest singular value of the wrenches", color=INK)
    plot.set_title("What the ellipsoid says of ε: random closed grasps", fontsize=11, color=INK)
    plot.grid(True, color=GRID, lw=0.6)
    plot.spines[["top", "right"]].set_visible(False)
    plot.legend(frameon=False, fontsize=9)
    return save_figure(figure, path)


def ellipsoid_and_epsilon(count: int, grasps: int) -> tuple[np.ndarray, np.ndarray]:
    """ε and smallest singular value (grasps,) of random closed grasps on a lumpy ball."""
    found = closed_wrenches(np.random.default_rng([SEED, count]), count, grasps)
    pairs = [
        (epsilon(one.wrench).radius, float(wrench_ellipsoid(one.wrench).smallest)) for one in found
    ]
    x, y = np.transpose(pairs)
    return x, y
