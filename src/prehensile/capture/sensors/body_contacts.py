"""What touches one body of a clip, and the wrench that its mounting feels of it."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.lie import se3
from prehensile.motion.clip import Clip


class BodyContacts(NamedTuple):
    """N contacts of one body over a clip, whichever side of them it is; world frame."""

    frame: np.ndarray
    """(N,) of the clip"""
    pos: np.ndarray
    """(N, 3) [m]"""
    into: np.ndarray
    """(N, 3) unit normals into the body"""
    force: np.ndarray
    """(N, 3) [N] on the body"""
    torsion: np.ndarray
    """(N, 3) [Nm] on the body, about the normal"""

    @property
    def pressing(self) -> np.ndarray:
        """(N,) [N] normal forces; nought where something sticks."""
        return np.maximum((self.force * self.into).sum(1), 0.0)


def contacts_on(clip: Clip, body: str) -> BodyContacts:
    """All contacts of a body.

    Raises:
        UnknownNameError: the clip knows it neither as a body nor from a contact.
    """
    contacts = clip.contacts
    known = {track.name for track in clip.bodies} | {n for n in contacts.names if "/" not in n}
    if body not in known:
        raise UnknownNameError("body", body, sorted(known))
    own = contacts.names.index(body) if body in contacts.names else -1
    rows = np.flatnonzero((contacts.a == own) | (contacts.b == own))
    sign = np.where(contacts.b[rows] == own, 1.0, -1.0)[:, None]
    normal = contacts.normal[rows]
    return BodyContacts(
        frame=np.repeat(np.arange(clip.n_frames), np.diff(contacts.offsets))[rows],
        pos=contacts.pos[rows],
        into=sign * normal,
        force=sign * contacts.force[rows],
        torsion=sign * contacts.torsion[rows, None] * normal,
    )


def body_pose(clip: Clip, body: str) -> np.ndarray:
    """(T, 4, 4) of a body; the identity for furniture that has no track."""
    for track in clip.bodies:
        if track.name == body:
            return se3.from_pose7(track.pose)
    return np.broadcast_to(np.eye(4), (clip.n_frames, 4, 4))


def body_wrench(clip: Clip, body: str, T_world_sensor: np.ndarray) -> np.ndarray:
    """(T, 6) (f [N], τ [Nm]) on a body, in the sensor's frame and about its origin.

    Args:
        clip: with contacts.
        body: its name.
        T_world_sensor: (T, 4, 4).

    Raises:
        UnknownNameError: there is no such body.
    """
    on = contacts_on(clip, body)
    T = T_world_sensor[on.frame]
    torque = on.torsion + np.cross(on.pos - T[:, :3, 3], on.force)
    both = [np.einsum("nji,nj->ni", T[:, :3, :3], part) for part in (on.force, torque)]
    wrench = np.zeros((clip.n_frames, 6))
    np.add.at(wrench, on.frame, np.concatenate(both, axis=1))
    return wrench
