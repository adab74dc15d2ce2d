"""What presses on the fingertips of a world's hands, from each frame as it comes."""

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.pad_load import PadLoad, Pads, tip_bends
from prehensile.world.world import Frame, World


class WorldPads:
    """Reads the loads on all pads after each `World.step`.

    Segments are where MuJoCo has them, whose poses after a step belong to the state before it, as
    the contacts do: no kinematics are worked out again.
    """

    def __init__(self, world: World):
        self._hands = [h.hand for h in world.hands]
        self._pads = [Pads(h.hand, h.name, world.contact_names) for h in world.hands]
        self._xpos, self._xmat = world.data.xpos, world.data.xmat
        self._bodies = [
            [world.model.body(f"{h.name}/{TIP_SEGMENT[d]}").id for d in pads.digits]
            for h, pads in zip(world.hands, self._pads, strict=True)
        ]
        self._rows = [[DIGITS.index(d) for d in pads.digits] for pads in self._pads]
        self._tips = np.tile(np.eye(4), (len(self._pads), len(DIGITS), 1, 1))

    def loads(self, frame: Frame) -> tuple[PadLoad, ...]:
        """Per hand (5,), of the frame that the last step returned."""
        found = []
        for pads, bodies, rows, T in zip(
            self._pads, self._bodies, self._rows, self._tips, strict=True
        ):
            T[rows, :3, :3] = self._xmat[bodies].reshape(-1, 3, 3)
            T[rows, :3, 3] = self._xpos[bodies]
            found.append(pads.load(frame.contacts, T))
        return tuple(found)

    def bends(self, frame: Frame) -> tuple[np.ndarray, ...]:
        """Per hand (5,) [rad]: bend of the last joints."""
        return tuple(tip_bends(h, q) for h, q in zip(self._hands, frame.q, strict=True))
