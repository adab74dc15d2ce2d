"""How far a simulated wrist is off the path that it was to keep."""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.keyed import KeyedArm
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.wrist_path import WristPath

RECOVERS = 0.05
"""[s] after a touch in which the arm's drive takes up what it gave way"""


class PathError(NamedTuple):
    """How far the simulated wrist was off the given path, at its frames."""

    free_mm: float
    """[mm] at most, while the hand touched nothing"""
    contact_mm: float
    """[mm] at most, while it touched something"""


def path_error(clip: Clip, path: WristPath) -> PathError:
    """How far a clip's wrist is off a path, at the clip's frames.

    Args:
        clip: of `grasp_along`; its first hand.
        path: what it was to follow.
    """
    wanted = KeyedArm(path).poses(clip.time)
    off = 1e3 * np.linalg.norm(clip.hands[0].T_world_forearm[:, :3] - wanted[:, :3], axis=1)
    near = _touching(clip)
    return PathError(float(off[~near].max(initial=0.0)), float(off[near].max(initial=0.0)))


def _touching(clip: Clip) -> np.ndarray:
    """(T,) bool: something presses on the hand or its forearm, or did a moment ago."""
    contacts, mine = clip.contacts, f"{clip.hands[0].name}/"
    of_hand = np.array([name.startswith(mine) for name in contacts.names], dtype=bool)
    other = of_hand[contacts.a] & ~of_hand[contacts.b]
    pressing = other & (np.abs(contacts.force).max(axis=1, initial=0.0) > 0)
    frame = np.repeat(np.arange(clip.n_frames), np.diff(contacts.offsets))
    last = np.full(clip.n_frames, -np.inf)
    last[frame[pressing]] = clip.time[frame[pressing]]
    return clip.time - np.maximum.accumulate(last) <= RECOVERS
