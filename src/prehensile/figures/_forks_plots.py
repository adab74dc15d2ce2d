"""Figures 4-4 and 4-5 of Andrews 2014: static poses, and how joints come apart."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.draw.mechanism_picture import GHOST, Layer, Push, mechanism_picture
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.forks.full.mujoco_static import mujoco_static
from prehensile.forks.measure.accuracy import pulled, violation
from prehensile.forks.measure.pull_run import softest_direction
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.static_pose import static_coordinates
from prehensile.lie import se3

MUJOCO, OURS = (0.15, 0.45, 0.75), (0.93, 0.55, 0.2)
"""Colours of MuJoCo's pose and of ours."""
GRID = "#dddad4"
TILE = (420, 520)
DIRECTIONS = {
    "x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "x + y": (1, 1, 0), "y + z": (0, 1, 1),
    "x − z": (1, 0, -1),
}  # fmt: skip
"""Directions of the pulling forces, world; the opposite ones part the joints as far."""
LINES = ("#0072b2", "#56b4e9", "#d55e00", "#009e73", "#b59b00", "#cc79a7")


def draw_static_poses(models: Sequence[ReducedModel], share: float, path: Path) -> Path:
    """Figure 4-4: each mechanism at rest, and pulled by a share of its radius.

    Args:
        models: one end effector each is pulled, where it is softest.
        share: of the bounding radius that the full mechanism moves.
        path: the PNG to write.
    """
    figure = _figure(4.2 * len(models), 5.9)
    figure.suptitle(
        f"Figure 4-4: static poses, the end effector pulled by {share:.0%} of the mechanism's "
        "radius",
        fontsize=11, color=INK,
    )  # fmt: skip
    plots = figure.subplots(1, len(models), squeeze=False)[0]
    for plot, model in zip(plots, models, strict=True):
        picture, label = static_tile(model, share)
        plot.imshow(picture)
        plot.set_axis_off()
        plot.set_title(label, fontsize=10, color=INK, y=-0.09)
    patch = optional("matplotlib.patches").Patch
    figure.legend(
        handles=[
            patch(color=color, label=name)
            for color, name in ((GHOST, "rest"), (MUJOCO, "MuJoCo, drawn slimmer"), (OURS, "ours"))
        ],
        loc="outside lower center", ncols=3, frameon=False, fontsize=10,
    )  # fmt: skip
    return save_figure(figure, path)


def static_tile(model: ReducedModel, share: float) -> tuple[np.ndarray, str]:
    """Picture of one mechanism, and what it shows in words."""
    mechanism, row = model.mechanism, int(model.linearisation.rows[0])
    wrench = pulled(model, softest_direction(model), share).wrench
    load = np.zeros((len(mechanism.links), 6))
    load[model.linearisation.rows] = wrench
    full = mujoco_static(mechanism, load)
    ours = model.poses(static_coordinates(model, wrench))
    ends = np.stack([mechanism.T_world[row], full[row], ours[row]])
    rest, theirs, found = se3.apply(ends, mechanism.com[row])
    error = np.linalg.norm(found - theirs) / np.linalg.norm(theirs - rest)
    picture = mechanism_picture(
        mechanism,
        [Layer(mechanism.T_world, GHOST), Layer(full, MUJOCO), Layer(ours, OURS)],
        TILE,
        Push(found, wrench[0, :3]),
    )
    newtons = float(np.linalg.norm(wrench[0, :3]))
    label = f"{mechanism.name}, {mechanism.moving} links: {newtons:.3g} N\ntip off by {error:.1%}"
    return picture, label


def draw_constraint_errors(
    models: Sequence[ReducedModel], displacements: np.ndarray, path: Path
) -> Path:
    """Figure 4-5: constraint error over displacement, one linearisation and several blended."""
    figure = _figure(5.6 * len(models), 4.8)
    figure.suptitle(
        "Figure 4-5: how far joints come apart when one end effector is displaced",
        fontsize=11, color=INK,
    )  # fmt: skip
    plots = figure.subplots(1, len(models), squeeze=False, sharey=True)[0]
    for plot, model in zip(plots, models, strict=True):
        plain, blended = constraint_errors(model, displacements)
        for (name, once), many, color in zip(plain.items(), blended.values(), LINES, strict=True):
            plot.plot(100 * displacements, 100 * once, color=color, lw=1.8, label=name)
            plot.plot(100 * displacements, 100 * many, color=color, lw=1.4, ls=(0, (3, 2)))
        plot.plot([], [], color=INK, lw=1.4, ls=(0, (3, 2)), label="blended, links stretched")
        plot.set_title(f"{model.mechanism.name}, {model.mechanism.moving} links", fontsize=10)
        plot.set_xlabel("displacement of the end effector [% of size]", color=INK)
        plot.set_ylim(bottom=0)
        plot.set_xlim(0, 100 * displacements[-1])
        plot.grid(True, axis="y", color=GRID, lw=0.6)
        plot.spines[["top", "right"]].set_visible(False)
        plot.legend(title="force along", alignment="left", frameon=False, fontsize=9)
    plots[0].set_ylabel("sum of gaps at joints [% of radius]", color=INK)
    return save_figure(figure, path)


def constraint_errors(
    model: ReducedModel, displacements: np.ndarray
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """By direction of the force: errors (n,) of the linearisation, and of a blend that reaches
    the farthest of the displacements, its links stretched.
    """
    blend = Blend.around(model, float(displacements[-1]) * model.mechanism.radius)
    plain, blended = {}, {}
    for name, direction in DIRECTIONS.items():
        d = np.array(direction, float)
        plain[name] = np.array([violation(model, d, s).error for s in displacements])
        blended[name] = np.array(
            [violation(blend, d, s, stretch=True).error for s in displacements]
        )
    return plain, blended


def _figure(width: float, height: float) -> Any:
    return optional("matplotlib.figure").Figure(
        figsize=(width, height), dpi=100, layout="constrained"
    )
