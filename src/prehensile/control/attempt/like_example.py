"""Lifting as one example showed: placements rehearsed, the best of them played."""

from collections.abc import Sequence

from prehensile.control.arm.carry import Carry
from prehensile.control.attempt.attempt import (
    DEFAULT_ASK,
    Ask,
    Attempt,
    all_blew_up,
    better,
    played,
)
from prehensile.control.attempt.by_example import SHAKE, example_play, settings_for
from prehensile.control.attempt.job import lifting
from prehensile.control.attempt.kept_plans import kept_attempt, plan_key
from prehensile.control.attempt.plan import Plan
from prehensile.control.attempt.rehearsal import EXCUSED, Rehearsal, Rehearsed
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.places import prior_of
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On, stand_pose
from prehensile.errors import SimulationError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object

REHEARSED = 2
"""Placements rehearsed at most, over ``tries``: a rehearsal costs a small part of a play."""
PLAYED = 3
"""So many of those rehearsed are played in full, at most, until one is managed."""
DOUBTFUL = 2
"""Styles without a rehearsal that held and looked well, of which any is played at most"""
PREFERRED_TRIES = 0.75
"""Placements rehearsed at most, over ``tries``, of a style that others follow"""


WELL = Rehearsal(True, True, True, 0.0)
"""How it went with what was found before."""


def grasp_like_any(
    styles: Sequence[GraspStyle],
    obj: Object,
    hand: Hand,
    ask: Ask,
    on: On = "table",
    show: bool = True,
) -> Attempt | None:
    """Lift an object as the first style that manages it shows, or the best of those that do not.

    A style gives way to the next, before it is played, if none of its placements was steady in
    rehearsal and looked as a person does it; what held nevertheless is played where no style does
    better, the fewest faults first. Where no rehearsal lifted it, one is played only to ``show``
    what happens: whoever has another way left leaves it out, and None is returned.
    """
    from prehensile.control.attempt.turns.fewer_digits import (  # here: for a search alone
        with_fewer_digits,
    )
    from prehensile.control.attempt.turns.of_style import rehearsed

    best: Attempt | None = None
    doubtful: list[tuple[GraspStyle, Rehearsed]] = []
    at_handle = prior_of(obj, ask.wishes).rather_by_handle
    for k, style in enumerate(styles):
        last = k == len(styles) - 1
        share = REHEARSED if last else PREFERRED_TRIES
        tried = rehearsed(style, obj, hand, ask, on, max(round(share * ask.tries), 1)) or []
        well = any(went.would_do for went, _ in tried)
        if tried and not well:
            fewer = with_fewer_digits(style, tried, obj, hand, ask, on)
            if fewer is not None:
                doubtful.append((style, tried))
                well, (style, tried) = True, fewer
        if at_handle and last and not well:  # what holds nearly anything may take it elsewhere
            serving = sorted(filter(_will_serve, doubtful), key=_doubt)[:DOUBTFUL]
            doubtful = [item for item in doubtful if not any(item is other for other in serving)]
            best = _first_managed(best, serving, obj, hand, ask, on)
            if best is not None and best.settled:
                return best
        if not well:
            doubtful += [(style, tried)] if tried else []
            continue
        best = _first_managed(best, [(style, tried)], obj, hand, ask, on)
        if best is not None and best.settled:
            return best
    doubtful.sort(key=_doubt)
    lifted = [item for item in doubtful if any(went.lifted for went, _ in item[1])]
    if not lifted and best is None and show:
        lifted = doubtful[:1]
    return _first_managed(best, lifted[:DOUBTFUL], obj, hand, ask, on)


def _first_managed(
    best: Attempt | None,
    shown: Sequence[tuple[GraspStyle, Rehearsed]],
    obj: Object,
    hand: Hand,
    ask: Ask,
    on: On,
) -> Attempt | None:
    """The best so far, or better: styles played in this order until one is managed.

    Raises:
        SimulationError: all blew up, and there was nothing before.
    """
    for k, (style, tried) in enumerate(shown, start=1):
        try:
            best = better(best, play_rehearsed(style, obj, hand, ask, on, tried))
        except SimulationError:
            if best is None and k == len(shown):
                raise
        if best is not None and best.settled:
            break
    return best


