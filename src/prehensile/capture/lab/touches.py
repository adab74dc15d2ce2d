"""When a finger truly touched, read off the contacts of the simulation."""

import numpy as np

from prehensile.capture.recording.recording import Touch
from prehensile.motion.clip import Clip

FELT = 1e-4
"""[N] from which the engine's contacts count"""
BOUNCE = 0.05
"""[s] A finger that comes back sooner has not left."""
VIBRATION = 0.1
"""[s] after the onset in which the first vibration ends (4.2: a few hundredths)"""
BY = "prehensile.capture.lab"


def contact_force(clip: Clip, segment: str, body: str) -> np.ndarray:
    """(T, 3) [N] that a segment (``hand/segment``) exerts on a body, world."""
    track = clip.contacts
    names = np.array([*track.names, ""])
    pair = (names[track.a] == segment) & (names[track.b] == body)
    frame = np.repeat(np.arange(track.n_frames), np.diff(track.offsets))[pair]
    force = np.zeros((track.n_frames, 3))
    np.add.at(force, frame, track.force[pair])
    return force


def true_touches(clip: Clip, contact: str, segment: str, body: str) -> tuple[Touch, ...]:
    """Touches of one segment with one body.

    The first vibration ends where the force last fell within `VIBRATION` of the onset, and grew
    smoothly from then on; at the onset if it never fell.

    Args:
        clip: the truth.
        contact: name that they get.
        segment: ``hand/segment``.
        body: which.
    """
    size = np.linalg.norm(contact_force(clip, segment, body), axis=1)
    felt = np.flatnonzero(size > FELT)
    if not len(felt):
        return ()
    breaks = np.flatnonzero(np.diff(clip.time[felt]) > BOUNCE) + 1
    found = []
    for rows in np.split(felt, breaks):
        onset, end = clip.time[rows[0]], clip.time[rows[-1]]
        early = size[rows[0] : rows[-1] + 1][clip.time[rows[0] : rows[-1] + 1] <= onset + VIBRATION]
        falls = np.flatnonzero(np.diff(early) < 0)
        settled = clip.time[rows[0] + falls[-1] + 1] if len(falls) else onset
        found.append(Touch(contact, float(onset), float(settled), float(end), BY))
    return tuple(found)
