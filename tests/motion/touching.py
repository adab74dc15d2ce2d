"""MuJoCo's word on how deep a posed hand's segments sink in, and how far two of them are apart."""

import mujoco
import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model

FAR = 0.2


class MujocoHand:
    """A hand compiled once, posed many times."""

    def __init__(self, hand: Hand):
        self.model = build_hand_model(hand, "fixed").compile()
        self.data = mujoco.MjData(self.model)
        self._qpos = [self.model.joint(name).qposadr[0] for name in hand.joint_names]

    def pose(self, q: np.ndarray) -> None:
        self.data.qpos[self._qpos] = q
        mujoco.mj_forward(self.model, self.data)

    def deepest(self, q: np.ndarray) -> tuple[float, str]:
        """[m] and the pair of segments that sink in deepest."""
        self.pose(q)
        found = [
            (-c.dist, " / ".join(self.model.body(self.model.geom_bodyid[g]).name for g in c.geom))
            for c in self.data.contact
        ]
        return max(found, default=(0.0, "nothing touches"))

    def gap(self, first: str, second: str) -> float:
        """[m] between two segments in the present pose."""
        geoms = [
            np.flatnonzero(self.model.geom_bodyid == self.model.body(name).id)
            for name in (first, second)
        ]
        return min(
            mujoco.mj_geomDistance(self.model, self.data, int(a), int(b), FAR, None)
            for a in geoms[0]
            for b in geoms[1]
        )
