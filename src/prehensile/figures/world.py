"""Plots of the simulation: stability of stiff fingers, and the forces of a grasp."""

from pathlib import Path

import mujoco
import numpy as np

from prehensile.control.grasp import grasp
from prehensile.draw.forces import draw_forces
from prehensile.draw.tiles import INK, save_figure
from prehensile.errors import SimulationError
from prehensile.extras import optional
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

STIFFNESS = np.geomspace(0.05, 5.0, 9)
"""[Nm/rad]"""
RATIOS = np.array([0.0, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0])
TIMESTEP = 1 / 60
SECONDS = 2.0
SETTLED = 0.05
"""[rad/s] Slower than this at the end counts as settled."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths."""
    return [
        draw_stability(folder / "world_stability.png"),
        draw_forces(grasp("mug"), folder / "world_mug_forces.png"),
    ]


def draw_stability(path: Path) -> Path:
    """Speed left after two seconds at 1/60 s, over stiffness and damping ratio, two integrators."""
    integrators = {
        "discrete (ours): implicit in position": mujoco.mjtIntegrator.mjINT_DISCRETE,
        "implicitfast: explicit in position": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
    }
    figure = optional("matplotlib.figure").Figure(figsize=(10, 4.2), dpi=100, layout="constrained")
    plots = figure.subplots(1, 2, sharey=True)
    image = None
    for plot, (title, integrator) in zip(plots, integrators.items(), strict=True):
        speed = np.array([[left_speed(k, z, integrator) for k in STIFFNESS] for z in RATIOS])
        shown = np.log10(np.clip(np.nan_to_num(speed, nan=1e3, posinf=1e3), 1e-6, 1e3))
        image = plot.imshow(shown, origin="lower", aspect="auto", vmin=-6, vmax=3, cmap="cividis")
        for z, k in np.argwhere(~(speed < SETTLED)):
            plot.text(k, z, "×", ha="center", va="center", color="#d55e00", fontsize=14)
        plot.set_title(title, color=INK, fontsize=10)
        plot.set_xticks(range(len(STIFFNESS)), [f"{k:.2g}" for k in STIFFNESS])
        plot.set_yticks(range(len(RATIOS)), [f"{z:g}" for z in RATIOS])
        plot.set_xlabel("stiffness [Nm/rad]", color=INK)
    plots[0].set_ylabel("damping ratio", color=INK)
    assert image is not None
    bar = figure.colorbar(image, ax=plots)
    bar.set_label("log₁₀ of the fastest joint [rad/s] after 2 s;  × not settled")
    return save_figure(figure, path)


def left_speed(stiffness: float, ratio: float, integrator: mujoco.mjtIntegrator) -> float:
    """[rad/s] of the fastest joint of a hand that closed in the air; inf if it blew up."""
    hand = Hand()
    world = World(HandInScene(hand, wrist="fixed"), timestep=TIMESTEP, floor=False)
    world.model.opt.integrator = integrator
    # Critical damping of each joint by its own inertia, as the passive data are given.
    inertia = joint_inertia(world)
    command = Command(
        q_ref=named_pose(hand, "medium_wrap").q,
        stiffness=np.full(hand.dof, stiffness),
        damping=2 * ratio * np.sqrt(stiffness * inertia),
    )
    try:
        for _ in range(round(SECONDS / TIMESTEP)):
            world.step(command)
    except SimulationError:
        return float("inf")
    return float(np.abs(world.observe().qd).max())


def joint_inertia(world: World) -> np.ndarray:
    """(23,) [kg m²] diagonal of the mass matrix in the present pose."""
    model, data = world.model, world.data
    diagonal = np.zeros(model.nv)
    for i in range(model.nv):
        unit, result = np.zeros(model.nv), np.zeros(model.nv)
        unit[i] = 1
        mujoco.mj_mulM(model, data, result, unit)
        diagonal[i] = result[i]
    hand = world.hands[0]
    dofs = [model.joint(f"{hand.name}/{name}").dofadr[0] for name in hand.hand.joint_names]
    return diagonal[dofs]
