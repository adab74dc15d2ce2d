"""How long placements of one style are rehearsed that do not hold: what will look right longest.

Placements come in groups: at a handle and elsewhere, and in each of these places what may look as a
person does it, then what will not, then what no force could hold by what is known of it. A group is
given up after some that failed one after the other. Whatever held looks no worse than what the
groups behind it have: they are tried only where too little did.
"""

from prehensile.control.place.looks.promised_looks import FAULTY, FINE, HOPELESS

FRUITLESS = {FINE: 10, FAULTY: 10, HOPELESS: 4}
"""Tries one after the other that do not hold, after which a group is given up: what comes later was
less promising from the start"""
FRUITLESS_AT_HANDLE = {FINE: 6, FAULTY: 3, HOPELESS: 2}
"""The same at a handle, from where one goes on to other places"""


HELD = 2
"""So many that held are enough to leave out what will look wrong"""


class Patience:
    """Who decides what is still worth a rehearsal, asked about one placement after the other."""

    def __init__(self) -> None:
        self._at_handle, self._tier, self._held = True, FINE, 0
        self._fruitless = dict.fromkeys(FRUITLESS, 0)

    def lasts(self, at_handle: bool, tier: int) -> bool:
        """Whether one more is tried, at a handle or not, of one of the three tiers."""
        if at_handle != self._at_handle:
            self._at_handle, self._held = at_handle, 0
            self._fruitless = dict.fromkeys(FRUITLESS, 0)
        self._tier = tier
        if self._held >= HELD and tier != FINE:
            return False
        most = FRUITLESS_AT_HANDLE if at_handle else FRUITLESS
        return self._fruitless[tier] < most[tier]

    def went(self, steady: bool) -> None:
        """How the one went that was tried."""
        self._held += steady
        self._fruitless[self._tier] = 0 if steady else self._fruitless[self._tier] + 1
