"""`TouchedTips`: the blood in the fingertips of a hand that `LiveSynthesis` steps."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.motion.pad_load import PadLoad, Pads, tip_bends, tip_transforms
from prehensile.skin.tip_color import TipColor
from prehensile.stage.live_blood import no_blood
from prehensile.stage.shows.live_synthesis import LiveSynthesis

EVERY = 8
"""Steps from one look to the next: blood is slow, and pages see sixty frames a second."""


class TouchedTips:
    """Follows what presses on the pads.

    Args:
        hand: whose.
        name: of the hand.
        color: what the fingertips colour by; None where they do not.
    """

    def __init__(self, hand: Hand, name: str, color: TipColor | None):
        self._hand, self._name, self._color = hand, name, color
        self._pads: Pads | None = None
        self._count = 0
        self.blood = no_blood(1)
        """(1, 5, 4)"""

    def follow(self, live: LiveSynthesis, timestep: float) -> None:
        """Go on by one step [s]."""
        self._count += 1
        if self._color is None or self._count % EVERY:
            return
        if self._pads is None:
            self._pads = Pads(self._hand, self._name, live.reader.names)
        q = live.before.theta[: self._hand.dof]
        tips = tip_transforms(self._hand, q, live.forearm())
        load = self._pads.load(live.touching()[0], tips)
        one = PadLoad(*(np.asarray(part)[None] for part in load))
        bend = tip_bends(self._hand, q)[None]
        self.blood = self._color.after(self.blood, one, bend, EVERY * timestep)
