"""A recording as the estimators read it: angles, and what pushes on the hand, on one clock.

Angles are taken as they were measured: a filter without delay would smear the kink at contact.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import NamedContact, Recording, Touch
from prehensile.capture.recording.stream import CLIPPED, MISSING, Stream
from prehensile.capture.signals.marks import marked_touches
from prehensile.compliance.model.compliant_hand import Place
from prehensile.compliance.recorded.grasp_forces import grasp_forces
from prehensile.compliance.recorded.hand_motion import HandMotion, recorded_motion
from prehensile.compliance.recorded.usable import check_side, check_usable
from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.lie import se3, so3

PLANNED_S = 0.6
"""[s] of contact whose largest force is the planned one (4.2.1)"""
FELT = ("forces", "force_vectors", "wrenches", "voltages")
"""kinds of streams that a contact's force may come from"""
TORQUE_SCALE = 0.03
"""[m] error of a torque over that of a force, of a six-axis sensor that states none"""
ONE_AXIS_GAIN = 0.1
"""relative deviation of a one-axis sensor's gain that states none: an FSR's is 5–25 %"""


class Reach(NamedTuple):
    """A torque arm takes forces to act at one reach; a finger that lands nearer turns it less."""

    sensor: np.ndarray
    """(3,) [m] world"""
    along: np.ndarray
    """(3,) unit, world: the plank, from the sensor"""
    assumed: float
    """[m]"""

    def correction(self, point: np.ndarray) -> np.ndarray:
        """(N,) by which forces that act at points (N, 3) [m] are larger than was read."""
        return self.assumed / np.maximum((point - self.sensor) @ self.along, 0.1 * self.assumed)


class WrenchAt(NamedTuple):
    """What a six-axis sensor felt."""

    values: np.ndarray
    """(T, 6) [N, Nm] on the hand, along world axes, about the sensor"""
    sensor: np.ndarray
    """(3,) [m] world"""
    scale: float
    """[m] error of a torque over that of a force"""

    def force_at(self, rows: np.ndarray, point: np.ndarray) -> np.ndarray:
        """(N, 3) [N] that, acting at points (N, 3), explains force and torque best.

        A plank makes small forces large torques (3.2.1); along it only the force itself tells.
        """
        r = so3.hat(point - self.sensor) / self.scale
        felt = self.values[rows]
        A = np.eye(3) + np.swapaxes(r, -1, -2) @ r
        b = felt[:, :3, None] + np.swapaxes(r, -1, -2) @ felt[:, 3:, None] / self.scale
        return np.linalg.solve(A, b)[..., 0]


class Load(NamedTuple):
    """What one named contact does to the hand, at the motion's times."""

    contact: NamedContact
    place: Place
    force: np.ndarray
    """(T, 3) [N] on the hand, world; for a one-axis sensor (T, 1) along its axis"""
    wrench: "WrenchAt | None"
    """where one was measured"""
    sound: np.ndarray
    """(T,) neither missing nor clipped"""
    noise: float
    """[N] standard deviation of one sample while nothing touches"""
    gain_deviation: float
    """of the sensor's gain, relative"""
    inward: np.ndarray | None = None
    """(3,) unit, world: out of a flat thing that is touched, into the finger; None where unknown"""
    reach: "Reach | None" = None
    """of a torque arm"""
    points: np.ndarray | None = None
    """(T, 3) [m] where it acts, in the segment's frame; None for the place's own point"""
    spread: np.ndarray | None = None
    """(T, 3, 3) [N²] covariance of a force that was not measured whole; None where it was"""

    @property
    def size(self) -> np.ndarray:
        """(T,) [N]"""
        return np.linalg.norm(self.force, axis=1)


