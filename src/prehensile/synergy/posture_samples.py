"""Samples of postures: every frame of clips, or of whatever ``prehensile mocap`` reads."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.motion.clip import Clip


class Postures(NamedTuple):
    """N postures, and where they come from."""

    q: np.ndarray
    """(N, dof) [rad]"""
    joint_names: tuple[str, ...]
    """of the columns"""
    takes: tuple[np.ndarray, ...]
    """rows of ``q`` that belong to one recording of one hand, in order"""

    def of_takes(self, chosen: Sequence[int]) -> np.ndarray:
        """(n, dof) [rad] of some takes alone."""
        return np.concatenate([self.q[self.takes[k]] for k in chosen])


def postures_of(clips: Iterable[Clip]) -> Postures:
    """Postures of all hands of clips: a left hand's angles mean what a right hand's do.

    Raises:
        InputError: no hands, or hands of different joints.
    """
    tracks = [track for clip in clips for track in clip.hands]
    if not tracks:
        raise InputError("there is no hand, so there are no postures.")
    names = tracks[0].joint_names
    for track in tracks:
        if track.joint_names != names:
            raise InputError(
                f"hand {track.name!r} has other joints than the first "
                f"({len(track.joint_names)} and {len(names)}): postures of different hands make no "
                "basis."
            )
    ends = np.cumsum([len(track.q) for track in tracks])
    rows = np.split(np.arange(ends[-1]), ends[:-1])
    return Postures(np.concatenate([track.q for track in tracks]), names, tuple(rows))


def read_clips(path: str | Path) -> list[Clip]:
    """All takes of a recording; most have one.

    Raises:
        FileError: missing, damaged, or of a kind that is not read.
        InputError: what is in it does not fit.
    """
    from prehensile.motion.mocap.read import import_motion

    first = import_motion(path)
    takes = int(first.report.get("takes", 1))
    return [first.clip, *(import_motion(path, take=k).clip for k in range(1, takes))]
