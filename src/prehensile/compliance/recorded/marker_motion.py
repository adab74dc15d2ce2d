"""Joint angles from markers, every sample by itself: no filter smears the kink at a contact.

A slow, filtered motion is laid over the markers first; each sample is then one least-squares step
from it, so that its noise is the markers' own. The forearm is taken to be held still.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.readout.marker_angles import without_jumps
from prehensile.compliance.recorded.digit_calibration import DigitCalibration, calibrate_digit
from prehensile.compliance.recorded.digit_chain import DigitChain, Glued
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, TIP_SEGMENT
from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.motion.mocap.gaps import fill_gaps
from prehensile.motion.smoothing import smooth

BLOCK = 8192
"""samples at once"""
SLOW_HZ, NODE_S = 12.0, 0.02
"""[Hz] filter of the slow motion, and [s] between the instants at which it is solved"""
FEW, STEPS, STEPS_FROM_NEAR = 5, 12, 3
"""every so manyth node is solved from the relaxed hand, in so many steps; then all from between"""
INSTANTS = 300
"""at most from which a digit is calibrated"""
EASE = 2e-4
"""[m/rad] pull to the relaxed pose: less than the markers' noise, it only decides what is open"""
FAR = 0.006
"""[m] from the hand at which a sample of a marker is not believed: a reflection"""


class MarkerMotion(NamedTuple):
    """What markers tell."""

    hand: Hand
    """with the sizes that were found"""
    q: np.ndarray
    """(T, dof) [rad]; NaN where a touched digit's markers were hidden"""
    T_world_forearm: np.ndarray
    """(4, 4)"""
    calibrations: tuple[DigitCalibration, ...]
    """of the digits that were asked for"""


def marker_motion(
    stream: Stream,
    hand: Hand,
    glued: Mapping[str, Glued],
    digits: Collection[str],
    known: bool = True,
) -> MarkerMotion:
    """Angles of the wrist and of some digits, for every sample of a stream of markers.

    Args:
        stream: of markers.
        hand: whose.
        glued: by channel; other channels (ghosts) are left out.
        digits: whose angles are wanted; the others rest.
        known: whether sizes and places are; else they are a guess that is refined. How far skin
            slips is found in any case.

    Raises:
        InputError: too few markers on the palm or on the digits.
    """
    rate, T = stream.measured_rate, None
    parts, calibrations = {}, []
    for digit in sorted(digits):
        names = _names_on(stream, hand, glued, digit)
        seen = stream.values[:, [stream.channels.index(name) for name in names]]
        seen, _ = without_jumps(seen, stream.time)
        slow, nodes = _slow(seen, rate)
        chain, places = DigitChain(hand, TIP_SEGMENT[digit]), [glued[name] for name in names]
        held = T
        if held is None:
            palm = np.array([place.segment == PALM for place in places])
            points = np.array([place.point for place in places])
            held = held_forearm(slow[:, palm], points[palm])
        rest = hand.spec.rest[chain.columns]
        few = np.append(np.arange(0, len(nodes) - 1, FEW), len(nodes) - 1)
        solved = _solved(chain, places, slow[few], held, rest, rest, STEPS)
        found = _calibrated(hand, glued, digit, dict(zip(names, np.swapaxes(slow[few], 0, 1),
                            strict=True)), held, solved, known, T is not None)  # fmt: skip
        T = found.forearm(held)
        hand, worn = found.worn(found.s)
        calibrations.append(found)
        parts[digit] = names, worn, seen, slow, nodes, few, solved
    assert T is not None, "some digit was asked for"
    q = np.tile(hand.spec.rest, (stream.n_samples, 1))
    for digit, (names, worn, seen, slow, nodes, few, solved) in parts.items():
        chain, places = DigitChain(hand, TIP_SEGMENT[digit]), [worn[name] for name in names]
        rest = hand.spec.rest[chain.columns]
        guess = _between(nodes, nodes[few], solved)
        solved = _solved(chain, places, slow, T, rest, guess, STEPS_FROM_NEAR)
        guess = _between(np.arange(stream.n_samples), nodes, solved)
        q[:, chain.columns] = _stepped(chain, places, seen, guess, T)
    return MarkerMotion(hand, q, T, tuple(calibrations))


def _names_on(
    stream: Stream, hand: Hand, glued: Mapping[str, Glued], digit: str
) -> tuple[str, ...]:
    """Markers of the palm and of a digit."""
    on_way = {link.name for link in DigitChain(hand, TIP_SEGMENT[digit]).links}
    names = tuple(n for n in stream.channels if n in glued and glued[n].segment in on_way)
    palm = sum(glued[name].segment == PALM for name in names)
    if palm < 3 or len(names) - palm < 3:
        raise InputError(
            f"stream {stream.name!r} has {palm} markers on the palm and {len(names) - palm} on the "
            f"{digit}; 3 of each are needed."
        )
    return names


