"""Touches of a recording: marked by `felt_touches`, corrected by people, kept in the file."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from prehensile.capture.recording.recording import NamedContact, Recording, Touch
from prehensile.capture.signals.touches import felt_touches
from prehensile.capture.signals.traces import load
from prehensile.errors import InputError, UnknownNameError

BY = "felt_touches"
"""Who marks touches that no person did."""


def marked_touches(
    recording: Recording, contacts: Collection[str] = (), threshold: float = 0.0
) -> Recording:
    """With the touches of named contacts that their streams of loads show.

    Touches that a person marked or moved stay, and found ones that overlap them are dropped; those
    that were found before are found anew.

    Args:
        recording: with contacts that name a stream (and a channel, where it has several).
        contacts: names; all that have a stream if left out.
        threshold: in the stream's unit, as of `felt_touches`.

    Raises:
        UnknownNameError: no such contact, or none such stream or channel.
        InputError: a contact without a stream, or one whose stream holds no loads.
    """
    known = {contact.name: contact for contact in recording.contacts}
    for name in contacts:
        if name not in known:
            raise UnknownNameError("contact", name, known)
        if not known[name].stream:
            raise InputError(f"contact {name!r} names no stream that measures its force.")
    chosen = [known[name] for name in contacts] or [c for c in known.values() if c.stream]
    names = {contact.name for contact in chosen}
    kept = [t for t in recording.touches if not (t.by == BY and t.contact in names)]
    found = [
        touch
        for contact in chosen
        for touch in _found(recording, contact, threshold)
        if not any(_overlap(touch, other) for other in kept)
    ]
    return recording.with_touches([*kept, *found])


def edited_touches(
    recording: Recording,
    by: str,
    *,
    moved: Mapping[int, Mapping[str, float]] = {},
    removed: Collection[int] = (),
    added: Sequence[Touch] = (),
) -> Recording:
    """With touches as a person would have them; `marked_touches` will not undo it.

    Args:
        recording: whose touches are counted from 0 in order of onset.
        by: who says so.
        moved: by number, new ``onset``, ``settled`` or ``end`` [s] of the master's clock.
        removed: numbers.
        added: touches of named contacts.

    Raises:
        InputError: no such touch, or one whose onset, settling and end are not in order.
    """
    if not by or by == BY:
        raise InputError(f"say who edits touches; got {by!r}.")
    touches = dict(enumerate(recording.touches))
    for number in (*moved, *removed):
        if number not in touches:
            raise InputError(f"there is no touch {number}; there are {len(touches)}.")
    for number, fields in moved.items():
        wrong = set(fields) - {"onset", "settled", "end"}
        if wrong:
            raise UnknownNameError("time of a touch", min(wrong), ("onset", "settled", "end"))
        touches[number] = touches[number]._replace(**fields, by=by)
    kept = [touch for number, touch in touches.items() if number not in removed]
    return recording.with_touches([*kept, *(touch._replace(by=by) for touch in added)])


def _found(recording: Recording, contact: NamedContact, threshold: float) -> list[Touch]:
    stream, clock = recording[contact.stream], recording.clock(contact.stream)
    felt = felt_touches(stream.time, load(stream, contact.channel), threshold)
    times = [clock.to_master(np.array(touch)).tolist() for touch in felt]
    return [Touch(contact.name, *found, by=BY) for found in times]


def _overlap(one: Touch, other: Touch) -> bool:
    same = one.contact == other.contact
    return same and one.onset <= other.end and other.onset <= one.end
