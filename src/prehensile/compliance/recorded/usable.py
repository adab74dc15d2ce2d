"""What no estimate can be made of, refused in one line before anything is fitted."""

from typing import TYPE_CHECKING

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.recorded.hand_motion import HandMotion
from prehensile.compliance.recorded.stopping import LAGS, stopping
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

if TYPE_CHECKING:
    from prehensile.compliance.recorded.session import Session

SLOWEST_FORCE_HZ = 50.0
"""least rate of a force: with fewer samples nothing says how it rises in 100 ms"""
STILL_RAD, STILL_S = 0.01, 0.1
"""[rad] within which means over so many seconds stay where nothing moves"""
APART_S = 0.045
"""[s] between stop and force from which two streams are not aligned: in the lab it is 20 ms at most
(seeds 0 and 1), for a plank gives way"""
BESIDE_S, APART = 0.3, 0.05
"""[s] before and after an onset; share of the largest force nearby that is felt after it"""
CLEARLY = 2.0
"""times the loss of speed at the force's own instant"""


def check_side(recording: Recording, hand: Hand) -> None:
    """Refuse the hand of another side than the recording says."""
    side = (recording.hand or {}).get("side", hand.side)
    if side != hand.side:
        raise InputError(
            f"the recording is of a {side} hand, the hand that was given a {hand.side}."
        )


def check_usable(recording: Recording, session: "Session") -> None:
    """Refuse a session of which nothing can be told.

    Raises:
        InputError: the hand stands still, a force is too slow, clipped or missing wherever it
            counts, or not aligned with the motion.
    """
    _check_moves(session.motion)
    for name in {load.contact.stream for load in session.loads.values()}:
        rate = recording[name].measured_rate
        if rate < SLOWEST_FORCE_HZ:
            raise InputError(
                f"stream {name!r} has {rate:.3g} samples a second; the force of a contact needs "
                f"{SLOWEST_FORCE_HZ:g} at least."
            )
    _check_felt(session)
    _check_together(session)
    _check_aligned(recording, session)


def _check_moves(motion: HandMotion) -> None:
    length = max(1, round(STILL_S / float(np.median(np.diff(motion.time)))))
    whole = len(motion.q) // length * length
    blocks = motion.q[:whole].reshape(-1, length, motion.q.shape[1])
    seen = blocks[np.isfinite(blocks).all(axis=(1, 2))].mean(axis=1)
    if len(seen) and float(np.ptp(seen, axis=0).max()) < STILL_RAD:
        raise InputError("the recording has forces but no motion: the hand stands still in it.")


def _check_felt(session: "Session") -> None:
    """A touch counts if most of its first tenth of a second was felt."""
    for touch in session.touches:
        load = session.loads[touch.contact]
        first = (session.time >= touch.onset) & (session.time <= touch.settled + 0.1)
        if first.any() and load.sound[first].mean() > 0.5:
            return
    streams = sorted({load.contact.stream for load in session.loads.values()})
    raise InputError(
        f"stream {', '.join(map(repr, streams))} is clipped or missing in every touch: its range "
        "is too small, or it was switched off."
    )


def _check_together(session: "Session") -> None:
    """Forces that come before the touches, or after them, are not theirs."""
    before, during, largest = [], [], []
    for touch in session.touches:
        force = session.loads[touch.contact].force
        at = session.time.searchsorted(
            [touch.onset - BESIDE_S, touch.onset, touch.onset + BESIDE_S, touch.end + 2 * BESIDE_S]
        )
        pieces = np.array_split(force[at[0] : at[3]], 8)
        before.append(_mean(force[at[0] : at[1]]))
        during.append(_mean(force[at[1] : at[2]]))
        largest.append(max(map(_mean, pieces)))
    felt = float(np.median(during))
    if felt < APART * float(np.median(largest)) or float(np.median(before)) > 0.5 * felt > 0:
        raise InputError(
            "touches and forces do not fall together: their streams are not aligned, or the "
            "touches are of another recording."
        )


def _check_aligned(recording: Recording, session: "Session") -> None:
    """Only where nothing that is touched moves, as far as the recording says."""
    followed = {name for stream in recording.of_kind("rigid_poses") for name in stream.channels}
    if any(load.contact.object in followed for load in session.loads.values()):
        return
    loss = stopping(session)
    if loss is None:
        return
    loss = np.abs(loss)  # a force whose direction is wrong is another matter
    lag = float(LAGS[loss.argmax()])
    if abs(lag) > APART_S and loss.max() > CLEARLY * loss[np.abs(LAGS) < APART_S].max():
        word = "after" if lag > 0 else "before"
        raise InputError(
            f"motion and force are not aligned: fingers stop {1e3 * abs(lag):.0f} ms {word} their "
            "force begins. Align the clocks first (prehensile.capture.signals.align)."
        )


def _mean(force: np.ndarray) -> float:
    """[N] size of the mean of forces (N, d): noise is none of it."""
    return float(np.linalg.norm(force.mean(axis=0))) if len(force) else 0.0
