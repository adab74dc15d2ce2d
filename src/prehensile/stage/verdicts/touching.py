"""Who touches a body now."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.world.contacts import Contacts


class Touching(NamedTuple):
    """Names of what presses on one body."""

    hand: frozenset[str]
    """hands' segments, ``right/wrist``"""
    others: frozenset[str]
    """anything else"""


def touching(contacts: Contacts, names: Sequence[str], body: str) -> Touching:
    """Who presses on ``body``; ``names`` is the table of the contacts' ``a`` and ``b``."""
    if body not in names:
        return Touching(frozenset(), frozenset())
    row = list(names).index(body)
    pressing = contacts.normal_force > 0
    found = np.concatenate(
        [contacts.a[pressing & (contacts.b == row)], contacts.b[pressing & (contacts.a == row)]]
    )
    touched = {str(names[k]) for k in found.tolist()}
    hand = frozenset(name for name in touched if "/" in name)
    return Touching(hand, frozenset(touched - hand))