def _calibrated(
    hand: Hand,
    glued: Mapping[str, Glued],
    digit: str,
    slow: Mapping[str, np.ndarray],
    T: np.ndarray,
    q: np.ndarray,
    known: bool,
    palm_known: bool,
) -> DigitCalibration:
    """From instants that show all markers where the hand has them."""
    chain = DigitChain(hand, TIP_SEGMENT[digit])
    own = chain.markers(q, [glued[name] for name in slow], T)[0]
    seen = np.stack(list(slow.values()), axis=1)
    good = np.flatnonzero((((seen - own) ** 2).sum(-1) < FAR**2).all(1))
    rows = good[np.unique(np.linspace(0, len(good) - 1, INSTANTS).astype(int))] if len(good) else []
    some = {name: points[rows] for name, points in slow.items()}
    return calibrate_digit(hand, glued, digit, some, T, q[rows], known, palm_known)


def _slow(seen: np.ndarray, rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Filtered markers (m, M, 3) at nodes (m,), gaps closed where they are short."""
    filled = fill_gaps(seen, rate).points
    whole = np.isfinite(filled).all((0, 2))
    filled[:, whole] = smooth(filled[:, whole], rate, min(SLOW_HZ, 0.4 * rate))
    nodes = np.append(np.arange(0, len(seen) - 1, max(1, round(NODE_S * rate))), len(seen) - 1)
    return filled[nodes], nodes


def held_forearm(points: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """(4, 4) of a forearm that is held still: at the mean palm's wrist, turned as it is.

    Args:
        points: (N, M, 3) [m] markers of the palm.
        offsets: (M, 3) [m] in its frame.
    """
    there = np.isfinite(points).all((1, 2))
    if not there.any():
        raise InputError("the palm's markers are never seen together.")
    some = points[there][:: max(1, int(there.sum()) // 500)]
    T = rigid_fit(offsets, some, np.ones(some.shape[:2]))
    U, _, Vt = np.linalg.svd(T[:, :3, :3].mean(0))
    mean = np.eye(4)
    mean[:3, :3] = U @ np.diag([1.0, 1.0, np.linalg.det(U @ Vt)]) @ Vt
    mean[:3, 3] = np.median(T[:, :3, 3], axis=0)
    return mean


def _between(every: np.ndarray, nodes: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values (m, n) at nodes, at every sample."""
    return np.stack([np.interp(every, nodes, column) for column in values.T], axis=1)


def _solved(
    chain: DigitChain,
    places: Sequence[Glued],
    seen: np.ndarray,
    T: np.ndarray,
    rest: np.ndarray,
    start: np.ndarray,
    steps: int,
) -> np.ndarray:
    """(N, n) by Gauss–Newton steps, a little pulled to the relaxed hand; far ones not believed."""
    q = np.broadcast_to(start, (len(seen), len(rest))).copy()
    there = np.asarray(np.isfinite(seen).all(-1))
    shown = np.where(there[..., None], seen, 0.0)
    for k in range(steps):
        own, J = chain.markers(q, places, T)
        off = shown - own
        far = ((off * off).sum(-1) > FAR**2) & (k > steps // 2)
        weight = (there & ~far)[..., None]
        off = (off * weight).reshape(len(q), -1, 1)
        J = (J * weight[..., None]).reshape(len(q), -1, len(rest))
        A = np.swapaxes(J, 1, 2) @ J + EASE**2 * np.eye(len(rest))
        b = (np.swapaxes(J, 1, 2) @ off)[..., 0] + EASE**2 * (rest - q)
        move = np.clip(np.linalg.solve(A, b[..., None])[..., 0], -0.5, 0.5)
        q += move
        if np.abs(move).max() < 1e-4 and k > steps // 2:
            break
    return q


def _stepped(
    chain: DigitChain,
    places: Sequence[Glued],
    seen: np.ndarray,
    slow: np.ndarray,
    T: np.ndarray,
) -> np.ndarray:
    """(T, n): one step from the slow motion; NaN where a marker is hidden or not believed."""
    q = slow.copy()
    for start in range(0, len(seen), BLOCK):
        rows = slice(start, start + BLOCK)
        own, J = chain.markers(slow[rows], places, T)
        rest = seen[rows] - own
        believed = np.all((rest * rest).sum(-1) < FAR**2, axis=1)  # NaN is not
        flat = J.reshape(len(J), -1, J.shape[-1])
        A = np.swapaxes(flat, 1, 2) @ flat
        b = np.swapaxes(flat, 1, 2) @ rest.reshape(len(J), -1, 1)
        q[rows] += np.linalg.solve(A + 1e-12 * np.eye(A.shape[-1]), b)[..., 0]
        q[rows][~believed] = np.nan
    return q
