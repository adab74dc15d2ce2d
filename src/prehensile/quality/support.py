"""How much a grip can bear: needed against available, and the weakest direction.

A linear programme over the contacts as they are: each may push with at most the normal force it has
now, inside its friction cone, and together they must balance a pull through the centre of mass.
"""

from typing import NamedTuple

import numpy as np

CONE_SIDES = 8
"""Edges of a linearised friction cone; inscribed, so it promises at most 8 % too little."""
DIRECTIONS = {
    "up": (0, 0, 1),
    "down": (0, 0, -1),
    "forward (+x)": (1, 0, 0),
    "back (−x)": (-1, 0, 0),
    "left (+y)": (0, 1, 0),
    "right (−y)": (0, -1, 0),
}
"""World directions in which an object can be pulled out of a grip."""


class Support(NamedTuple):
    """What a set of contacts can bear."""

    available: dict[str, float]
    """[N] largest pull that friction and normal forces balance, by direction of the pull"""

    @property
    def weakest(self) -> str:
        """The direction in which the least pull takes the object out."""
        return min(self.available, key=lambda name: self.available[name])


def grip_support(
    pos: np.ndarray, normal: np.ndarray, normal_force: np.ndarray, friction: float, com: np.ndarray
) -> Support:
    """What contacts that press on one object can bear in each of `DIRECTIONS`.

    Args:
        pos: (N, 3) [m], world.
        normal: (N, 3) unit, from the hand into the object.
        normal_force: (N,) [N] as they press now.
        friction: sliding coefficient.
        com: (3,) [m] centre of mass, world.
    """
    if len(pos) == 0:
        return Support(dict.fromkeys(DIRECTIONS, 0.0))
    edges, limits = _cone_edges(normal, friction)
    wrench = np.concatenate(
        [edges, np.cross(np.repeat(pos - com, CONE_SIDES, axis=0), edges)], axis=1
    ).T
    # Torques in newtons at a finger's lever, so that the six rows weigh alike.
    wrench[3:] /= 0.05
    return Support(
        {
            name: _largest_pull(wrench, limits, normal_force, np.array(d, dtype=float))
            for name, d in DIRECTIONS.items()
        }
    )


def _largest_pull(
    wrench: np.ndarray, limits: np.ndarray, normal_force: np.ndarray, direction: np.ndarray
) -> float:
    """Max s  so that  Σ w_ij e_ij + s d = 0 (force and torque),  Σ_j w_ij ≤ N_i,  w ≥ 0."""
    from scipy.optimize import linprog

    pull = np.concatenate([direction, np.zeros(3)])[:, None]
    result = linprog(
        np.append(np.zeros(wrench.shape[1]), -1.0),
        A_ub=np.column_stack([limits, np.zeros(len(limits))]),
        b_ub=normal_force,
        A_eq=np.column_stack([wrench, pull]),
        b_eq=np.zeros(6),
    )
    return float(result.x[-1]) if result.success else 0.0


def _cone_edges(normal: np.ndarray, friction: float) -> tuple[np.ndarray, np.ndarray]:
    """Forces of unit normal part along the cones' edges (N·m, 3), and which contact each is of."""
    helper = np.where(np.abs(normal[:, :1]) < 0.9, [[1.0, 0, 0]], [[0, 1.0, 0]])
    t1 = np.cross(normal, helper)
    t1 /= np.linalg.norm(t1, axis=1, keepdims=True)
    t2 = np.cross(normal, t1)
    angle = np.arange(CONE_SIDES) * 2 * np.pi / CONE_SIDES
    tangent = np.cos(angle)[:, None] * t1[:, None] + np.sin(angle)[:, None] * t2[:, None]
    edges = (normal[:, None] + friction * tangent).reshape(-1, 3)
    return edges, np.kron(np.eye(len(normal)), np.ones(CONE_SIDES))
