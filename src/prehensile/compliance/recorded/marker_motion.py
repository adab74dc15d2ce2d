"""Joint angles from markers, every sample by itself: no filter smears the kink at a contact.

A slow, filtered motion is laid over the markers first; each sample is then one least-squares step
from it, so that its noise is the markers' own. The forearm is taken to be held still.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.readout.marker_angles import without_jumps
from prehensile.compliance.recorded.digit_chain import DigitChain
from prehensile.compliance.recorded.skin_slip import skin_slip, slipped
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
STEPS = 12
EASE = 2e-4
"""[m/rad] pull to the relaxed pose: less than the markers' noise, it only decides what is open"""
FAR = 0.006
"""[m] from the hand at which a sample of a marker is not believed: a reflection"""


class Glued(NamedTuple):
    """A marker and where it sits."""

    segment: str
    point: np.ndarray
    """(3,) [m] in the segment's frame"""


class MarkerMotion(NamedTuple):
    """What markers tell."""

    q: np.ndarray
    """(T, dof) [rad]; NaN where a touched digit's markers were hidden"""
    T_world_forearm: np.ndarray
    """(4, 4)"""


def marker_motion(
    stream: Stream, hand: Hand, glued: Mapping[str, Glued], digits: Collection[str]
) -> MarkerMotion:
    """Angles of the wrist and of some digits, for every sample of a stream of markers.

    Args:
        stream: of markers.
        hand: whose.
        glued: by channel; other channels (ghosts) are left out.
        digits: whose angles are wanted; the others rest.

    Raises:
        InputError: too few markers on the palm or on the digits.
    """
    rate = stream.measured_rate
    q = np.tile(hand.spec.rest, (stream.n_samples, 1))
    T = None
    for digit in sorted(digits):
        chain = DigitChain(hand, TIP_SEGMENT[digit])
        on_way = {link.name for link in chain.links}
        names = [n for n in stream.channels if n in glued and glued[n].segment in on_way]
        places = [(glued[name].segment, glued[name].point) for name in names]
        palm = np.array([segment == PALM for segment, _ in places], bool)
        if palm.sum() < 3 or len(names) - palm.sum() < 3:
            raise InputError(
                f"stream {stream.name!r} has {palm.sum()} markers on the palm and "
                f"{len(names) - palm.sum()} on the {digit}; 3 of each are needed."
            )
        seen = stream.values[:, [stream.channels.index(name) for name in names]]
        seen, _ = without_jumps(seen, stream.time)
        slow, nodes = _slow(seen, rate)
        if T is None:
            T = held_forearm(slow[:, palm], np.array([point for _, point in places])[palm])
        start = hand.spec.rest[chain.columns]
        solved = _solved(chain, places, slow, T, start)
        every = np.arange(stream.n_samples)
        guess = np.stack([np.interp(every, nodes, column) for column in solved.T], axis=1)
        seen = seen - _between(nodes, _slid(chain, places, slow, solved, T), every)
        found = _stepped(chain, places, seen, guess, T)
        q[:, chain.columns] = found
    assert T is not None, "some digit was asked for"
    return MarkerMotion(q, T)


def _slow(seen: np.ndarray, rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Filtered markers (m, M, 3) at nodes (m,), gaps closed where they are short."""
    filled = fill_gaps(seen, rate).points
    whole = np.isfinite(filled).all((0, 2))
    filled[:, whole] = smooth(filled[:, whole], rate, min(SLOW_HZ, 0.4 * rate))
    nodes = np.append(np.arange(0, len(seen) - 1, max(1, round(NODE_S * rate))), len(seen) - 1)
    return filled[nodes], nodes


def _slid(
    chain: DigitChain,
    places: list[tuple[str, np.ndarray]],
    slow: np.ndarray,
    q: np.ndarray,
    T: np.ndarray,
) -> np.ndarray:
    """(m, M, 3) [m] by how much the skin has carried the markers, at nodes."""
    return slipped(chain, places, skin_slip(chain, places, slow, q, T), q, T)


def _between(nodes: np.ndarray, values: np.ndarray, every: np.ndarray) -> np.ndarray:
    """Values (m, M, 3) at nodes (m,), at every sample (N,): straight lines between."""
    flat = values.reshape(len(nodes), -1)
    found = np.stack([np.interp(every, nodes, column) for column in flat.T], axis=1)
    return found.reshape(len(every), *values.shape[1:])


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


def _solved(
    chain: DigitChain,
    places: list[tuple[str, np.ndarray]],
    seen: np.ndarray,
    T: np.ndarray,
    start: np.ndarray,
) -> np.ndarray:
    """(N, n) by Gauss–Newton steps from the relaxed hand, a little pulled back to it."""
    q = np.tile(start, (len(seen), 1))
    there = np.asarray(np.isfinite(seen).all(-1))
    shown = np.where(there[..., None], seen, 0.0)
    for k in range(STEPS):
        own, J = chain.markers(q, places, T)
        rest = shown - own
        far = (np.linalg.norm(rest, axis=-1) > FAR) & (k > STEPS // 2)
        weight = (there & ~far)[..., None]
        rest, J = rest * weight, J * weight[..., None]
        A = np.einsum("nmip,nmiq->npq", J, J) + EASE**2 * np.eye(len(start))
        b = np.einsum("nmip,nmi->np", J, rest) + EASE**2 * (start - q)
        move = np.clip(np.linalg.solve(A, b[..., None])[..., 0], -0.5, 0.5)
        q += move
        if np.abs(move).max() < 1e-4 and k > STEPS // 2:
            break
    return q


def _stepped(
    chain: DigitChain,
    places: list[tuple[str, np.ndarray]],
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
        believed = np.all(np.linalg.norm(rest, axis=-1) < FAR, axis=1)  # NaN is not
        flat = J.reshape(len(J), -1, J.shape[-1])
        A = np.swapaxes(flat, 1, 2) @ flat
        b = np.swapaxes(flat, 1, 2) @ rest.reshape(len(J), -1, 1)
        q[rows] += np.linalg.solve(A + 1e-12 * np.eye(A.shape[-1]), b)[..., 0]
        q[rows][~believed] = np.nan
    return q
