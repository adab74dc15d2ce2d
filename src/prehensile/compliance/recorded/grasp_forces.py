"""What the fingertips of a recording do to what they hold: full forces from one-axis sensors."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import NamedContact, Recording
from prehensile.capture.recording.stream import CLIPPED, MISSING
from prehensile.capture.sensors.fsr import Fsr
from prehensile.capture.signals.zero_line import zero_line
from prehensile.compliance.model.compliant_hand import Place
from prehensile.compliance.recorded.grasp_balance import Pressed, balanced_forces, told_gains
from prehensile.compliance.recorded.hand_motion import HandMotion
from prehensile.compliance.recorded.object_motion import ObjectMotion, object_motion
from prehensile.compliance.recorded.object_surface import ObjectSurface, pressed_point
from prehensile.errors import InputError
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.smoothing import smooth

NODE_S = 0.02
"""[s] between the instants at which places of contact are found"""
SLOW_HZ = 10.0
"""[Hz] filter of the angles that places of contact are found from"""
GAIN = 0.1
"""relative deviation of a resistor's gain, where its stream states none: its maker says 5–25 %
(Table 3.1)"""
FRICTION = 0.8
"""where the recording does not know it"""
FREE_N, FREE_M = 0.05, 0.002
"""[N] and [m] times the sum of readings: deviation of what a free object's motion needs"""
BORNE, BORNE_M = 0.6, 0.02
"""of its weight, and [m] times it: the same while a table bears it too"""


class FingerForce(NamedTuple):
    """Of one contact at the motion's times."""

    force: np.ndarray
    """(T, 3) [N] on the hand, world"""
    spread: np.ndarray
    """(T, 3, 3) [N²] covariance of that; nought where nothing touches"""
    points: np.ndarray
    """(T, 3) [m] where, in the segment's frame"""
    sound: np.ndarray
    """(T,)"""
    noise: float
    """[N] standard deviation of a sample of what was read"""
    gain_deviation: float


def grasp_forces(recording: Recording, motion: HandMotion) -> dict[str, FingerForce]:
    """Forces of all contacts whose streams are voltages of resistors worn on fingertips.

    Args:
        recording: with touches, one object that they are on, its mass, surface and poses.
        motion: of the hand.

    Returns:
        By name of the contact; those that touch nothing while the hand is seen are left out.

    Raises:
        InputError: several objects or none, or what is known of it does not do.
    """
    worn = [c for c in recording.contacts if c.stream and recording[c.stream].kind == "voltages"]
    names = {contact.object for contact in worn}
    things = [thing for thing in recording.objects if thing.name in names]
    if len(things) != 1 or len(names) != 1:
        raise InputError(f"resistors need one captured object that is held; got {sorted(names)}.")
    time, thing = motion.time, things[0]
    moved = object_motion(recording, thing, time)
    assert thing.vertices is not None and thing.faces is not None, "its inertia was found"
    surface = ObjectSurface(thing.vertices, thing.faces)
    reads = [_read(recording, contact, time) for contact in worn]
    seen = np.asarray(np.isfinite(motion.q).all(1))
    told = [k for k, read in enumerate(reads) if (seen & read.touches).any()]
    if not told:
        raise InputError("the hand is never seen while a fingertip touches.")
    worn, reads = [worn[k] for k in told], [reads[k] for k in told]
    places = [
        _place(motion, moved, contact, surface, read.touches)
        for contact, read in zip(worn, reads, strict=True)
    ]
    friction = thing.friction or FRICTION
    pressed = _pressed(moved, reads, places)
    held = np.flatnonzero(moved.free & (pressed.touches.sum(1) > 1))
    before = [float(recording[c.stream].sensor.get("gain_deviation", GAIN)) for c in worn]
    gains = told_gains(pressed.at(held[::5]), friction, np.array(before))
    pressed = pressed._replace(read=pressed.read * gains.factor)
    force = np.zeros((len(time), len(worn), 3))
    spread = np.zeros((len(time), len(worn), 3, 3))
    any_touch = np.flatnonzero(pressed.touches.any(1))
    force[any_touch], spread[any_touch] = balanced_forces(pressed.at(any_touch), friction)
    return {
        contact.name: FingerForce(
            -force[:, k], spread[:, k], places[k].points, reads[k].sound, reads[k].noise,
            float(gains.deviation[k]),
        )
        for k, contact in enumerate(worn)
    }  # fmt: skip


