"""How a held object moved, and the wrench that its motion and weight need (Newton–Euler)."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.blend import one_sided
from prehensile.capture.recording.recording import CapturedObject, Recording
from prehensile.errors import InputError
from prehensile.lie import se3, so3
from prehensile.mesh.solid_moments import SolidMoments, solid_moments
from prehensile.motion.smoothing import smooth

GRAVITY = 9.81
"""[m/s²] along −z of the world"""
SLOW_HZ = 6.0
"""[Hz] filter of a pose that is differentiated twice"""
LIFTED = 0.003
"""[m] above where it stands from which an object is free"""


class ObjectMotion(NamedTuple):
    """At T times."""

    T_world_object: np.ndarray
    """(T, 4, 4) smooth"""
    com: np.ndarray
    """(T, 3) [m] world"""
    needed: np.ndarray
    """(T, 6) [N, Nm] (f, τ) about the centre of mass, world axes: what contacts must exert"""
    free: np.ndarray
    """(T,) whether nothing but the hand bears it"""


def object_motion(recording: Recording, thing: CapturedObject, time: np.ndarray) -> ObjectMotion:
    """The motion of a captured object.

    Args:
        recording: with its poses.
        thing: with mass and surface; taken to be of one density.
        time: (T,) [s] even, of the master's clock.

    Raises:
        InputError: no pose, no mass, or no surface.
    """
    pose = _pose(recording, thing.name, time)
    if not thing.mass > 0:
        raise InputError(f"the mass of {thing.name!r} is not known: give it in kg.")
    moments = _moments(thing)
    rate = (len(time) - 1) / float(np.ptp(time))
    place = smooth(pose[:, :3, 3], rate, SLOW_HZ)
    T = pose.copy()
    T[:, :3, :3] = _smooth_turn(pose[:, :3, :3], rate)
    T[:, :3, 3] = place
    com = se3.apply(T, moments.com)
    acceleration = _second(com, rate)
    spin = _spin(T[:, :3, :3], rate)
    world = (
        T[:, :3, :3]
        @ (thing.mass / moments.volume * moments.inertia)
        @ np.swapaxes(T[:, :3, :3], 1, 2)
    )
    turned = np.einsum("tij,tj->ti", world, np.gradient(spin, 1 / rate, axis=0))
    turned += np.cross(spin, np.einsum("tij,tj->ti", world, spin))
    force = thing.mass * (acceleration + np.array([0.0, 0.0, GRAVITY]))
    stands = float(np.percentile(place[:, 2], 5))
    return ObjectMotion(T, com, np.hstack([force, turned]), place[:, 2] > stands + LIFTED)


def _moments(thing: CapturedObject) -> SolidMoments:
    if thing.vertices is None or thing.faces is None or not len(thing.faces):
        raise InputError(f"the surface of {thing.name!r} is not in the recording.")
    moments = solid_moments(np.asarray(thing.vertices, float), np.asarray(thing.faces, int))
    if not moments.volume > 0:
        raise InputError(f"the surface of {thing.name!r} encloses nothing.")
    return moments


def _pose(recording: Recording, name: str, time: np.ndarray) -> np.ndarray:
    for stream in recording.of_kind("rigid_poses"):
        if name in stream.channels:
            seen = one_sided(stream.kind, stream.channel(name)[:, None])[:, 0]
            there = np.isfinite(seen).all(1)
            if there.sum() < 8:
                continue
            own, seen = recording.time(stream.name)[there], seen[there]
            return se3.from_pose7(np.stack([np.interp(time, own, c) for c in seen.T], axis=1))
    raise InputError(f"no stream has the pose of {name!r}: tangential forces need it.")


def _smooth_turn(R: np.ndarray, rate: float) -> np.ndarray:
    """Rotations (T, 3, 3) filtered element by element and made rotations again."""
    U, _, Vt = np.linalg.svd(smooth(R, rate, SLOW_HZ))
    return U @ Vt


def _second(x: np.ndarray, rate: float) -> np.ndarray:
    return np.gradient(np.gradient(x, 1 / rate, axis=0), 1 / rate, axis=0)


def _spin(R: np.ndarray, rate: float) -> np.ndarray:
    """(T, 3) [rad/s] world."""
    step = so3.log(R[2:] @ np.swapaxes(R[:-2], 1, 2)) * rate / 2
    return np.concatenate([step[:1], step, step[-1:]])
