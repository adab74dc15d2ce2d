"""Forces that the fingertips of a clip exert, in the frames of their last segments."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import PALMAR, tip_transforms
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.tracks import HandTrack


class TipForces(NamedTuple):
    """Rows thumb, index, middle, ring, little. Only the palmar side of a last segment counts."""

    force: np.ndarray
    """(T, 5, 3) [N] that the finger exerts, in the frame of its last segment: x the way it points,
    −z out of the pad"""
    center: np.ndarray
    """(T, 5, 3) [m] of the normal forces, same frame; NaN where nothing presses"""

    @property
    def normal(self) -> np.ndarray:
        """(T, 5) [N] out of the pad"""
        return -self.force[..., 2]


def tip_forces(clip: Clip, track: HandTrack) -> TipForces:
    """What the contacts of a clip say of one hand's fingertips."""
    contacts, frames = clip.contacts, clip.n_frames
    force, moment = np.zeros((frames, 5, 3)), np.zeros((frames, 5, 3))
    weight = np.zeros((frames, 5))
    T = tip_transforms(hand_of(track), angles_of(track), track.T_world_forearm)
    frame = np.repeat(np.arange(frames), np.diff(contacts.offsets))
    for d, digit in enumerate(DIGITS):
        name = f"{track.name}/{TIP_SEGMENT[digit]}"
        if name not in contacts.names:
            continue
        own = contacts.names.index(name)
        for side, sign in ((contacts.a, 1.0), (contacts.b, -1.0)):
            rows = np.flatnonzero(side == own)
            pose = T[frame[rows], d]
            out = sign * np.einsum("nji,nj->ni", pose[:, :3, :3], contacts.normal[rows])
            rows, pose = rows[-out[:, 2] >= PALMAR], pose[-out[:, 2] >= PALMAR]
            exerted = sign * np.einsum("nji,nj->ni", pose[:, :3, :3], contacts.force[rows])
            load = np.maximum((contacts.force[rows] * contacts.normal[rows]).sum(1), 0.0)
            local = se3.apply(se3.inverse(pose), contacts.pos[rows])
            np.add.at(force[:, d], frame[rows], exerted)
            np.add.at(moment[:, d], frame[rows], load[:, None] * local)
            np.add.at(weight[:, d], frame[rows], load)
    with np.errstate(invalid="ignore"):
        center = np.where(weight[..., None] > 0, moment / weight[..., None], np.nan)
    return TipForces(force, center)
