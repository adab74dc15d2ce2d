"""Poses without physics, gathered into a clip."""

import numpy as np

from prehensile._version import __version__
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack


class PoseTake:
    """Collects joint angles and where the arm was."""

    def __init__(self, hand: Hand):
        self._hand = hand
        self._rows: list[tuple[float, np.ndarray, np.ndarray, np.ndarray]] = []

    def add(
        self, time: float, q: np.ndarray, forearm: np.ndarray, force: np.ndarray | None = None
    ) -> None:
        """Keep one pose.

        Args:
            time: [s]
            q: (dof,) [rad]
            forearm: (7,)
            force: (5,) [N] on the fingertips, thumb to little; none if left out.
        """
        pressed = np.zeros(5) if force is None else force.copy()
        self._rows.append((time, q.copy(), forearm.copy(), pressed))

    def clip(self) -> Clip:
        """The clip of all poses that were added."""
        time, q, forearm, force = (np.array(column) for column in zip(*self._rows, strict=True))
        hand = self._hand
        track = HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, forearm)
        frames = len(time)
        return Clip(
            time=time,
            hands=(track,),
            bodies=(),
            contacts=ContactTrack.empty(frames),
            finger_force=force[:, None],
            palm_force=np.zeros((frames, 1)),
            meta={"prehensile": __version__},
        )
