"""A hand on a ball: the reference has fingertips inside it, springs keep them out."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.synthesis.analytic import ball_body, tips_on
from prehensile.forks.contact.surface import Ball
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import so3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure

TIP_RADIUS = 0.006
"""[m] of the balls that stand for fingertips"""
BENT = 0.6
"""[rad] of the fingers' first joints, about which the angles are looked for"""


class Grasp(NamedTuple):
    """What is held, and how."""

    digits: tuple[str, ...] = ("thumb", "index", "middle", "ring")
    radius: float = 0.03
    """[m] of the ball"""
    mass: float = 0.05
    """[kg]"""
    friction: float = 0.6
    deep: float = 0.008
    """[m] by which the reference has the fingertips inside"""
    turn: np.ndarray = np.eye(3)
    """(3, 3) of the whole scene"""


def drawn_grasp(seed: int) -> Grasp:
    """Three to five fingers on some ball, turned anyhow."""
    rng = np.random.default_rng(seed)
    return Grasp(
        DIGITS[: int(rng.integers(3, 6))], rng.uniform(0.02, 0.035), rng.uniform(0.02, 0.1),
        rng.uniform(0.6, 1.0), rng.uniform(0.006, 0.01), so3.random(rng),
    )  # fmt: skip


def pinching_angles(
    hand: Hand, digits: Sequence[str], radius: float, deep: float, at: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Angles (dof,) [rad] with all fingertips inside a ball, and the ball's centre (3,) [m]: a
    given one, or where it suits.
    """
    from scipy.optimize import least_squares

    rows = [DIGITS.index(d) for d in digits]
    start = 0.5 * (hand.lower + hand.upper)
    start[[hand.joint_index(f"wrist_{k}") for k in ("pro", "flex", "dev")]] = 0.0
    for d in DIGITS[1:]:
        start[hand.joint_index(f"{d}_mcp_flex")] = BENT
    points, _ = pad_positions(hand, start)
    between = 0.5 * (points[0] + points[[r for r in rows if r]].mean(axis=0))
    centre = between if at is None else at

    def miss(x: np.ndarray) -> np.ndarray:
        points, normals = pad_positions(hand, x[: hand.dof])
        to = points[rows] - TIP_RADIUS * normals[rows] - (x[hand.dof :] if at is None else at)
        size = np.linalg.norm(to, axis=1)
        away = size - (radius + TIP_RADIUS - deep)
        out = to / size[:, None]
        fingers = out[1:].mean(axis=0)
        opposed = out[0] + fingers / np.linalg.norm(fingers)  # the thumb faces the others
        return np.concatenate([100 * away, opposed, 0.03 * (x[: hand.dof] - start)])

    x = least_squares(miss, np.append(start, centre)).x
    return x[: hand.dof], x[hand.dof :]


def grasped_ball(grasp: Grasp, closing: int = 0, **setting: Any) -> Simulation:
    """A ball that is held.

    Args:
        grasp: what, and how.
        closing: steps in which the fingers press it before gravity acts; without, they are inside
            it as it begins.
        setting: of `Setting`.
    """
    hand, digits = Hand(), grasp.digits
    q, centre = pinching_angles(hand, digits, grasp.radius, grasp.deep)
    T = np.eye(4)
    T[:3, :3] = grasp.turn
    ball = T.copy()
    ball[:3, 3] = grasp.turn @ centre
    names = list(hand.segments)
    tips = [hand.segments[TIP_SEGMENT[d]] for d in digits]
    pads = [tip.pad for tip in tips if tip.pad is not None]
    inside = np.array(pads) - TIP_RADIUS * np.array([tip.palmar for tip in tips])
    links = [names.index(tip.name) for tip in tips]
    geometry = tips_on(Ball(grasp.radius), 0, grasp.friction, links, inside, TIP_RADIUS)
    C = assumed_compliance(hand).of(hand)
    body = ball_body("ball", grasp.radius, grasp.mass)
    structure, theta = HandStructure(hand), np.append(q, np.zeros(3))
    T_bodies, start = ball[None], None
    if closing:
        opened, _ = pinching_angles(hand, digits, grasp.radius, 0.0, centre)
        first = Reference(np.append(opened, np.zeros(3)), T)
        floating = Setting(structure, (body,), gravity=(0.0, 0.0, 0.0), **setting)
        before = Simulation(floating, geometry, C, first, T_bodies)
        for k in range(1, closing + 1):
            share = min(1.0, 2 * k / closing)
            before.step(Reference(first.theta + share * (theta - first.theta), T))
        T_bodies, start = before.state.T_bodies, before.state.theta
    return Simulation(
        Setting(structure, (body,), **setting), geometry, C, Reference(theta, T), T_bodies, start
    )
