"""Where a hand touches one object now: the contacts of the last step, segment by segment."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.segments import group_of_segment
from prehensile.world.world import Observation

FELT = 0.02
"""[N] from which a contact counts"""


class Touch(NamedTuple):
    """One contact of a hand with what it grasps."""

    segment: str
    group: str
    """the digit, or the palm"""
    point: np.ndarray
    """(3,) [m] world"""
    push: np.ndarray
    """(3,) unit, from the hand into the object, world"""
    force: float
    """[N] along it"""


def touches(obs: Observation, target: str | None = None) -> list[Touch]:
    """The contacts that press.

    Args:
        obs: of one world.
        target: name of the object; None: whatever is not a hand.
    """
    names, c = obs.contact_names, obs.contacts
    mine = f"{obs.hand}/"
    found = []
    for k in np.flatnonzero(c.normal_force > FELT):
        segment, other = names[c.a[k]], names[c.b[k]]
        if segment.startswith(mine) and (other == target if target else "/" not in other):
            name = segment.removeprefix(mine)
            found.append(
                Touch(name, group_of_segment(name), c.pos[k], c.normal[k], float(c.normal_force[k]))
            )
    return found
