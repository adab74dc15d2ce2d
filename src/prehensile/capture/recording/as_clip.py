"""A recording as a clip: the hand's motion, the objects, and who pressed on what how hard.

The clip runs by the motion's frames, in the master's time; other streams are read at these, linear
between neighbouring samples. Nothing is filtered. Where a stream has a gap, its contact is absent.
"""

from typing import Any, NamedTuple

import numpy as np

from prehensile._version import __version__
from prehensile.capture.recording.held import carried_on, values_at
from prehensile.capture.recording.recorded_contacts import recorded_contacts
from prehensile.capture.recording.recording import CapturedObject, Recording
from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import group_of_segment
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.mocap.marker_clip import clip_from_markers
from prehensile.motion.mocap.markers import MarkerRecording

FOREARM = "forearm"
"""Channel of a stream of rigid poses that says where the hand is."""


class _Motion(NamedTuple):
    """What the hand did."""

    time: np.ndarray
    """(T,) [s] by the master's clock"""
    hand: Hand
    q: np.ndarray
    T_world_forearm: np.ndarray
    """(T, 7)"""
    report: dict[str, Any]


def recorded_clip(recording: Recording) -> Clip:
    """The clip of a recording that has joint angles or markers.

    Contacts are those of `recorded_contacts`; ``meta["import"]`` names those whose force is not
    known.

    Raises:
        InputError: no stream of motion, joints that are not the hand's, or markers that no hand
            fits.
    """
    motion = _angles(recording) or _markers(recording)
    if motion is None:
        raise InputError(
            "a clip needs joint angles or markers; the recording has "
            f"{', '.join(f'{s.name} ({s.kind})' for s in recording.streams) or 'no streams'}."
        )
    hand, frames = motion.hand, len(motion.time)
    bodies = recorded_bodies(recording, motion.time)
    frame_of = segment_transforms(hand, motion.q, se3.from_pose7(motion.T_world_forearm))
    frame_of |= {body.name: se3.from_pose7(body.pose) for body in bodies}
    contacts, left = recorded_contacts(recording, hand, motion.time, frame_of)
    groups = [group_of_segment(name.partition("/")[2]) for name in contacts.names]
    column = np.array([DIGITS.index(g) if g in DIGITS else len(DIGITS) for g in groups], int)
    force = np.zeros((frames, len(DIGITS) + 1))
    frame = np.repeat(np.arange(frames), np.diff(contacts.offsets))
    load = np.maximum((contacts.force * contacts.normal).sum(axis=1), 0.0)
    np.add.at(force, (frame, column[contacts.a]), load)
    report = {**motion.report, "contacts_left": left}
    return Clip(
        time=motion.time,
        hands=(
            HandTrack(
                hand.side, hand.spec.to_json(), hand.joint_names, motion.q, motion.T_world_forearm
            ),
        ),
        bodies=bodies,
        contacts=contacts,
        finger_force=force[:, None, :5],
        palm_force=force[:, None, 5],
        meta={"prehensile": __version__, "import": report, "recording": dict(recording.meta)},
    )


def recorded_bodies(recording: Recording, time: np.ndarray) -> tuple[BodyTrack, ...]:
    """Objects whose pose was followed and whose shape is known, at times (T,) [s] of the master."""
    return tuple(b for o in recording.objects if (b := _body(recording, o, time)))


def _hand(recording: Recording) -> Hand:
    return HandSpec.mean("right").build() if recording.hand is None else _described(recording)


def _described(recording: Recording) -> Hand:
    return hand_from_json(dict(recording.hand or {}))


def _angles(recording: Recording) -> _Motion | None:
    """From joint angles, and a pose of the forearm where there is one."""
    streams = [s for s in recording.of_kind("joint_angles") if s.n_samples]
    if not streams:
        return None
    stream, hand = streams[0], _hand(recording)
    missing = [name for name in hand.joint_names if name not in stream.channels]
    if missing:
        raise InputError(
            f"the stream {stream.name!r} lacks the joints {', '.join(missing)} of the hand."
        )
    q = stream.values[:, [stream.channels.index(name) for name in hand.joint_names]]
    kept = np.isfinite(q).all(axis=1)
    time = recording.time(stream.name)[kept]
    if not len(time):
        raise InputError(f"the stream {stream.name!r} has no whole sample.")
    pose = _pose(recording, FOREARM, time)
    report = {
        "format": "recording",
        "angles": stream.name,
        "lost_frames": int((~kept).sum()),
        "forearm": "recorded" if pose is not None else "at the origin, not recorded",
    }
    if pose is None:
        pose = np.tile([0.0, 0, 0, 1, 0, 0, 0], (len(time), 1))
    return _Motion(time, hand, q[kept], pose, report)


def _markers(recording: Recording) -> _Motion | None:
    """By a fit of the hand to markers."""
    streams = [s for s in recording.of_kind("markers") if s.n_samples > 1]
    if not streams:
        return None
    stream = streams[0]
    time = recording.time(stream.name)
    rate = stream.rate_hz or stream.measured_rate
    # A camera that skips a frame leaves a gap as one that hides a marker does.
    row = np.rint((time - time[0]) * rate).astype(int)
    points = np.full((row[-1] + 1, len(stream.channels), 3), np.nan)
    points[row] = stream.values
    hand = None if recording.hand is None else _described(recording)
    clip = clip_from_markers(MarkerRecording(stream.channels, points, rate), hand=hand).clip
    track = clip.hands[0]
    report = {**clip.meta["import"], "markers": stream.name}
    found = hand_from_json(track.model)
    return _Motion(time[0] + clip.time, found, track.q, track.T_world_forearm, report)


def _pose(recording: Recording, channel: str, time: np.ndarray) -> np.ndarray | None:
    """(T, 7) of a rigid body, gaps held; None where no stream follows it."""
    for stream in recording.of_kind("rigid_poses"):
        if channel not in stream.channels or not stream.n_samples:
            continue
        poses = stream.channel(channel)
        there = np.isfinite(poses).all(axis=1)
        if not there.any():
            continue
        own = recording.time(stream.name)[there]
        found = values_at("rigid_poses", own, poses[there], time)
        if not np.isfinite(found).all(axis=1).any():
            return np.repeat(poses[there][:1], len(time), axis=0)
        return carried_on(found)
    return None


def _body(recording: Recording, thing: CapturedObject, time: np.ndarray) -> BodyTrack | None:
    """An object whose pose was followed; its shape is recorded, or that of its spec."""
    pose = _pose(recording, thing.name, time)
    if pose is None:
        return None
    vertices, faces = thing.vertices, thing.faces
    if vertices is None or faces is None:
        from prehensile.world.catalogue import CATALOGUE, load_object

        # Names alone: a stranger's recording must not have us open files.
        if thing.source.partition(":")[0] not in CATALOGUE:
            return None
        shape = load_object(thing.source)
        vertices, faces = shape.vertices, shape.faces
    return BodyTrack(thing.name, np.asarray(vertices, np.float32), np.asarray(faces), pose)
