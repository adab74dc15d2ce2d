"""How fast the contacts of a clip slip, from how both sides move: a clip does not store it."""

import numpy as np

from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of


def contact_slip(clip: Clip) -> np.ndarray:
    """(N,) [m/s] along the surface, of all contacts of a clip, in the order of its track.

    What both sides do at the contact from its frame to the next (in the last frame, from the one
    before), each as a rigid body. Names that the clip does not show, like the floor, stand still.
    A rolling fingertip does not slip; one frame later its contact is elsewhere on both sides.
    """
    contacts, count = clip.contacts, clip.n_frames
    if not len(contacts) or count < 2:
        return np.zeros(len(contacts))
    frame = np.repeat(np.arange(count), np.diff(contacts.offsets))
    other = np.where(frame + 1 < count, frame + 1, frame - 1)
    seconds = clip.time[other] - clip.time[frame]
    moved = np.zeros((len(contacts), 3))
    shown = _shown(clip)
    for side, sign in ((contacts.a, 1.0), (contacts.b, -1.0)):
        for row in np.unique(side):
            T = shown.get(contacts.names[row])
            if T is not None:
                own = np.flatnonzero(side == row)
                p = contacts.pos[own]
                step = T[other[own]] @ se3.inverse(T[frame[own]])
                moved[own] += sign * (se3.apply(step, p) - p)
    n = contacts.normal
    along = moved - np.einsum("ij,ij->i", moved, n)[:, None] * n
    return np.linalg.norm(along, axis=1) / np.abs(seconds)


def _shown(clip: Clip) -> dict[str, np.ndarray]:
    """Name → (T, 4, 4) of everything that moves."""
    poses = {body.name: se3.from_pose7(body.pose) for body in clip.bodies}
    for track in clip.hands:
        base = se3.from_pose7(track.T_world_forearm)
        segments = segment_transforms(hand_of(track), angles_of(track), base)
        poses |= {f"{track.name}/{name}": T for name, T in segments.items()}
    return poses
