"""How hard a hand would have to press, from where it will touch: a cheap promise before physics.

Each contact may push inside its friction cone, as hard as it likes; the question is how little they
have to press together so that the object stays where it is while it is carried and shaken.
"""

import numpy as np

from prehensile.quality.measure.friction_cone import finger_wrenches

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
    *,
    sides: int = CONE_SIDES,
    length: float = LEVER,
) -> float:
    """Smallest sum of normal forces that carries an object, in units of its weight.

    Args:
        points: (N, 3) [m] where it is touched
        pushes: (N, 3) unit, from the hand into the object
        com: (3,) [m] its centre of mass
        up: (3,) unit
        friction: sliding coefficient
        torsion: [m] torque about a contact's normal over its normal force, at most: soft fingers
        sides: edges of a friction cone
        length: [m] by which torques are divided

    Returns:
        The worst of five loads; infinite if one of them cannot be borne.
    """
    from scipy.optimize import nnls  # here: it takes a while to load

    wrench = finger_wrenches(
        points, pushes, friction, com, length, sides=sides, torsion=torsion, rings=0
    ).wrench.T
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
