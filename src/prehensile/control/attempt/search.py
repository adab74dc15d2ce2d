"""All that is tried to grasp something, until one way does it; and that way alone, once known."""

from collections.abc import Sequence
from dataclasses import replace

from prehensile.control.attempt.attempt import Ask, Attempt, better, no_fit
from prehensile.control.attempt.job import LiftJob, default_grip, job_of
from prehensile.control.attempt.kept_plans import kept_attempt, plan_key
from prehensile.control.attempt.like_example import WELL, grasp_like_any, play_rehearsed
from prehensile.control.attempt.plan import Plan
from prehensile.control.attempt.shipped_plans import shipped_plan
from prehensile.control.example.chosen_digits import with_digits
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import ON, On
from prehensile.control.place.wishes import NO_WISHES
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.world.objects.object import Object


def grasp_any_way(
    thing: Object,
    hand: Hand,
    styles: Sequence[GraspStyle],
    ask: Ask,
    on: On | None,
    controller: str | None,
) -> Attempt:
    """The best attempt: examples first, from the table, then from a post; then the corpus. What is
    too thin for fingertips is slid over the table's edge at once, as are dishes, and other flat
    things before a post is tried. Which it was is kept: asked again, it is played at once.

    Args:
        thing: what to grasp.
        hand: with which hand.
        styles: of the examples, the one that suits best first.
        ask: how hard, with which seed, how often.
        on: what it rests on; None: the table, its edge for what is flat, and the post for what
            cannot be taken from it.
        controller: ``example`` or ``sequence``; None: whatever does it.

    Raises:
        PrehensileError: nothing fits it.
    """
    key = plan_key(hand, thing, controller, [(style.name, style) for style in styles], on, ask)

    def search() -> Attempt:
        return _searched(thing, hand, styles, ask, on, controller)

    def again(plan: Plan) -> Attempt | None:
        return played_again(plan, thing, hand, styles, ask)

    def shipped() -> Plan | None:
        asked_plainly = on is None and controller is None
        return shipped_plan(thing, hand, ask) if asked_plainly else None

    found = kept_attempt(key, search, again, shipped)
    assert found is not None, "a search finds something, or raises"
    return found


def _searched(
    thing: Object,
    hand: Hand,
    styles: Sequence[GraspStyle],
    ask: Ask,
    on: On | None,
    controller: str | None,
) -> Attempt:
    if controller == "sequence":
        return _in_sequence(thing, hand, ask, on or "table")
    why = "" if controller == "example" else _not_from_an_example(thing, hand)
    found: Attempt | None = None
    if not why:
        freely = controller is None and ask.wishes == NO_WISHES
        places = _places(thing, hand, on, freely)
        for rests_on in places:
            if rests_on == "edge":
                found = better(found, _by_sliding(thing, hand, ask))
            else:
                last = rests_on == places[-1] and found is None
                found = better(found, grasp_like_any(styles, thing, hand, ask, rests_on, last))
            if found is not None and found.settled:
                break
    as_told = controller == "example" or on == "edge"  # a pose of the corpus slides nothing
    if found is not None and (found.judged.half_done or as_told):
        return found
    if on == "edge":
        raise PrehensileError(
            f"no finger slides {thing.name!r} over the table's edge; leave out what it rests on."
        )
    if controller == "example":
        found = _shown(thing, hand, styles, ask, on)
        if found is None:
            raise PrehensileError(no_fit(thing, "of the example"))
        return found
    try:
        other = _in_sequence(thing, hand, ask, on or ("table" if why else "post"))
    except PrehensileError:
        found = found or (None if why else _shown(thing, hand, styles, ask, on))
        if found is None:
            raise
        return found
    if found is not None and not other.managed:
        return found
    fallback = {"fallback": why or "no example held it"}
    return replace(other, clip=replace(other.clip, meta=other.clip.meta | fallback))


def _shown(
    thing: Object, hand: Hand, styles: Sequence[GraspStyle], ask: Ask, on: On | None
) -> Attempt | None:
    """What happens on the table, where nothing was lifted: a grasp that fails is no error."""
    return grasp_like_any(styles, thing, hand, ask) if on is None else None


def _places(thing: Object, hand: Hand, on: On | None, freely: bool) -> tuple[On, ...]:
    """What it rests on, one after the other until it is held. A slide knows no wishes and no
    example: unless it is taken ``freely``, only what is too thin otherwise is slid first.

    Raises:
        PrehensileError: it shall be slid over the edge and is not flat.
    """
    from prehensile.control.slide.over_edge import (  # here: for a search alone
        is_dish,
        is_flat,
        is_thin,
    )

    slides = isinstance(hand.spec, HandSpec) and is_flat(thing)
    if on == "edge" and not slides:
        raise PrehensileError(
            f"{thing.name!r} does not lie flat, so that it cannot be slid over the table's edge; "
            "take it from the table or a post."
        )
    if on is not None:
        return (on,)
    if slides and (is_thin(thing) or (freely and is_dish(thing))):
        return ("edge", "table", "post")
    return ON if slides else tuple(o for o in ON if o != "edge")


def played_again(
    plan: Plan, thing: Object, hand: Hand, styles: Sequence[GraspStyle], ask: Ask
) -> Attempt | None:
    """A way that was found before, played; None if its style is not among these, or lacks digits of
    it.
    """
    if plan.controller == "sequence":
        from prehensile.control.attempt.by_sequence import best_attempt  # here: seldom needed

        newtons = default_grip(thing) if ask.grip is None else ask.grip
        sought = Sought(thing, ask.wishes)
        return best_attempt(
            thing, hand, [plan.candidate], newtons, ask.seed, on=plan.on, sought=sought
        )
    if plan.on == "edge":
        return _by_sliding(thing, hand, ask)
    style = next((style for style in styles if style.name == plan.style), None)
    if style is None or not set(plan.fingers) <= set(style.fingers):
        return None
    fewer = with_digits(style, plan.fingers) if plan.fingers else style
    return play_rehearsed(fewer, thing, hand, ask, plan.on, [(WELL, plan.candidate)])


def _by_sliding(obj: Object, hand: Hand, ask: Ask) -> Attempt | None:
    from prehensile.control.attempt.by_sliding import grasp_by_sliding  # here: seldom needed

    return grasp_by_sliding(obj, hand, ask)


def _in_sequence(obj: Object, hand: Hand, ask: Ask, on: On) -> Attempt:
    from prehensile.control.attempt.by_sequence import grasp_from_corpus  # here: seldom needed

    return grasp_from_corpus(obj, hand, ask, on)


def _not_from_an_example(obj: Object, hand: Hand) -> str:
    """Why an example cannot do it; empty if it can."""
    if not isinstance(job_of(obj), LiftJob):
        return "an example knows lifting only"
    if not isinstance(hand.spec, HandSpec):
        return "the examples are of a human hand"
    return ""
