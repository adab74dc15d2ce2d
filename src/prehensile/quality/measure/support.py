"""How much a grip can bear: needed against available, and the weakest direction.

A linear programme over the contacts as they are: each may push with at most the normal force it has
now, inside its friction cone, and together they must balance a pull through the centre of mass.
"""

from typing import NamedTuple

import numpy as np

from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.reach import reach

CONE_SIDES = 8
"""Edges of a linearised friction cone; inscribed, so it promises at most 8 % too little."""
LEVER = 0.05
"""[m] Torques count as newtons at this lever, so that the six rows weigh alike."""
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
    pos: np.ndarray,
    normal: np.ndarray,
    normal_force: np.ndarray,
    friction: float,
    com: np.ndarray,
    *,
    sides: int = CONE_SIDES,
    length: float = LEVER,
    torsion: float = 0.0,
) -> Support:
    """What contacts that press on one object can bear in each of `DIRECTIONS`.

    Use it for a grip whose forces are known; `smallest_grip` for one whose forces are to be found.

    Args:
        pos: (N, 3) [m], world.
        normal: (N, 3) unit, from the hand into the object.
        normal_force: (N,) [N] as they press now.
        friction: sliding coefficient.
        com: (3,) [m] centre of mass, world.
        sides: edges of a friction cone.
        length: [m] by which torques are divided.
        torsion: [m] largest torque about a normal over the normal force: soft fingers.
    """
    if len(pos) == 0:
        return Support(dict.fromkeys(DIRECTIONS, 0.0))
    wrenches = contact_wrenches(pos, normal, friction, com, length, sides=sides, torsion=torsion)
    pushed = np.maximum(normal_force, 0.0)
    return Support(
        {
            name: reach(wrenches, -np.array([*pull, 0, 0, 0], dtype=float), each=pushed)
            for name, pull in DIRECTIONS.items()
        }
    )
