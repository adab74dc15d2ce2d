"""`LiveBlood`: the blood in the fingertips of a world's hands, step by step."""

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.motion.pad_load import PadLoad, unpressed
from prehensile.skin.tip_color import TipColor
from prehensile.world.pads import WorldPads
from prehensile.world.world import Frame, World

COMPONENTS = 4
"""numbers of a fingertip's blood"""


class LiveBlood:
    """Follows what presses on the pads, as slowly as blood moves.

    Args:
        color: what the fingertips colour by; None where they do not.
        world: whose hands.
    """

    def __init__(self, color: TipColor | None, world: World):
        self.color = color
        """may be exchanged for one of other time constants at any time"""
        self._pads = WorldPads(world)
        self._timestep = world.timestep
        self._time = -np.inf
        self.now = no_blood(len(world.hands))
        """(hands, 5, 4), never written into"""
        self.load = unpressed((len(world.hands),))
        """(hands, 5) of the last frame"""

    def follow(self, frame: Frame) -> None:
        """Go on by one step of the world; one that went back in time begins at rest."""
        if frame.time <= self._time:
            self.now = no_blood(len(self.now))
        self._time = frame.time
        loads = self._pads.loads(frame)
        if not loads:
            return
        self.load = PadLoad(*(np.stack(parts) for parts in zip(*loads, strict=True)))
        if self.color is not None:
            bend = np.stack(self._pads.bends(frame))
            self.now = self.color.after(self.now, self.load, bend, self._timestep)


def no_blood(hands: int) -> np.ndarray:
    """(hands, 5, 4) of fingertips that nothing presses on."""
    return np.zeros((hands, len(DIGITS), COMPONENTS))