@dataclass(frozen=True, eq=False)
class Session:
    """One hand, what it did, what pushed on it, and when."""

    motion: HandMotion
    loads: Mapping[str, Load]
    """by contact"""
    touches: tuple[Touch, ...]
    task: str = ""
    calibrated: bool = False
    """sizes and places of markers were found from the markers: lever arms are less sure"""

    @property
    def hand(self) -> Hand:
        """Whose."""
        return self.motion.hand

    @property
    def time(self) -> np.ndarray:
        """(T,) [s] by the master's clock."""
        return self.motion.time

    def planned_force(self, touch: Touch) -> float:
        """[N] the largest in the first 0.6 s of a touch (4.2.1)."""
        first = self.time.searchsorted(touch.onset)
        last = self.time.searchsorted(min(touch.end, touch.onset + PLANNED_S), "right")
        sizes = np.linalg.norm(self.loads[touch.contact].force[first:last], axis=1)
        return float(np.nanmax(sizes)) if np.isfinite(sizes).any() else 0.0


def session_of(
    recording: Recording,
    hand: Hand | None = None,
    calibrate: bool = False,
    carried: bool = False,
) -> Session:
    """Read a recording.

    Args:
        recording: with joint angles or markers, contacts whose streams felt a force, and touches.
        hand: whose sizes are known; the recording's own if left out.
        calibrate: find sizes and places of markers from the markers, whatever the recording says.
        carried: follow the forearm where it is carried (`carried_arm`), for whoever wants the
            whole motion; estimators take it to be held still, and leave carries out.

    Raises:
        InputError: motion or force or touches are missing, too slow, or not aligned; or the hand
            is another than the recording's.
    """
    if hand is None:
        if recording.hand is None:
            raise InputError("the recording does not say whose hand it is: give --hand.")
        hand = hand_from_json(dict(recording.hand))
    check_side(recording, hand)
    if not recording.of_kind(*FELT):
        raise InputError("the recording has motion but no force: nothing tells what bent the hand.")
    if not recording.contacts:
        raise InputError("the recording names no contact: nothing says where forces act.")
    if not recording.touches:
        recording = marked_touches(recording)
    if not recording.touches:
        raise InputError("nothing is touched in this recording: no force rises above its noise.")
    motion = recorded_motion(recording, None if calibrate else hand, carried)
    felt = [contact for contact in recording.contacts if contact.stream]
    worn = {c.name: c for c in felt if recording[c.stream].kind == "voltages"}
    loads = {c.name: _load(recording, c, motion) for c in felt if c.name not in worn}
    for name, found in (grasp_forces(recording, motion) if worn else {}).items():
        place = Place(worn[name].segment, worn[name].point)
        loads[name] = Load(
            worn[name], place, found.force, None, found.sound, found.noise, found.gain_deviation,
            points=found.points, spread=found.spread,
        )  # fmt: skip
    touches = tuple(touch for touch in recording.touches if touch.contact in loads)
    if not touches:
        raise InputError("no touch of the recording is of a contact whose force was measured.")
    session = Session(motion, loads, touches, str(recording.meta.get("task", "")), calibrate)
    check_usable(recording, session)
    return session


def _load(recording: Recording, contact: NamedContact, motion: HandMotion) -> Load:
    stream = _best_stream(recording, contact)
    if stream.kind not in FELT:
        raise InputError(f"contact {contact.name!r} names {stream.name!r}, which is no force.")
    motion.hand.segment(contact.segment)
    time = recording.time(stream.name)
    if not len(time) or time[-1] < motion.time[0] or time[0] > motion.time[-1]:
        raise InputError(
            f"stream {stream.name!r} and the motion do not overlap in time: align them first."
        )
    columns = _columns(stream, contact)
    flags = np.bitwise_or.reduce(stream.flags[:, columns], axis=1)
    nearest = np.clip(np.searchsorted(time, motion.time), 0, len(time) - 1)
    inside = (motion.time >= time[0]) & (motion.time <= time[-1])
    sound = inside & ((flags & (MISSING | CLIPPED)) == 0)[nearest]
    values = stream.values[:, columns].reshape(len(time), -1)
    values = np.stack([_at(time, column, motion.time) for column in values.T], axis=1)
    force, wrench = values, None
    if stream.kind != "forces" or len(columns) > 1:
        # Streams hold what the hand does to the sensor.
        T = _sensor_pose(stream)
        turned = -_in_world(stream, values, T[:3, :3])
        force = turned[:, :3]
        if stream.kind == "wrenches":
            bits = stream.sensor.get("bit_Nm", 0.0), stream.sensor.get("bit_N", 0.0)
            scale = float(bits[0]) / float(bits[1]) if min(bits) > 0 else TORQUE_SCALE
            wrench = WrenchAt(turned, T[:3, 3], scale)
    gain = stream.sensor.get("gain_deviation")
    if gain is None:
        gain = ONE_AXIS_GAIN if force.shape[1] == 1 else 0.0
    place = Place(contact.segment, contact.point)
    inward, reach = _plate(stream, force)
    noise = _resting_noise(force, motion.time, recording.touches)
    return Load(contact, place, force, wrench, sound, noise, float(gain), inward, reach)


