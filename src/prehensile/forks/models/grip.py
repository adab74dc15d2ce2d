"""`Grip`: a hand that holds a ball by its fingertips, in equilibrium from the start.

The fingertips' forces are chosen to hold the ball; from them follows where the joints' springs must
rest, as a controller's reference lies inside the thing that it holds.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.from_hand import STIFFNESS, from_hand
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3

PAD = 0.006
"""[m] radius of the sphere that stands for a fingerpad"""
PRESS = 1.2
"""[N] that every fingertip would like to press with"""
BALL_MASS = 0.05
"""[kg]"""


@dataclass(frozen=True, eq=False)
class Grip:
    """Forces and places of a grasp."""

    hand: Hand
    q: np.ndarray
    """(dof,) [rad] in which it touches"""
    q_rest: np.ndarray
    """(dof,) [rad] where the springs rest"""
    centre: np.ndarray
    """(3,) [m] of the ball, world"""
    radius: float
    """[m] of the ball"""
    pads: np.ndarray
    """(5, 3) [m] centres of the pads' spheres, segment frames"""
    wrench: np.ndarray
    """(5, 6) (f, τ) of the ball on the fingertips, world axes, at their centres of mass"""
    mechanism: Mechanism
    """the hand with its springs at rest"""


def grip_ball(
    hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray, gravity: tuple[float, float, float]
) -> Grip:
    """The ball that fits between five fingertips, and what holds it there.

    Args:
        hand: any with five digits.
        q: (dof,) [rad] fingertips about a ball.
        T_world_forearm: (4, 4)
        gravity: (3,) [m/s²]
    """
    touching = from_hand(hand, q, T_world_forearm=T_world_forearm)
    tips = list(TIP_SEGMENT.values())
    rows = touching.effector_rows(tips)
    T = touching.T_world[rows]
    pads = np.stack([_pad(hand, name) for name in tips])
    middles = se3.apply(T, pads)
    centre, reach = sphere_through(middles)
    away = middles - centre
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    points = middles - PAD * away
    on_ball = holding_forces(points - centre, -away, -BALL_MASS * np.asarray(gravity))
    lever = points - se3.apply(T, touching.com[rows])
    wrench = np.hstack([-on_ball, np.cross(lever, -on_ball)])
    load = touching.mass[:, None] * np.hstack([np.asarray(gravity), np.zeros(3)])
    load[rows] += wrench
    q_rest = q.copy()
    for name, torque in joint_torques(touching, load).items():
        q_rest[hand.joint_index(name)] -= torque / STIFFNESS
    mechanism = from_hand(hand, q_rest, T_world_forearm=T_world_forearm)
    return Grip(hand, q, q_rest, centre, reach - PAD, pads, wrench, mechanism)


def holding_forces(arms: np.ndarray, inward: np.ndarray, lift: np.ndarray) -> np.ndarray:
    """(n, 3) [N] on a thing, nearest to an even press, that lift it and do not turn it.

    Args:
        arms: (n, 3) [m] from the centre of mass to the contacts.
        inward: (n, 3) unit normals into the thing.
        lift: (3,) [N] that they must add up to.
    """
    wish = (PRESS * inward).ravel()
    x, y, z = arms.T
    o = np.zeros_like(x)
    turn = np.stack([np.stack([o, -z, y], -1), np.stack([z, o, -x], -1), np.stack([-y, x, o], -1)])
    total = np.vstack([np.tile(np.eye(3), len(arms)), turn.reshape(3, -1)])
    short = np.concatenate([lift, np.zeros(3)]) - total @ wish
    return (wish + np.linalg.pinv(total) @ short).reshape(-1, 3)


def joint_torques(mechanism: Mechanism, load: np.ndarray) -> dict[str, float]:
    """[Nm] that loads (links, 6), world axes at centres of mass, put on a hand's hinges, by name.

    A link's wrench works on all joints between it and the base.
    """
    found: dict[str, float] = {}
    centres = se3.apply(mechanism.T_world, mechanism.com)
    for row in range(len(mechanism.links)):
        w = np.concatenate([load[row, :3], load[row, 3:] + np.cross(centres[row], load[row, :3])])
        above = row
        while mechanism.parent_joints[above]:
            j = mechanism.parent_joints[above][0]
            joint = mechanism.joints[j]
            screws = joint.screws @ se3.adjoint(joint.T_world).T
            for name, torque in zip(joint.name.split("+"), screws @ w, strict=True):
                found[name] = found.get(name, 0.0) + float(torque)
            above = int(mechanism.parent_rows[j])
    return found


def sphere_through(points: np.ndarray) -> tuple[np.ndarray, float]:
    """Centre (3,) and radius of the sphere nearest to points (n, 3) [m]: |x|² = 2 c·x + d."""
    A = np.column_stack([2 * points, np.ones(len(points))])
    c = np.linalg.lstsq(A, (points**2).sum(axis=1), rcond=None)[0]
    return c[:3], float(np.sqrt(c[3] + c[:3] @ c[:3]))


def _pad(hand: Hand, name: str) -> np.ndarray:
    pad = hand.segments[name].pad
    assert pad is not None, "every fingertip has a pad"
    return pad + np.array([0, 0, PAD])
