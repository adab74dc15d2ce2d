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
        self._rows: list[tuple[float, np.ndarray, np.ndarray]] = []

    def add(self, time: float, q: np.ndarray, forearm: np.ndarray) -> None:
        """Keep one pose: ``time`` [s], ``q`` (dof,) [rad], ``forearm`` (7,)."""
        self._rows.append((time, q.copy(), forearm.copy()))

    def clip(self) -> Clip:
        """The clip of all poses that were added."""
        time, q, forearm = (np.array(column) for column in zip(*self._rows, strict=True))
        hand = self._hand
        track = HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, forearm)
        frames = len(time)
        return Clip(
            time=time,
            hands=(track,),
            bodies=(),
            contacts=ContactTrack.empty(frames),
            finger_force=np.zeros((frames, 1, 5)),
            palm_force=np.zeros((frames, 1)),
            meta={"prehensile": __version__},
        )