def _best_stream(recording: Recording, contact: NamedContact) -> Stream:
    """The contact's own, or all six axes of the same sensor where it names only some of them."""
    own = recording[contact.stream]
    body = own.sensor.get("body")
    if own.kind == "forces" and body:
        for other in recording.of_kind("wrenches"):
            if other.sensor.get("body") == body:
                return other
    return own


def _columns(stream: Stream, contact: NamedContact) -> list[int]:
    """The contact's own channel, or all of a sensor that has one a direction."""
    if len(stream.channels) == 1 or not contact.channel or set(stream.channels) <= {*"xyz"}:
        return list(range(len(stream.channels)))
    if contact.channel not in stream.channels:
        raise InputError(f"stream {stream.name!r} has no channel {contact.channel!r}.")
    return [stream.channels.index(contact.channel)]


def _at(time: np.ndarray, values: np.ndarray, times: np.ndarray) -> np.ndarray:
    there = np.isfinite(values)
    if not there.any():
        return np.zeros(len(times))
    return np.interp(times, time[there], values[there])


def _sensor_pose(stream: Stream) -> np.ndarray:
    """(4, 4) of the frame that a stream is in."""
    if stream.frame == "world":
        return np.eye(4)
    pose = stream.sensor.get("T_world_sensor")
    if pose is None:
        raise InputError(
            f"stream {stream.name!r} is in the frame {stream.frame!r} and does not say where that "
            "is (T_world_sensor)."
        )
    return se3.from_pose7(np.asarray(pose, float))


def _in_world(stream: Stream, values: np.ndarray, R: np.ndarray) -> np.ndarray:
    """(T, 3) forces or (T, 6) wrenches along world axes."""
    if stream.kind == "wrenches":
        return np.concatenate([values[:, :3] @ R.T, values[:, 3:6] @ R.T], axis=1)
    if stream.kind == "forces":  # axes by name, as a torque arm has two of them
        full = np.zeros((len(values), 3))
        for column, axis in enumerate(stream.channels):
            if axis not in ("x", "y", "z"):
                raise InputError(f"stream {stream.name!r} has an axis {axis!r}; expected x, y, z.")
            full[:, "xyz".index(axis)] = values[:, column]
        values = full
    return values @ R.T


def _plate(stream: Stream, force: np.ndarray) -> tuple[np.ndarray | None, Reach | None]:
    """Which way a flat thing on a torque arm pushes, and the arm."""
    reach = stream.sensor.get("reach")
    if "body" not in stream.sensor or "T_world_sensor" not in stream.sensor:
        return None, None
    T = _sensor_pose(stream)
    pressed = force[np.linalg.norm(force, axis=1) > 0.5 * np.abs(force).max()]
    z = T[:3, 2]
    inward = z if (pressed @ z).sum() > 0 else -z
    return inward, None if reach is None else Reach(T[:3, 3], T[:3, 1], float(reach))


def _resting_noise(force: np.ndarray, time: np.ndarray, touches: tuple[Touch, ...]) -> float:
    """[N] of one axis while nothing touches."""
    free = np.ones(len(time), bool)
    for touch in touches:
        free &= (time < touch.onset - 0.02) | (time > touch.end + 0.1)
    if free.sum() < 20:
        return 0.0
    return float(np.sqrt(np.var(np.diff(force[free], axis=0), axis=0).mean() / 2))