class _Read(NamedTuple):
    force: np.ndarray
    touches: np.ndarray
    sound: np.ndarray
    noise: float


class _Place(NamedTuple):
    """In the object's frame but for the first."""

    points: np.ndarray
    there: np.ndarray
    normal: np.ndarray
    looks: np.ndarray


def _read(recording: Recording, contact: NamedContact, time: np.ndarray) -> _Read:
    """Newtons above the resting voltage, by the curve of the usual part."""
    stream = recording[contact.stream]
    if contact.channel not in stream.channels:
        raise InputError(f"stream {stream.name!r} has no channel {contact.channel!r}.")
    column = stream.channels.index(contact.channel)
    own, load = recording.time(stream.name), Fsr().load(stream.values[:, column])
    there = np.isfinite(load)
    if there.sum() < 16:
        raise InputError(f"stream {stream.name!r} has no samples of {contact.channel!r}.")
    quiet = zero_line(own[there], load[there])
    force = np.interp(time, own[there], load[there] - quiet.line)
    nearest = np.clip(np.searchsorted(own, time), 0, len(own) - 1)
    sound = (stream.flags[nearest, column] & (MISSING | CLIPPED)) == 0
    sound &= (time >= own[0]) & (time <= own[-1])
    touches = np.zeros(len(time), bool)
    for touch in recording.touches:
        if touch.contact == contact.name:
            touches |= (time >= touch.onset) & (time <= touch.end)
    return _Read(np.where(touches, np.maximum(force, 0.0), 0.0), touches, sound, quiet.noise)


def _place(
    motion: HandMotion,
    moved: ObjectMotion,
    contact: NamedContact,
    surface: ObjectSurface,
    touches: np.ndarray,
) -> _Place:
    """Where a fingertip is on the object; held as it was while its angles are not known."""
    time, hand = motion.time, motion.hand
    rate = (len(time) - 1) / float(np.ptp(time))
    seen = np.asarray(np.isfinite(motion.q).all(1))
    held = np.where(seen, np.arange(len(time)), 0)
    held = np.maximum.accumulate(held)  # the last sample that was seen
    q = smooth(motion.q[held], rate, SLOW_HZ)
    nodes = np.unique(held[np.flatnonzero(touches)][:: max(1, round(NODE_S * rate))])
    nodes = nodes[seen[nodes]]
    T = motion.T_world_forearm
    T = T[nodes] if T.ndim == 3 else T
    pose = (
        se3.inverse(moved.T_world_object[nodes])
        @ segment_transforms(hand, q[nodes], T)[contact.segment]
    )
    there, normal = pressed_point(hand, Place(contact.segment), pose, surface)
    points = se3.apply(se3.inverse(pose), there)
    looks = pose[:, :3, :3] @ np.array([*Fsr().coupling, -1.0])

    def spread(values: np.ndarray) -> np.ndarray:
        return np.stack([np.interp(time, time[nodes], column) for column in values.T], axis=1)

    return _Place(spread(points), spread(there), spread(normal), spread(looks))


def _pressed(moved: ObjectMotion, reads: list[_Read], places: list[_Place]) -> Pressed:
    T = moved.T_world_object
    R = T[:, :3, :3]
    there = np.stack([se3.apply(T, p.there) for p in places], axis=1)
    normal = np.stack([np.einsum("tij,tj->ti", R, p.normal) for p in places], axis=1)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-12)
    looks = np.stack([np.einsum("tij,tj->ti", R, p.looks) for p in places], axis=1)
    read = np.stack([r.force for r in reads], axis=1)
    weight = float(np.median(moved.needed[:, 2]))
    borne = np.where(moved.free, 0.0, 1.0)[:, None]
    force = FREE_N + borne * BORNE * weight * np.ones(3)
    moment = FREE_M * (0.5 + read.sum(1))[:, None] + borne * BORNE_M * weight * np.ones(3)
    touches = np.stack([r.touches for r in reads], axis=1)
    return Pressed(
        there - moved.com[:, None], -normal, looks, read, touches,
        moved.needed, np.concatenate([force, moment], axis=1),
    )  # fmt: skip
