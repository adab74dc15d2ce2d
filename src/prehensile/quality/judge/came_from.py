"""From which direction a hand came to what it took."""

import numpy as np

from prehensile.hand.description import hand_from_json
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import Clip

AWAY = 0.1
"""[m] of the palm from where it closed: how far back the direction is taken"""


def came_from(clip: Clip) -> np.ndarray:
    """(3,) unit, world: from where the palm was when the hand began to close to where it was when
    it was last `AWAY` from there, or farthest if it never was.
    """
    track = clip.hands[0]
    begins = [begin for name, begin, _ in clip.meta.get("phases", []) if name == "close"]
    closes = min(int(np.searchsorted(clip.time, begins[0])), clip.n_frames - 1) if begins else 0
    before = slice(0, closes + 1)
    T = palm_transform(
        hand_from_json(track.model), track.q[before], se3.from_pose7(track.T_world_forearm[before])
    )
    off = T[:, :3, 3] - T[-1, :3, 3]
    far = np.linalg.norm(off, axis=1)
    beyond = np.flatnonzero(far >= AWAY)
    k = int(beyond[-1]) if len(beyond) else int(far.argmax())
    return off[k] / max(float(far[k]), 1e-9)


def degrees_between(a: np.ndarray, b: np.ndarray) -> float:
    """[degrees] between two directions (3,) of any length; 0 where one has none."""
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    cosine = a @ b / lengths if lengths > 0.0 else 1.0
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
