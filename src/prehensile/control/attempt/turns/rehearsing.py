"""Placements of one style rehearsed in turn, the most promising first, until enough hold."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.rehearsal import Rehearsal, Rehearsed
from prehensile.control.attempt.turns.aside import a_little_aside, nearly_held
from prehensile.control.attempt.turns.patience import Patience
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.picked import promises
from prehensile.control.place.preferred import Preferred

HUMAN_ENOUGH, STEADY_ENOUGH = 2, 6
"""Placements of an example are rehearsed until this many held in rehearsal and looked as a person
does it; or until so many held from outside, however they looked"""
ASKED_ENOUGH = 1
"""The same where someone says where: few do so, and one will do"""
PATIENT = 3
"""Tries at a handle, from which one that looked as a person does it is enough"""
DRESSED = 6
"""So many of a style are rehearsed once more, with the way in, at most"""

Once = Callable[[Candidate, bool], Rehearsal | None]
"""Rehearses a placement once, with the way in or without; None if the simulation blew up."""


def in_turn(
    candidates: Sequence[Candidate], once: Once, tiers: Sequence[int], at_handle: int, ask: Ask
) -> Rehearsed:
    """Those that were rehearsed, best first: some until enough of them hold, the best of these once
    more with the way in; and further ones where that has spoilt the best.

    Args:
        candidates: in the order in which they are tried.
        once: rehearses one.
        tiers: of each, from `FromThePerson.tier`.
        at_handle: how many of them, the first, take the thing by its handle.
        ask: who is told, and whether someone says where.
    """
    tried: Rehearsed = []
    came_to: list[Candidate] = []
    pauses = _until_enough(candidates, once, tiers, at_handle, ask, tried)
    over = False
    while not over:
        over = next(pauses, True)
        tried.sort(key=lambda item: item[0].rank, reverse=True)
        hoped = [(went.steady, went.human) for went, _ in tried[:1]]
        _with_way_in(tried, once, came_to)
        if [(went.steady, went.human) for went, _ in tried[:1]] >= hoped:
            break
    return tried


def count_at_handle(candidates: Sequence[Candidate], preferred: Preferred) -> int:
    """How many of them, the first, take the thing by its handle."""
    if not preferred.rather_by_handle:
        return 0
    return next(
        (k for k, c in enumerate(candidates) if not promises(c, preferred)), len(candidates)
    )


def _until_enough(
    candidates: Sequence[Candidate],
    once: Once,
    tiers: Sequence[int],
    at_handle: int,
    ask: Ask,
    tried: Rehearsed,
) -> Iterator[bool]:
    """Rehearse one after the other, and pause whenever enough of those tried hold; False each time,
    since there may be more.
    """
    patience, done = Patience(), 0
    elsewhere = at_handle < len(candidates)
    for k, candidate in enumerate(candidates):
        if k == at_handle > 0:
            _aside(once, ask, tried)
            if _enough_at_handle(tried):
                yield False
        if not patience.lasts(k < at_handle and elsewhere, tiers[k]):
            continue
        went = once(candidate, False)
        done += 1
        if went is not None:
            tried.append((went, candidate))
        if ask.progress is not None:
            ask.progress(done, len(candidates) + 1)
        if ask.tell is not None:
            ask.tell(_so_far(tried))
        patience.went(went is not None and went.steady)
        if _enough_at_handle(tried) if k < at_handle else _enough(tried, ask, at_handle > 0):
            yield False
    if at_handle in (0, len(candidates)):
        _aside(once, ask, tried)


def _aside(once: Once, ask: Ask, tried: Rehearsed) -> None:
    """Where none of them would do, what is a little to the side of what nearly did."""
    nearly = nearly_held(tried)
    if nearly is None or any(went.would_do for went, _ in tried):
        return
    rng = np.random.default_rng(ask.seed)
    for item in a_little_aside(nearly, lambda c: once(c, False), rng):
        tried.append(item)
        if ask.tell is not None:
            ask.tell(_so_far(tried))
        if item[0].would_do:
            return


def _with_way_in(
    tried: Rehearsed,
    once: Once,
    came_to: list[Candidate],
) -> None:
    """Rehearse the best once more with the way in, until the first of them is one that was: an open
    hand may knock over what it comes for. ``came_to``: those for which this was done.
    """
    while len(came_to) < DRESSED and tried:
        went, candidate = tried[0]
        if not went.steady or any(candidate is other for other in came_to):
            break
        came = once(candidate, True)
        came_to.append(candidate)
        tried[0] = (went._replace(steady=False) if came is None else came), candidate
        tried.sort(key=lambda item: item[0].rank, reverse=True)


def _enough_at_handle(tried: Rehearsed) -> bool:
    """Whether enough of them would hold it by its handle, and look as a person does it."""
    good = sum(went.would_do for went, _ in tried)
    return good >= HUMAN_ENOUGH or (good > 0 and len(tried) >= PATIENT)


def _enough(tried: Rehearsed, ask: Ask, instead: bool) -> bool:
    """Whether enough of them would hold, as it is wanted; ``instead`` of what was tried at a
    handle, one that looks well is enough.
    """
    asked = [went for went, _ in tried if went.asked]
    held = sum(went.steady and went.outside for went in asked)
    enough = ASKED_ENOUGH if ask.wishes.say_where else STEADY_ENOUGH
    human = sum(went.human for went in asked)
    return held >= enough or human >= (1 if instead else HUMAN_ENOUGH)


def _so_far(tried: Rehearsed) -> str:
    """How many ways were tried, and the best of them, in words."""
    steady = sum(went.steady for went, _ in tried)
    words = f"{len(tried)} way{'s' * (len(tried) != 1)} tried, {steady} would hold"
    if not tried:
        return words
    went, best = max(tried, key=lambda item: item[0].rank)
    state = "steady" if went.steady else "lifted, not steady" if went.lifted else "not lifted"
    return f"{words}; best so far: {best.pose} ({state})"
