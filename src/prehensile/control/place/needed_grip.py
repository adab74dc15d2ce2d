"""How hard a hand would have to press, from where it will touch: a cheap promise before physics.

Each contact may push inside its friction cone, as hard as it likes; the question is how little they
have to press together so that the object stays where it is while it is carried and shaken.
"""

import numpy as np

CONE_SIDES = 6
"""Edges of a linearised friction cone."""
LEVER = 0.03
"""[m] Torques count as newtons at this lever."""
SIDEWAYS = 0.5
"""Share of gravity that a carried object must stand in every horizontal direction."""
SMALL = 0.02
"""What forces are worth beside an unbalanced newton: they are to be no larger than they must."""
BALANCED = 0.1
"""Share of the load that may stay unbalanced."""


def needed_grip(
    points: np.ndarray,
    pushes: np.ndarray,
    com: np.ndarray,
    up: np.ndarray,
    friction: float,
    torsion: float = 0.0,
) -> float:
    """Smallest sum of normal forces that carries an object, in units of its weight.

    Args:
        points: (N, 3) [m] where it is touched
        pushes: (N, 3) unit, from the hand into the object
        com: (3,) [m] its centre of mass
        up: (3,) unit
        friction: sliding coefficient
        torsion: [m] torque about a contact's normal over its normal force, at most: soft fingers

    Returns:
        The worst of five loads; infinite if one of them cannot be borne.
    """
    from scipy.optimize import nnls  # here: it takes a while to load

    arms = (points - com) / LEVER
    edges = _cone_edges(pushes, friction)
    wrenches = [np.concatenate([edges, np.cross(np.repeat(arms, CONE_SIDES, axis=0), edges)], 1)]
    for spin in (torsion, -torsion) if torsion else ():
        moment = np.cross(arms, pushes) + spin / LEVER * pushes
        wrenches.append(np.concatenate([pushes, moment], axis=1))
    wrench = np.concatenate(wrenches).T
    system = np.concatenate([wrench, SMALL * np.ones((1, wrench.shape[1]))])
    e1 = np.cross(up, np.eye(3)[int(np.abs(up).argmin())])
    e1 /= np.linalg.norm(e1)
    e2 = np.cross(up, e1)
    worst = 0.0
    for side in (np.zeros(3), e1, -e1, e2, -e2):
        load = up + SIDEWAYS * side
        force, _ = nnls(system, np.concatenate([load, np.zeros(4)]))
        missing = np.linalg.norm(wrench @ force - np.concatenate([load, np.zeros(3)]))
        if missing > BALANCED * np.linalg.norm(load):
            return np.inf
        worst = max(worst, float(force.sum()))
    return worst


def _cone_edges(normal: np.ndarray, friction: float) -> np.ndarray:
    """(N·sides, 3) forces of unit normal part along the edges of the friction cones."""
    helper = np.where(np.abs(normal[:, :1]) < 0.9, [[1.0, 0, 0]], [[0, 1.0, 0]])
    t1 = np.cross(normal, helper)
    t1 /= np.linalg.norm(t1, axis=1, keepdims=True)
    t2 = np.cross(normal, t1)
    angle = np.arange(CONE_SIDES) * 2 * np.pi / CONE_SIDES
    tangent = np.cos(angle)[:, None] * t1[:, None] + np.sin(angle)[:, None] * t2[:, None]
    return (normal[:, None] + friction * tangent).reshape(-1, 3)
