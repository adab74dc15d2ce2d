"""Who pressed on what, where and how hard: named contacts and the streams that feel them."""

import numpy as np

from prehensile.capture.recording.held import values_at
from prehensile.capture.recording.recording import NamedContact, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.contacts import ContactTrack

LEAST_FORCE = 0.05
"""[N] from which on a contact whose touches are not marked is one."""
ROOM = "room"
"""What a contact without an object presses on."""


def recorded_contacts(
    recording: Recording, hand: Hand, time: np.ndarray, frame_of: dict[str, np.ndarray]
) -> tuple[ContactTrack, list[str]]:
    """The named contacts at given times, with places by forward kinematics.

    A force along one axis acts along its contact's direction; vectors and wrenches are turned from
    their stream's frame (``world``, a segment, an object), and are what the hand exerts. A contact
    is there during its marked touches; where none are marked, above `LEAST_FORCE`.

    Args:
        recording: with contacts.
        hand: whose segments they name.
        time: (T,) [s] by the master's clock.
        frame_of: poses (T, 4, 4) of segments and objects in the world.

    Returns:
        The contacts, and the names of those whose force is not known.
    """
    names = [f"{hand.side}/{segment}" for segment in hand.segments]
    names += [*(thing.name for thing in recording.objects), ROOM]
    rows: list[dict[str, np.ndarray]] = []
    left = []
    for contact in recording.contacts:
        other = contact.object or ROOM
        found = _pressed(recording, contact, time, frame_of) if other in names else None
        if found is None:
            left.append(contact.name)
            continue
        found["a"] = np.full(len(found["frame"]), names.index(f"{hand.side}/{contact.segment}"))
        found["b"] = np.full(len(found["frame"]), names.index(other))
        rows.append(found)
    return _joined(rows, names, len(time)), left


def _pressed(
    recording: Recording, contact: NamedContact, time: np.ndarray, frame_of: dict[str, np.ndarray]
) -> dict[str, np.ndarray] | None:
    """Frames, places, normals and forces of one contact; None where its force is not known."""
    if contact.segment not in frame_of or contact.stream not in recording.names:
        return None
    stream = recording[contact.stream]
    T = frame_of[contact.segment]
    direction = np.asarray(contact.direction) / np.linalg.norm(contact.direction)
    normal = T[:, :3, :3] @ direction
    force = _force(recording, stream, contact, time, normal, frame_of)
    if force is None:
        return None
    marked = [touch for touch in recording.touches if touch.contact == contact.name]
    if marked:
        there = np.any([(time >= t.onset) & (time <= t.end) for t in marked], axis=0)
    else:
        there = np.linalg.norm(np.nan_to_num(force), axis=1) > LEAST_FORCE
    there &= np.isfinite(force).all(axis=1)
    return {
        "frame": np.flatnonzero(there),
        "pos": se3.apply(T, np.asarray(contact.point))[there],
        "normal": normal[there],
        "force": force[there],
    }


def _force(
    recording: Recording, stream: Stream, contact: NamedContact, time: np.ndarray,
    normal: np.ndarray, frame_of: dict[str, np.ndarray],
) -> np.ndarray | None:  # fmt: skip
    """(T, 3) [N] that the hand exerts, world; NaN in gaps."""
    channel = contact.channel or stream.channels[0]
    if stream.kind not in ("forces", "force_vectors", "wrenches") or not stream.n_samples:
        return None
    values = values_at(recording.time(stream.name), stream.channel(channel), time)
    if stream.kind == "forces":
        return np.maximum(values, 0.0)[:, None] * normal
    if stream.frame == "world":
        return values[:, :3]
    if stream.frame not in frame_of:
        return None
    return np.einsum("tij,tj->ti", frame_of[stream.frame][:, :3, :3], values[:, :3])


def _joined(rows: list[dict[str, np.ndarray]], names: list[str], frames: int) -> ContactTrack:
    """All contacts by frame."""
    if not rows:
        return ContactTrack.empty(frames)
    every = {key: np.concatenate([one[key] for one in rows]) for key in rows[0]}
    order = np.argsort(every["frame"], kind="stable")
    every = {key: values[order] for key, values in every.items()}
    offsets = np.searchsorted(every.pop("frame"), np.arange(frames + 1))
    nought = np.zeros(len(order))
    return ContactTrack(names=tuple(names), offsets=offsets, torsion=nought, depth=nought, **every)
