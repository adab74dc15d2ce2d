"""How well onsets of touches are found in the virtual lab's recordings.

Errors are of touches that were found; read them beside `Onsets.missed`. A force sensitive resistor
looks out of the pad and feels nothing of the posture ``hooked``, which touches with the very tip: a
quarter of the touches, all missed.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.plank import PLANK
from prehensile.capture.lab.session import Session, lab_session
from prehensile.capture.lab.touches import contact_force
from prehensile.capture.recording.recording import Touch
from prehensile.capture.signals.touches import felt_touches
from prehensile.hand.segments import TIP_SEGMENT

ARM_500, FSR = "torque_arm_500", "fsr"
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


def onset_errors(seeds: Iterable[int], sensor: str = ARM_500, contacts: int = CONTACTS) -> Onsets:
    """Errors of the onsets that `felt_touches` finds while subjects explore the plate.

    Args:
        seeds: of the lab; 0 to 99 to develop, from 1000 on to judge.
        sensor: whose signal: `ARM_500` or `FSR`.
        contacts: touches a seed.
    """
    errors: list[float] = []
    missed = false = light = 0
    for seed in seeds:
        session = lab_session("explore", seed, contacts=contacts, sensors=(sensor,))
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
