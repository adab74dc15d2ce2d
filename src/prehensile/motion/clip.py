"""The clip: joint angles, body poses and contact forces over time.

Controllers, captures and syntheses make clips; skin, colour, viewer and exporters take them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError, UnknownNameError
from prehensile.frozen import frozen
from prehensile.motion import formats
from prehensile.motion._checked import checked_names, json_copy
from prehensile.motion.contacts import LAYOUT, ContactTrack
from prehensile.motion.tracks import BodyTrack as BodyTrack
from prehensile.motion.tracks import HandTrack as HandTrack
from prehensile.motion.verdict import Verdict

Track = TypeVar("Track", HandTrack, BodyTrack)


@dataclass(frozen=True, eq=False, repr=False)
class Clip:
    """T frames of H hands and their bodies. Arrays are copied and read-only.

    A frame is the state before a simulation step, with the contact forces computed from it.

    Attributes:
        time: ``(T,)`` float64 [s], strictly increasing, T ≥ 1.
        hands: the hands, by unique name.
        bodies: the bodies, by unique name.
        contacts: all contacts of all frames.
        finger_force: ``(T, H, 5)`` float64 [N], rows thumb, index, middle, ring, little.
        palm_force: ``(T, H)`` float64 [N].
        meta: versions, seed, command; anything JSON holds.
    """

    time: np.ndarray
    hands: tuple[HandTrack, ...]
    bodies: tuple[BodyTrack, ...]
    contacts: ContactTrack
    finger_force: np.ndarray
    palm_force: np.ndarray
    meta: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self):
        time = frozen(self.time, np.float64, (None,), "time")
        frames, hands = len(time), tuple(self.hands)
        if not frames:
            raise InputError("a clip needs at least one frame, got none.")
        if (time[1:] <= time[:-1]).any():
            k = int(np.argmax(time[1:] <= time[:-1]))
            raise InputError(
                f"time must be strictly increasing, got {time[k]} s then {time[k + 1]} s "
                f"at frame {k + 1}."
            )
        fields = {
            "time": time,
            "hands": hands,
            "bodies": tuple(self.bodies),
            "finger_force": frozen(
                self.finger_force, np.float64, (frames, len(hands), 5), "finger_force"
            ),
            "palm_force": frozen(self.palm_force, np.float64, (frames, len(hands)), "palm_force"),
            "meta": json_copy(self.meta, "meta"),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        checked_names([hand.name for hand in self.hands], "hand")
        checked_names([body.name for body in self.bodies], "body")
        lengths = [(repr(hand), len(hand.q)) for hand in self.hands]
        lengths += [(repr(body), len(body.pose)) for body in self.bodies]
        lengths += [(repr(self.contacts), self.contacts.n_frames)]
        for what, length in lengths:
            if length != frames:
                raise InputError(f"time has {frames} frames, but {what} has {length}.")

    @property
    def n_frames(self) -> int:
        """Number of frames T."""
        return len(self.time)

    @property
    def duration(self) -> float:
        """Time from the first frame to the last [s]."""
        return float(self.time[-1] - self.time[0])

    @property
    def verdict(self) -> Verdict | None:
        """Whether what the clip shows was managed; None where nothing was judged."""
        return Verdict.from_meta(self.meta)

    def hand(self, name: str) -> HandTrack:
        """The hand of that name, or an UnknownNameError that lists the hands."""
        return _named(self.hands, "hand", name)

    def body(self, name: str) -> BodyTrack:
        """The body of that name, or an UnknownNameError that lists the bodies."""
        return _named(self.bodies, "body", name)

    def last_frame_of(self, phase: str) -> int:
        """The last frame of a phase that ``meta["phases"]`` names; of the clip if it names none."""
        ends = [end for name, _, end in self.meta.get("phases", []) if name == phase]
        return max(int(np.searchsorted(self.time, ends[-1])) - 1, 0) if ends else self.n_frames - 1

    def save(self, path: str | Path) -> Path:
        """Write the clip; the suffix chooses the format. Returns the path.

        Raises:
            UnknownNameError: nothing writes this suffix; the message lists those that can be.
            FileError: the file cannot be written; nothing is left half-written.
        """
        formats.writer(path)(self, path)
        return Path(path)

    @staticmethod
    def load(path: str | Path) -> "Clip":
        """Read a clip; the suffix chooses the format. Safe on a stranger's file.

        Raises:
            UnknownNameError: nothing reads this suffix; the message lists those that can be.
            FileError: the file is missing, damaged, or not a clip.
        """
        return formats.reader(path)(path)

    def resample(self, rate_hz: float) -> "Clip":
        """The same motion at a constant frame rate, see :func:`prehensile.motion.resample`."""
        from prehensile.motion.resample import resample

        return resample(self, rate_hz)

    def at_times(self, times: ArrayLike) -> "Clip":
        """The same motion at the given times ``(n,)`` [s], see ``resample.at_times``."""
        from prehensile.motion.resample import at_times

        return at_times(self, times)

    def allclose(self, other: "Clip", atol: float = 1e-9) -> bool:
        """Whether both hold the same motion, every number within ``atol`` (in its SI unit).

        Names, models, meshes' faces and contact pairs must be equal; a quaternion equals its
        negative; ``meta`` is not compared, for it says how the clip was made.
        """

        def key(clip: Clip) -> list[object]:
            hands = [(hand.name, hand.joint_names, hand.model) for hand in clip.hands]
            bodies = [(body.name, body.faces.tolist()) for body in clip.bodies]
            track = clip.contacts
            pairs = [track.offsets.tolist()]
            pairs += [[track.names[i] for i in side] for side in (track.a, track.b)]
            return [clip.n_frames, hands, bodies, pairs]

        if key(self) != key(other):
            return False
        return all(
            mine.shape == theirs.shape and np.allclose(mine, theirs, rtol=0, atol=atol)
            for mine, theirs in zip(_numbers(self), _numbers(other), strict=True)
        )

    def _repr_html_(self) -> str:
        """What a notebook shows: a player with scrubbing and forces."""
        return formats.notebook_view()(self)

    def __repr__(self) -> str:
        hands = ", ".join(hand.name for hand in self.hands) or "none"
        bodies = ", ".join(body.name for body in self.bodies) or "none"
        return (
            f"<Clip {self.duration:.3g} s, {self.n_frames} frames; hands: {hands}; "
            f"bodies: {bodies}; {len(self.contacts)} contacts>"
        )


def _named(tracks: Sequence[Track], kind: str, name: str) -> Track:
    for track in tracks:
        if track.name == name:
            return track
    valid = [track.name for track in tracks] or ["none, the clip has no such track"]
    raise UnknownNameError(kind, str(name), valid)


def _numbers(clip: Clip) -> list[np.ndarray]:
    """All floats of a clip, poses with every quaternion on one side of the sphere."""
    arrays = [clip.time, clip.finger_force, clip.palm_force]
    for hand in clip.hands:
        arrays += [hand.q, *_rigid(hand.T_world_forearm)]
    for body in clip.bodies:
        arrays += [body.vertices, body.color, *_rigid(body.pose)]
    return arrays + [getattr(clip.contacts, name) for name in LAYOUT if name not in ("a", "b")]


def _rigid(pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Position, and q qᵀ, which is the same for q and −q."""
    q = pose[:, 3:]
    return pose[:, :3], q[:, :, None] * q[:, None, :]
