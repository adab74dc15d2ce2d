"""Inclines and pinches, whose answers are known (Coulomb), at any azimuth."""

from typing import Any

import numpy as np

from prehensile.bench.synthesis.analytic import (
    NOTHING,
    PointStructure,
    block_body,
    resting_block,
    tips_on,
)
from prehensile.forks.contact.surface import Block
from prehensile.lie import so3
from prehensile.synthesis.body import Body
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.step import Step

GRAVITY = 9.81
"""[m/s²]"""
HALF = (0.02, 0.03, 0.01)
"""[m] of the block on the incline"""
SPRING = 5e-3
"""[m/N] of the points that pinch"""
STUCK = 1e-9
"""[m/s] below which a block does not slide"""


def incline(angle: float, azimuth: float, friction: float, sides: int) -> Simulation:
    """A block on a plane that falls off by an angle [rad], towards any azimuth."""
    R = so3.exp(np.array([np.cos(azimuth), np.sin(azimuth), 0.0]) * angle)
    T = np.tile(np.eye(4), (2, 1, 1))
    T[:, :3, :3] = R
    T[0, :3, 3] = R[:, 2] * HALF[2]
    setting = Setting(NOTHING, (block_body("block", HALF, 0.1), Body("plane")), sides=sides)
    nowhere = Reference(np.zeros(0), np.eye(4))
    return Simulation(setting, resting_block(HALF, 0, 1, friction), np.zeros((0, 0)), nowhere, T)


def pinch(
    force: float, mass: float, friction: float, azimuth: float, sagged: bool = False,
    sides: int = 16, **setting: Any,
) -> Simulation:  # fmt: skip
    """Two points on springs press a block from both sides, gravity to any azimuth.

    Args:
        force: [N] of each.
        mass: [kg]
        friction: μ
        azimuth: [rad] of gravity about the line between them.
        sagged: begin where the springs carry the weight.
        sides: of the cones.
        setting: of `Setting`.
    """
    half = 0.02
    deep = half - force * SPRING
    down = GRAVITY * np.array([0.0, np.cos(azimuth), np.sin(azimuth)])
    reference = Reference(np.array([deep, 0, 0, -deep, 0, 0]), np.eye(4))
    settled = reference.theta + np.tile(0.5 * mass * SPRING * down, 2) if sagged else None
    block = block_body("block", (half, 0.05, 0.05), mass)
    return Simulation(
        Setting(PointStructure(2), (block,), sides=sides, gravity=tuple(down), **setting),
        tips_on(Block((half, 0.05, 0.05)), 0, friction, [0, 1]),
        SPRING * np.eye(6), reference, np.eye(4)[None], settled,
    )  # fmt: skip


def stepped(simulation: Simulation, steps: int) -> Step:
    """The last of so many steps."""
    done = simulation.step()
    for _ in range(steps - 1):
        done = simulation.step()
    return done


def speed_after(simulation: Simulation, steps: int) -> float:
    """[m/s] of the first body"""
    stepped(simulation, steps)
    return float(np.linalg.norm(simulation.state.phi[0, :3]))


def slipping_angle(azimuth: float, friction: float, sides: int, within: float = 1e-3) -> float:
    """[rad] where a block begins to slide, by halving."""
    low, high = 0.0, 1.2
    while high - low > within:
        middle = 0.5 * (low + high)
        sticks = speed_after(incline(middle, azimuth, friction, sides), 3) < STUCK
        low, high = (middle, high) if sticks else (low, middle)
    return 0.5 * (low + high)


def holding_force(mass: float, friction: float, azimuth: float, within: float = 1e-4) -> float:
    """Share of m g / 2μ from which a pinch of 16 sides holds a block, by halving."""
    needed = mass * GRAVITY / (2 * friction)
    low, high = 0.9, 1.1
    while high - low > within:
        middle = 0.5 * (low + high)
        s = pinch(middle * needed, mass, friction, azimuth, sagged=True)
        holds = speed_after(s, 5) < STUCK
        low, high = (low, middle) if holds else (middle, high)
    return 0.5 * (low + high)