def _will_serve(item: tuple[GraspStyle, Rehearsed]) -> bool:
    """Whether the best of a style would hold it as it is wanted, where people take it."""
    went = item[1][0][0]
    return went.steady and went.asked and went.as_used


def _doubt(item: tuple[GraspStyle, Rehearsed]) -> tuple[bool, bool, bool, bool, bool, float, int]:
    """Whether nothing was steady, or as it was wanted, or as people take it, or from outside, or
    nearly without fault; how far the best is from where people take it, and how many faults it has.
    """
    went = item[1][0][0]
    wrong = len(went.faults)
    looks = not went.as_used, not went.outside, wrong > EXCUSED
    return not went.steady, not went.asked, *looks, went.missed, wrong


def grasp_like(
    style: GraspStyle, obj: Object, hand: Hand, ask: Ask = DEFAULT_ASK, on: On = "table"
) -> Attempt | None:
    """Lift an object as one example showed; None if there is no way to lay this hand against it.

    Placements are rehearsed, the most natural first, until a few hold; the best of them is played.
    Which it was is kept: asked again, it is played at once.

    Args:
        style: what the example taught.
        obj: what to grasp; free to be lifted.
        hand: with which hand.
        ask: how hard, with which seed, how often.
        on: what the object rests on.

    Raises:
        InputError: the object cannot be lifted, or the hand lacks joints of the style.
    """

    def search() -> Attempt | None:
        from prehensile.control.attempt.turns.of_style import rehearsed  # here: it is slow to load

        tried = rehearsed(style, obj, hand, ask, on, REHEARSED * ask.tries)
        return play_rehearsed(style, obj, hand, ask, on, tried) if tried else None

    def again(plan: Plan) -> Attempt:
        return play_rehearsed(style, obj, hand, ask, on, [(WELL, plan.candidate)])

    return kept_attempt(plan_key(hand, "like", obj, style.name, style, on, ask), search, again)


def play_rehearsed(
    style: GraspStyle, obj: Object, hand: Hand, ask: Ask, on: On, tried: Rehearsed
) -> Attempt:
    """The best of these ways, played until one is managed as it was wanted; and looks as a person
    does it, as long as the next did in rehearsal. What was not lifted in rehearsal is played only
    where nothing was, to show what happens.

    Raises:
        SimulationError: every one of them blew up.
    """
    mine, job = style.on(hand), lifting(obj)
    T_world_object = se3.from_pose7(stand_pose(obj))
    carries: tuple[Carry, ...] = (job.carry(T_world_object), *((SHAKE,) if ask.shake else ()))
    about = {
        "controller": "example",
        "example": mine.name,
        "about_example": mine.about,
        "style": mine.name,
        "kind": mine.kind,
        "fingers": list(mine.fingers),
    }
    sought = Sought(obj, ask.wishes)
    best: Attempt | None = None
    lifted = [item for item in tried if item[0].lifted]
    for k, (went, candidate) in enumerate(lifted[:PLAYED] or tried[:1]):
        done = best is not None and best.managed and best.met
        if best is not None and done and (best.human or not went.human or not went.serves):
            break
        newtons = job.grip_for(candidate.need) if ask.grip is None else ask.grip
        play = example_play(
            obj,
            hand,
            mine,
            candidate,
            carries,
            newtons,
            ask.hold,
            on=on,
            put=ask.put,
            tuning=ask.tuning,
        )
        numbers = {
            "grip": newtons,
            "strength": settings_for(newtons, ask.tuning).gains.strength,
            "reflex": ask.tuning.reflex,
            "seed": ask.seed,
            "on": on,
            "rehearsed": len(tried),
            "played": k + 1,
        }
        best = better(best, played(play, obj, candidate, about | numbers, sought))
    if best is None:
        raise all_blew_up(obj)
    if ask.progress is not None:
        ask.progress(len(tried) + 1, len(tried) + 1)
    return best
