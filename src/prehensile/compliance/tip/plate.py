"""The flat thing under a fingertip, where its own markers were recorded: how high it stands."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.model.compliant_hand import Place
from prehensile.compliance.recorded.levers import acting_force, touching_point
from prehensile.compliance.recorded.session import Load, Session
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
    facing: np.ndarray
    """(T, 3) unit, world: the normal as it tilts"""

    @property
    def height(self) -> np.ndarray:
        """(T,) [m] along the normal, of the middle of its markers."""
        return self.position @ self.normal

    def height_at(self, rows: np.ndarray, point: np.ndarray) -> np.ndarray:
        """(N,) [m] along the normal, of its face under points (N, 3) [m], up to a constant."""
        away = point - self.position[rows]
        facing = self.facing[rows]
        up = facing @ self.normal
        across = away - (away @ self.normal)[:, None] * self.normal
        return self.height[rows] - np.einsum("ni,ni->n", facing, across) / up


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
                pose = stream.channel(load.contact.object)
                there = np.isfinite(pose).all(1)
                if there.sum() < 2:
                    continue
                at = [np.interp(session.time, time[there], part[there]) for part in pose.T]
                T = se3.from_pose7(np.stack(at, axis=1))
                own = np.median(T[:, :3, :3], axis=0).T @ load.inward
                facing = T[:, :3, :3] @ (own / np.linalg.norm(own))
                return Plate(load, load.inward, T[:, :3, 3], facing)
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
    pose = segment_transforms(hand, q, T, load.place.segment)[load.place.segment]
    own = touching_point(hand, load.place, pose, plate.normal)
    place = Place(load.place.segment, own)
    point = se3.apply(pose, own)
    J = point_jacobian(hand, q, place.segment, place.point, T)[..., :3, :]
    return Touched(point, acting_force(load, rows, hand, q, T, point), J)
