"""How well onsets of touches are found in the virtual lab's recordings.

Errors are of touches that were found; read them beside `Onsets.missed`. A force sensitive resistor
looks out of the pad and feels nothing of the posture ``hooked``, which touches with the very tip: a
quarter of the touches, all missed.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.plank import PLANK
from prehensile.capture.lab.session import Session, lab_session
from prehensile.capture.lab.touches import contact_force
from prehensile.capture.recording.recording import Touch
from prehensile.capture.signals.touches import felt_touches
from prehensile.hand.segments import TIP_SEGMENT

ARM_500, FSR = "torque_arm_500", "fsr"
REFERENCE = {
    "onset_error_ms": "at most 4: median of the torque arm's, exploring, 500 Hz",
    "onset_error_p90_ms": "at most 12",
    "onset_found": "share of the touches of 0.1 N and more that it found",
    "onset_error_fsr_ms": "at most 4: median of the fingertip FSR's, of those that it found",
    "onset_error_fsr_p90_ms": "",
    "onset_found_fsr": "share that it found: it does not feel what touches beside the pad",
}
CHANNEL = {ARM_500: "z", FSR: "index"}
"""of each sensor, that is pressed"""
CONTACTS = 12
"""touches a seed, three in each posture"""
LEAST_PEAK = 0.1
"""[N] of a touch that counts: ten times what the torque arm resolves. What the lab made too light
on purpose is left out, and counted in `Onsets.light`"""
MATCH = 0.1
"""[s] between a true and a found onset that belong together"""


class Onsets(NamedTuple):
    """Of all seeds together."""

    errors_ms: np.ndarray
    """(n,) found minus true, of touches that were found"""
    missed: int
    """true touches that no found one belongs to"""
    false: int
    """found ones that belong to none, light ones included"""
    light: int
    """true touches below `LEAST_PEAK`"""


def onset_figures(seeds: Sequence[int]) -> dict[str, float]:
    """All figures of `REFERENCE`, both sensors on the same sessions."""
    sessions = [
        lab_session("explore", seed, contacts=CONTACTS, sensors=(ARM_500, FSR)) for seed in seeds
    ]
    figures = {}
    for ending, sensor in (("", ARM_500), ("_fsr", FSR)):
        found = onset_errors(sessions, sensor)
        off = np.abs(found.errors_ms)
        figures[f"onset_error{ending}_ms"] = float(np.median(off))
        figures[f"onset_error{ending}_p90_ms"] = float(np.percentile(off, 90))
        figures[f"onset_found{ending}"] = len(off) / (len(off) + found.missed)
    return figures


def onset_errors(sessions: Iterable[Session], sensor: str = ARM_500) -> Onsets:
    """Errors of the onsets that `felt_touches` finds while subjects explore the plate.

    Args:
        sessions: of the lab.
        sensor: whose signal: `ARM_500` or `FSR`.
    """
    errors: list[float] = []
    missed = false = light = 0
    for session in sessions:
        stream = session.recording[sensor]
        time = session.recording.time(sensor)
        found = [t.onset for t in felt_touches(time, stream.channel(CHANNEL[sensor]))]
        for touch, peak in _peaks(session):
            near = min(found, key=lambda t: abs(t - touch.onset), default=np.inf)
            hit = abs(near - touch.onset) < MATCH
            if hit:
                found.remove(near)
            if peak < LEAST_PEAK:
                light += 1
            elif hit:
                errors.append(1e3 * (near - touch.onset))
            else:
                missed += 1
        false += len(found)
    return Onsets(np.array(errors), missed, false, light)


def _peaks(session: Session) -> list[tuple[Touch, float]]:
    """True touches and the largest force of each [N]."""
    clip = session.truth.clip
    segment = f"{clip.hands[0].name}/{TIP_SEGMENT['index']}"
    size = np.linalg.norm(contact_force(clip, segment, PLANK), axis=1)
    return [
        (t, float(size[(clip.time >= t.onset) & (clip.time <= t.end)].max()))
        for t in session.truth.touches
    ]
