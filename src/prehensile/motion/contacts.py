"""Who touched whom, where and how hard: all contacts of a clip, flat, with offsets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError, UnknownNameError
from prehensile.frozen import frozen
from prehensile.motion._checked import check_indices, check_unit, checked_names


class ContactFrame(NamedTuple):
    """The n contacts of one frame; fields as in :class:`ContactTrack`."""

    a: np.ndarray
    b: np.ndarray
    pos: np.ndarray
    normal: np.ndarray
    force: np.ndarray
    torsion: np.ndarray
    depth: np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class ContactTrack:
    """N contacts over T frames; those of frame k are rows ``offsets[k]:offsets[k + 1]``.

    Arrays are copied and read-only. Hand segments are always ``a``; between two hands, the
    first named is.

    Attributes:
        names: name table of segments and bodies.
        offsets: ``(T + 1,)`` int64, from 0 to N, never decreasing.
        a: ``(N,)`` int32 indices into ``names``.
        b: ``(N,)`` int32 indices into ``names``.
        pos: ``(N, 3)`` float64 [m], world.
        normal: ``(N, 3)`` float64 unit vectors from a to b, world.
        force: ``(N, 3)`` float64 [N] that a exerts on b, world.
        torsion: ``(N,)`` float64 [Nm] about the normal, that a exerts on b.
        depth: ``(N,)`` float64 [m], positive when penetrating.
    """

    names: tuple[str, ...]
    offsets: np.ndarray
    a: np.ndarray
    b: np.ndarray
    pos: np.ndarray
    normal: np.ndarray
    force: np.ndarray
    torsion: np.ndarray
    depth: np.ndarray

    def __post_init__(self):
        object.__setattr__(self, "names", checked_names(self.names, "contact"))
        offsets = frozen(self.offsets, np.int64, (None,), "contact offsets")
        object.__setattr__(self, "offsets", offsets)
        count = len(frozen(self.a, np.int32, (None,), "contact a"))
        for name, (dtype, tail) in LAYOUT.items():
            array = frozen(getattr(self, name), dtype, (count, *tail), f"contact {name}")
            object.__setattr__(self, name, array)
        if not len(offsets) or offsets[0] != 0 or offsets[-1] != count:
            raise InputError(
                f"contact offsets must run from 0 to the number of contacts, {count}, "
                f"got {offsets[:1].tolist()} … {offsets[-1:].tolist()}."
            )
        # Compared, not subtracted: a difference of hostile int64 could wrap around.
        if (offsets[1:] < offsets[:-1]).any():
            raise InputError("contact offsets must never decrease.")
        check_indices(self.a, len(self.names), "contact a", "contact names")
        check_indices(self.b, len(self.names), "contact b", "contact names")
        check_unit(self.normal, "contact normals")

    @classmethod
    def empty(cls, n_frames: int) -> "ContactTrack":
        """No contact in any of ``n_frames`` frames."""
        columns = {name: np.empty((0, *tail), dtype) for name, (dtype, tail) in LAYOUT.items()}
        return cls(names=(), offsets=np.zeros(n_frames + 1, np.int64), **columns)

    @classmethod
    def from_frames(cls, names: Sequence[str], frames: Iterable[ContactFrame]) -> "ContactTrack":
        """Join the contacts of successive frames.

        Args:
            names: name table of segments and bodies.
            frames: one per frame; ``a`` and ``b`` are indices into ``names``, or the names.
        """
        frames = [ContactFrame(*frame) for frame in frames]
        counts = [len(frame.a) for frame in frames]
        for k, frame in enumerate(frames):
            lengths = [len(column) for column in frame]
            if len(set(lengths)) > 1:
                raise InputError(f"contact frame {k} has columns of unequal length: {lengths}.")
        rows = {name: _index_of(names) for name in ("a", "b")}
        columns = {}
        for name, (dtype, tail) in LAYOUT.items():
            convert = rows.get(name, np.asarray)
            parts = [convert(getattr(frame, name)) for frame in frames if len(frame.a)]
            try:
                columns[name] = np.concatenate(parts) if parts else np.empty((0, *tail), dtype)
            except ValueError as error:
                raise InputError(f"contact {name} differs between frames: {error}.") from None
        offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]).astype(np.int64)
        return cls(names=tuple(names), offsets=offsets, **columns)

    @property
    def n_frames(self) -> int:
        """Number of frames T."""
        return len(self.offsets) - 1

    def __len__(self) -> int:
        return len(self.a)

    def __repr__(self) -> str:
        return f"<ContactTrack: {len(self)} contacts in {self.n_frames} frames>"

    def frame(self, k: int) -> ContactFrame:
        """The contacts of frame ``k`` as read-only views; negative ``k`` counts from the end."""
        if not -self.n_frames <= k < self.n_frames:
            raise InputError(f"there is no frame {k}: the contact track has {self.n_frames}.")
        start, stop = self.offsets[k % self.n_frames : k % self.n_frames + 2]
        return ContactFrame(*(getattr(self, name)[start:stop] for name in LAYOUT))

    def take(self, frames: ArrayLike) -> "ContactTrack":
        """The track whose frame i is our frame ``frames[i]``.

        Args:
            frames: ``(n,)`` integers in ``0 … T − 1``, in any order, repeats allowed.
        """
        chosen = frozen(frames, np.int64, (None,), "frames")
        check_indices(chosen, self.n_frames, "frames", "frames")
        counts = np.diff(self.offsets)[chosen]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[chosen] - offsets[:-1], counts)
        columns = {name: getattr(self, name)[rows] for name in LAYOUT}
        return ContactTrack(names=self.names, offsets=offsets, **columns)


LAYOUT: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
    "a": (np.int32, ()),
    "b": (np.int32, ()),
    "pos": (np.float64, (3,)),
    "normal": (np.float64, (3,)),
    "force": (np.float64, (3,)),
    "torsion": (np.float64, ()),
    "depth": (np.float64, ()),
}
"""Type and trailing shape of every column of a contact track."""

assert tuple(LAYOUT) == ContactFrame._fields == tuple(f.name for f in fields(ContactTrack))[2:]


def _index_of(names: Sequence[str]):
    rows = {name: row for row, name in enumerate(names)}

    def convert(values: ArrayLike) -> np.ndarray:
        array = np.asarray(values)
        if array.dtype.kind != "U":
            return array
        for name in array.ravel():
            if name not in rows:
                raise UnknownNameError("contact name", str(name), rows)
        return np.array([rows[name] for name in array.ravel()], np.int32)

    return convert
