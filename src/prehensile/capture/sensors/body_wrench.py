"""The wrench that everything touching a body exerts on it, as its mounting feels it."""

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.lie import se3
from prehensile.motion.clip import Clip


def body_pose(clip: Clip, body: str) -> np.ndarray:
    """(T, 4, 4) of a body; the identity for furniture that has no track."""
    for track in clip.bodies:
        if track.name == body:
            return se3.from_pose7(track.pose)
    return np.broadcast_to(np.eye(4), (clip.n_frames, 4, 4))


def check_body(clip: Clip, body: str) -> None:
    """Refuse a body that the clip knows neither as a track nor from a contact.

    Raises:
        UnknownNameError: there is no such body.
    """
    known = {track.name for track in clip.bodies}
    known |= {name for name in clip.contacts.names if "/" not in name}
    if body not in known:
        raise UnknownNameError("body", body, sorted(known))


def body_wrench(clip: Clip, body: str, T_world_sensor: np.ndarray) -> np.ndarray:
    """(T, 6) (f [N], τ [Nm]) on a body, in the sensor's frame and about its origin.

    Args:
        clip: with contacts; those between a body and itself do not count.
        body: its name.
        T_world_sensor: (T, 4, 4).

    Raises:
        UnknownNameError: there is no such body.
    """
    check_body(clip, body)
    contacts = clip.contacts
    wrench = np.zeros((clip.n_frames, 6))
    if body not in contacts.names:
        return wrench
    own = contacts.names.index(body)
    frame = np.repeat(np.arange(clip.n_frames), np.diff(contacts.offsets))
    for side, sign in ((contacts.b, 1.0), (contacts.a, -1.0)):
        rows = np.flatnonzero(side == own)
        T = T_world_sensor[frame[rows]]
        force = sign * contacts.force[rows]
        turning = sign * contacts.torsion[rows, None] * contacts.normal[rows]
        torque = turning + np.cross(contacts.pos[rows] - T[:, :3, 3], force)
        R = T[:, :3, :3]
        both = [np.einsum("nji,nj->ni", R, force), np.einsum("nji,nj->ni", R, torque)]
        np.add.at(wrench, frame[rows], np.concatenate(both, axis=1))
    return wrench
