"""Shipped mechanisms that touch something: a hand with a ball, a six-legged robot on the ground."""

import numpy as np

from prehensile.forks.contact_simulation import Body, ContactSimulation, Foot
from prehensile.forks.hexapod import bumps, feet_of, hexapod
from prehensile.forks.reduced_model import reduce
from prehensile.forks.shipped import grasping_hand
from prehensile.forks.surface import Ball, Ground
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3

GRAVITY = (0.0, 0.0, -9.81)
PAD = 0.006
"""[m] radius of the sphere that stands for a fingerpad"""
SQUEEZE = 0.012
"""[m] that the fingertips rest inside the ball: what presses them on it"""
BALL_MASS = 0.05
"""[kg]"""


def hand_with_ball(timestep: float = 1 / 240) -> ContactSimulation:
    """The hand holding a ball between its five fingertips."""
    mechanism = grasping_hand()
    model = reduce(mechanism, gravity=GRAVITY)
    pads = {name: Hand().segments[name].pad for name in TIP_SEGMENT.values()}
    feet = []
    for name in mechanism.effectors:
        pad = pads[name]
        assert pad is not None, "every fingertip has a pad"
        feet.append(Foot(name, pad + np.array([0, 0, PAD]), PAD))
    rows = model.linearisation.rows
    centres = np.stack(
        [se3.apply(model.T_rest[r], f.point) for r, f in zip(rows, feet, strict=True)]
    )
    middle, radius = _sphere_through(centres)
    ball = radius + SQUEEZE - PAD
    T = np.eye(4)
    T[:3, 3] = middle
    inertia = 0.4 * BALL_MASS * ball**2 * np.eye(3)
    thing = Body(Ball(ball), T, BALL_MASS, inertia)
    return ContactSimulation(model, feet, [thing], timestep, GRAVITY)


def standing_hexapod(timestep: float = 1 / 240) -> ContactSimulation:
    """The robot let down on uneven ground."""
    mechanism = hexapod()
    model = reduce(mechanism, gravity=GRAVITY)
    return ContactSimulation(model, feet_of(mechanism), [Body(Ground(bumps))], timestep, GRAVITY)


def _sphere_through(points: np.ndarray) -> tuple[np.ndarray, float]:
    """Centre (3,) and radius of the sphere nearest to points (n, 3) [m]: |x|² = 2 c·x + d."""
    A = np.column_stack([2 * points, np.ones(len(points))])
    c = np.linalg.lstsq(A, (points**2).sum(axis=1), rcond=None)[0]
    return c[:3], float(np.sqrt(c[3] + c[:3] @ c[:3]))
