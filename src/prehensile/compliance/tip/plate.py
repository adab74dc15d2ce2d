"""The flat thing under a fingertip, where its own markers were recorded: how high it stands."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.model.compliant_hand import Place
from prehensile.compliance.recorded.session import Load, Session
from prehensile.compliance.recorded.windows import acting_force, touching_point
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3


class Plate(NamedTuple):
    """What a contact presses on, at the session's times."""

    load: Load
    normal: np.ndarray
    """(3,) unit, world: out of the plate, into the finger"""
    position: np.ndarray
    """(T, 3) [m] of its frame, world"""

    @property
    def height(self) -> np.ndarray:
        """(T,) [m] along the normal, of the middle of its markers."""
        return self.position @ self.normal


class Touched(NamedTuple):
    """Where a plate touches a finger, N samples."""

    point: np.ndarray
    """(N, 3) [m] world"""
    force: np.ndarray
    """(N, 3) [N] on the finger, world"""
    J: np.ndarray
    """(N, 3, dof) [m/rad] of the point that is touched"""


def plate_of(recording: Recording, session: Session) -> Plate | None:
    """The first contact's plate whose pose was recorded; None where there is none."""
    for load in session.loads.values():
        if load.inward is None or not load.contact.object:
            continue
        for stream in recording.of_kind("rigid_poses"):
            if load.contact.object in stream.channels:
                time = recording.time(stream.name)
                seen = stream.channel(load.contact.object)[:, :3]
                there = np.isfinite(seen).all(1)
                if there.sum() < 2:
                    continue
                at = [np.interp(session.time, time[there], axis[there]) for axis in seen.T]
                return Plate(load, load.inward, np.stack(at, axis=1))
    return None


def touched(session: Session, plate: Plate, rows: np.ndarray, q: np.ndarray) -> Touched:
    """Point, force and lever arms at some samples.

    Args:
        session: whose.
        plate: that touches.
        rows: (N,) of the session's samples.
        q: (N, dof) [rad] at them, without noise where lever arms matter.
    """
    hand, load = session.hand, plate.load
    T = session.motion.T_world_forearm
    T = T[rows] if T.ndim == 3 else T
    pose = segment_transforms(hand, q, T)[load.place.segment]
    own = touching_point(hand, load.place, pose, plate.normal)
    place = Place(load.place.segment, own)
    point = se3.apply(pose, own)
    J = point_jacobian(hand, q, place.segment, place.point, T)[..., :3, :]
    return Touched(point, acting_force(load, rows, hand, q, T, point), J)
