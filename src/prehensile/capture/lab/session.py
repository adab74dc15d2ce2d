"""A recording session: one subject, one set of true compliances, many touches in several postures.

Seeds 0 to 99 are for development, from 1000 on for the bench. The same seed gives the same bytes.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.capture.lab.config import digest, printed, watcher
from prehensile.capture.lab.progress import Progress, unheard
from prehensile.capture.lab.subject import drawn_subject
from prehensile.capture.lab.tasks.catalogue import find_task, perform
from prehensile.capture.lab.truth import Truth
from prehensile.capture.lab.watch import watched
from prehensile.capture.recording.recording import Recording
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec

RECORDING, TRUTH = "recording.h5", "truth.npz"
MOST_CONTACTS = 1000
_SUBJECT, _TASK, _SENSORS, _SIZE = range(4)


class Session(NamedTuple):
    """What was recorded, and what was true."""

    recording: Recording
    truth: Truth


def lab_session(
    task: str,
    seed: int = 0,
    contacts: int | None = None,
    hand: Hand | None = None,
    sensors: Sequence[str] | None = None,
    aligned: bool = True,
    progress: Progress = unheard,
) -> Session:
    """Record a session in the virtual lab.

    Args:
        task: one of the lab's.
        seed: decides the subject, its hand, the touches and the sensors' errors.
        contacts: how many touches; the task's own number if left out.
        hand: the subject's; an adult's of random size if left out.
        sensors: names in the configuration; the task's own if left out.
        aligned: whether the clocks' offsets and drifts are known, by a shared trigger.
        progress: told after each touch.

    Raises:
        UnknownNameError: no such task or sensor.
        InputError: a number or a hand that does not fit.
    """
    row = find_task(task)
    count = row.contacts if contacts is None else contacts
    watching = row.sensors if sensors is None else tuple(sensors)
    for name in watching:
        watcher(name)
    if not 1 <= count <= MOST_CONTACTS:
        raise InputError(f"a session has 1 to {MOST_CONTACTS} contacts, not {count}.")
    if seed < 0:
        raise InputError(f"seed is {seed}; give a whole number from 0 up.")
    if hand is None:
        hand = HandSpec.sample(np.random.default_rng([seed, _SIZE])).build()
    if hand.joint_names != JOINT_NAMES:
        raise InputError("the lab's subjects have hands of people: choose one of ours.")
    drawn = find_task(row.subject_of) if row.subject_of else row
    subject = drawn_subject(hand, row.table, np.random.default_rng([seed, drawn.number, _SUBJECT]))
    rng = np.random.default_rng([seed, row.number, _TASK])
    performance = perform(task, subject, rng, count, progress)
    facts = {"task": task, "seed": seed, "contacts": count, "hand_side": hand.side}
    recording = watched(
        performance,
        watching,
        [seed, row.number, _SENSORS],
        aligned,
        {"task": task, "lab": {"seed": seed, "configuration": digest()}},
    )
    return Session(recording, Truth.of(performance, {**facts, "configuration": printed()}))


def write_session(session: Session, folder: str | Path) -> tuple[Path, Path]:
    """Write the recording and the truth into a folder; each file whole or not at all."""
    recording, truth = Path(folder) / RECORDING, Path(folder) / TRUTH
    session.truth.save(truth)
    session.recording.save(recording)
    return recording, truth
