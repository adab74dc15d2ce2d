"""A hand on a ball: the reference has fingertips inside it, springs keep them out."""

import numpy as np
from tests.synthesis.analytic import ball_body, tips_on

from prehensile.compliance.model.literature import likely_compliance
from prehensile.forks.contact.surface import Ball
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure

TIP_RADIUS = 0.006


def pinching_angles(
    hand: Hand, digits: tuple[str, ...], radius: float, deep: float, opened: float
) -> tuple[np.ndarray, np.ndarray]:
    """Angles (dof,) with all pads inside a ball by ``deep`` [m], and the ball's centre (3,)."""
    from scipy.optimize import least_squares

    rows = [DIGITS.index(d) for d in digits]
    start = 0.5 * hand.lower + 0.5 * hand.upper
    start[[hand.joint_index(f"wrist_{k}") for k in ("pro", "flex", "dev")]] = 0.0
    for d in DIGITS[1:]:
        start[hand.joint_index(f"{d}_mcp_flex")] = opened

    def centre_of(q: np.ndarray) -> np.ndarray:
        points, _ = pad_positions(hand, q)
        return 0.5 * (points[0] + points[[r for r in rows if r]].mean(axis=0))

    centre = centre_of(start)

    def miss(x: np.ndarray) -> np.ndarray:
        points, normals = pad_positions(hand, x[: hand.dof])
        to = points[rows] - TIP_RADIUS * normals[rows] - x[hand.dof :]
        away = np.linalg.norm(to, axis=1) - (radius + TIP_RADIUS - deep)
        return np.concatenate([100 * away, 0.03 * (x[: hand.dof] - start)])

    x = least_squares(miss, np.append(start, centre)).x
    return x[: hand.dof], x[hand.dof :]


def grasped_ball(
    digits: tuple[str, ...] = ("thumb", "index", "middle"), radius: float = 0.03,
    mass: float = 0.05, deep: float = 0.015, friction: float = 0.6, turn: np.ndarray | None = None,
    opened: float = 0.6, torsion: float = 0.0, **setting,
) -> Simulation:  # fmt: skip
    """A ball that is held from the first step on, the whole scene turned by (3, 3)."""
    hand = Hand()
    q, centre = pinching_angles(hand, digits, radius, deep, opened)
    names = list(hand.segments)
    links = [names.index(TIP_SEGMENT[d]) for d in digits]
    inside = [hand.segments[TIP_SEGMENT[d]] for d in digits]
    centres = np.array([s.pad - TIP_RADIUS * s.palmar for s in inside])
    T = np.eye(4)
    T[:3, :3] = np.eye(3) if turn is None else turn
    ball = T.copy()
    ball[:3, 3] = T[:3, :3] @ centre
    joints = np.array([likely_compliance(name) for name in hand.joint_names])
    return Simulation(
        Setting(HandStructure(hand), (ball_body("ball", radius, mass),), **setting),
        tips_on(Ball(radius), 0, friction, links, centres, TIP_RADIUS, torsion),
        HandCompliance.assumed(hand, joints).of(hand),
        Reference(np.append(q, np.zeros(3)), T),
        ball[None],
    )
