"""How far a hand is open, and the one grasp in a recording that shows no object.

A recording in the air has no distance to an object. The opening of the hand takes its place: the
hand opens while the distance would fall from D2 to D1, and closes from D1 to 0.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from prehensile.control.example.states import Distances
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions

SMALLEST = 0.015
"""[m] A hand whose aperture changes by less does not grasp."""
NEARLY = 0.1
"""Closed, or at rest, is within this share of the whole change of aperture: the last tenth is
squeezing, and noise."""
LEAD_IN = 0.05
"""[s] of rest before the hand begins to open"""


class Cycle(NamedTuple):
    """Frames of one grasp; those of phases that the recording lacks coincide."""

    start: int
    """the first frame of all"""
    opens: int
    """begins to open"""
    wide: int
    """widest; begins to close"""
    closed: int
    """closed; grips from here"""
    releases: int
    """begins to open again"""
    wide_again: int
    """begins to relax"""
    end: int
    """one past the last frame"""


def aperture(hand: Hand, q: np.ndarray) -> np.ndarray:
    """Mean distance from the thumb's pad to those of the fingers: (...,) [m] for q (..., dof)."""
    pads, _ = pad_positions(hand, q)
    return np.linalg.norm(pads[..., 1:, :] - pads[..., :1, :], axis=-1).mean(axis=-1)


def find_cycle(opening: np.ndarray, timestep: float) -> Cycle:
    """The grasp with the largest closing in a track of apertures.

    Args:
        opening: (T,) [m]
        timestep: [s]

    Raises:
        InputError: the hand does not close.
    """
    widest = np.maximum.accumulate(opening)
    shut = int((widest - opening).argmax())
    closing = widest[shut] - opening[shut]
    if closing < SMALLEST:
        raise InputError(
            f"the fingers close by {1e3 * closing:.0f} mm at most: the clip shows no grasp; "
            f"give one in which the hand closes by {1e3 * SMALLEST:.0f} mm or more."
        )
    # More than half open, or less: a recording may go to and fro, and the cycle is the last one.
    spells = _spells(opening > opening[shut] + closing / 2)
    now = next(k for k, spell in enumerate(spells) if spell.start <= shut < spell.stop)
    opened = spells[now - 1]
    wide = opened.start + int(opening[opened].argmax())
    gripped = opening <= opening[shut] + NEARLY * (opening[wide] - opening[shut])
    closed = wide + int(gripped[wide:].argmax())
    after = ~gripped[shut:]
    releases = shut + int(after.argmax()) if after.any() else len(opening)
    before = slice(spells[now - 2].start if now >= 2 else 0, wide + 1)
    start, opens = _opening(opening, before, round(LEAD_IN / timestep))
    wide_again, end = _relaxing(opening, releases, spells[now + 1 : now + 3])
    return Cycle(start, opens, wide, closed, releases, wide_again, end)


def _spells(state: np.ndarray) -> list[slice]:
    """Stretches of frames in which a state (T,) does not change."""
    edges = [0, *(np.flatnonzero(np.diff(state)) + 1).tolist(), len(state)]
    return [slice(a, b) for a, b in pairwise(edges)]


def _opening(opening: np.ndarray, before: slice, lead_in: int) -> tuple[int, int]:
    """From where the hand rests before it opens, if it does."""
    wide = before.stop - 1
    rest = before.start + int(opening[before].argmin())
    rise = opening[wide] - opening[rest]
    if rise < SMALLEST:
        return wide, wide
    resting = opening[rest:wide] <= opening[rest] + NEARLY * rise
    opens = rest + int(np.flatnonzero(resting)[-1])
    return max(opens - lead_in, before.start), opens


def _relaxing(opening: np.ndarray, releases: int, spells: list[slice]) -> tuple[int, int]:
    """To where the hand is widest after its release, and has relaxed, if it does.

    Args:
        opening: (T,) [m]
        releases: frame
        spells: more than half open after the release, and less again; as far as there are.
    """
    end = spells[-1].stop if spells else len(opening)
    if releases >= end:
        return end, end
    wide = releases + int(opening[releases:end].argmax())
    relaxed = wide + int(opening[wide:end].argmin())
    if opening[wide] - opening[relaxed] < SMALLEST:
        return wide, end
    return wide, relaxed + 1


def pretended_distance(opening: np.ndarray, cycle: Cycle, distances: Distances) -> np.ndarray:
    """The distance to an object that is not there, for every frame: (T,) [m].

    Linear in the aperture between the cycle's frames, and never going back.
    """
    c, at = cycle, distances
    d = np.full(len(opening), at.open + 2 * at.band)
    closer, farther = np.minimum.accumulate, np.maximum.accumulate
    d[c.opens : c.wide] = at.open - (at.open - at.close) * farther(_share(opening, c.opens, c.wide))
    d[c.wide : c.closed] = at.close * closer(1 - _share(opening, c.wide, c.closed))
    d[c.closed : c.releases] = 0.0
    d[c.releases : c.wide_again] = at.close * farther(_share(opening, c.releases, c.wide_again))
    relaxing = farther(_share(opening, c.wide_again, c.end))
    d[c.wide_again : c.end] = at.close + (at.open - at.close) * relaxing
    return d


def _share(opening: np.ndarray, begin: int, end: int) -> np.ndarray:
    """How much of the change between two frames is done, 0 to 1, for the frames between."""
    if begin >= end:
        return np.zeros(0)
    first, last = opening[begin], opening[min(end, len(opening) - 1)]
    if first == last:
        return np.zeros(end - begin)
    return np.clip((opening[begin:end] - first) / (last - first), 0, 1)
