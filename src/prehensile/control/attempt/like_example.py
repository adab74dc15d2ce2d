"""Lifting as one example showed: placements rehearsed, the best of them played."""

from collections.abc import Callable, Sequence

import numpy as np

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
from prehensile.control.attempt.job import LiftJob, job_of
from prehensile.control.attempt.kept_plans import (
    Outcome,
    Plan,
    keep_outcome,
    keep_plan,
    known_outcome,
    known_plan,
    plan_key,
)
from prehensile.control.attempt.rehearsal import Rehearsal, rehearse
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On, stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object

STEADY_ENOUGH, STEADY_AT_ALL = 3, 4
"""Placements of an example are rehearsed until this many held in rehearsal, from outside or at
all, or"""
FRUITLESS = 10
"""this many one after the other did not: what comes later was less promising from the start."""
REHEARSED = 2
"""Placements rehearsed at most, over ``tries``: a rehearsal costs a small part of a play."""
PLAYED = 3
"""So many of those rehearsed are played in full, at most, until one is managed."""


def grasp_like_any(
    styles: Sequence[GraspStyle], obj: Object, hand: Hand, ask: Ask, ons: Sequence[On] = ("table",)
) -> Attempt | None:
    """Lift an object as the first style that manages it shows, from the first thing to rest on that
    it can be taken from, or the best of those that do not.
    """
    ways: list[tuple[GraspStyle, On]] = [(style, on) for on in ons for style in styles]
    for style, on in ways:  # what is known to fail is not played again to no end
        known = known_outcome(_outcome_key(style.on(hand), obj, hand, ask, on))
        if known is None:
            break
        if known.half_done:
            return grasp_like(style, obj, hand, ask, on)
    best: Attempt | None = None
    for style, on in ways:
        best = better(best, grasp_like(style, obj, hand, ask, on))
        if best is not None and best.judged.half_done:
            break
    return best


def grasp_like(
    style: GraspStyle, obj: Object, hand: Hand, ask: Ask = DEFAULT_ASK, on: On = "table"
) -> Attempt | None:
    """Lift an object as one example showed; None if there is no way to lay this hand against it.

    Placements are rehearsed, the most natural first, until a few hold; the best of them is played.

    Args:
        style: what the example taught.
        obj: what to grasp; free to be lifted.
        hand: with which hand.
        ask: how hard, with which seed, how often.
        on: what the object rests on.

    Raises:
        InputError: the object cannot be lifted, or the hand lacks joints of the style.
    """
    job = job_of(obj)
    if not isinstance(job, LiftJob):
        raise InputError(
            f"{obj.name!r} is not there to be lifted; an example knows lifting only: "
            "use the controller 'sequence'."
        )
    mine = style.on(hand)

    def newtons(candidate: Candidate) -> float:
        return job.grip_for(candidate.need) if ask.grip is None else ask.grip

    plan = _known_plan(obj, hand, mine, newtons, on, ask)
    if not plan.ways:
        return None
    key = _outcome_key(mine, obj, hand, ask, on)
    known = known_outcome(key)
    best: Attempt | None = None
    if known is not None and known.way < len(plan.ways):
        best = _played_way(plan, known.way, obj, hand, mine, newtons, on, ask)
    for k in range(len(plan.ways) if best is None else 0):
        attempt = _played_way(plan, k, obj, hand, mine, newtons, on, ask)
        best = better(best, attempt)
        if best is not None and best is attempt:
            keep_outcome(key, Outcome(k, best.judged.half_done))
        if best is not None and best.managed:
            break
    if best is None:
        raise all_blew_up(obj)
    if ask.progress is not None:
        ask.progress(plan.rehearsed + 1, plan.rehearsed + 1)
    return best


def _played_way(
    plan: Plan,
    k: int,
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    newtons: Callable[[Candidate], float],
    on: On,
    ask: Ask,
) -> Attempt | None:
    """One way of a plan, played in full; None if the simulation blew up."""
    candidate = plan.ways[k]
    lifted = job_of(obj).carry(se3.from_pose7(stand_pose(obj)))
    carries: tuple[Carry, ...] = (lifted, *((SHAKE,) if ask.shake else ()))
    grip = newtons(candidate)
    play = example_play(
        obj, hand, style, candidate, carries, grip, ask.hold, on=on, put=ask.put, tuning=ask.tuning
    )
    about = {
        "controller": "example",
        "example": style.name,
        "about_example": style.about,
        "grip": grip,
        "strength": settings_for(grip, ask.tuning).gains.strength,
        "reflex": ask.tuning.reflex,
        "seed": ask.seed,
        "on": on,
        "rehearsed": plan.rehearsed,
        "played": k + 1,
    }
    return played(play, obj, candidate, about)


def _plan_key(style: GraspStyle, obj: Object, hand: Hand, ask: Ask, on: On) -> bytes | None:
    """What the rehearsals depend on."""
    return plan_key(hand, obj, style.name, style, on, ask.grip, ask.seed, ask.tries, ask.tuning)


def _outcome_key(style: GraspStyle, obj: Object, hand: Hand, ask: Ask, on: On) -> bytes | None:
    """What the play depends on, too."""
    return plan_key(hand, "outcome", obj, style.name, style, on, ask)


def _known_plan(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    newtons: Callable[[Candidate], float],
    on: On,
    ask: Ask,
) -> Plan:
    """What was planned before, or is now."""
    key = _plan_key(style, obj, hand, ask, on)
    plan = known_plan(key)
    if plan is None:
        plan = _planned(obj, hand, style, newtons, on, ask)
        keep_plan(key, plan)
    return plan


def _planned(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    newtons: Callable[[Candidate], float],
    on: On,
    ask: Ask,
) -> Plan:
    """What to play; nothing if there is no way to lay the hand against the object."""
    rng = np.random.default_rng(ask.seed)
    T_world_object = se3.from_pose7(stand_pose(obj))
    most = REHEARSED * ask.tries
    candidates = style_candidates(style, hand, obj, T_world_object, rng, most, on)
    return _rehearsed(obj, hand, style, candidates, newtons, on, ask)


def _rehearsed(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    candidates: Sequence[Candidate],
    newtons: Callable[[Candidate], float],
    on: On,
    ask: Ask,
) -> Plan:
    """Those that are worth playing of those that were rehearsed, best first."""
    tried: list[tuple[Rehearsal, Candidate]] = []
    fruitless = 0
    for k, candidate in enumerate(candidates):
        went = rehearse(obj, hand, style, candidate, newtons(candidate), on, ask.tuning)
        if went is not None:
            tried.append((went, candidate))
        if ask.progress is not None:
            ask.progress(k + 1, len(candidates) + 1)
        if ask.tell is not None:
            ask.tell(_so_far(tried))
        fruitless = 0 if went is not None and went.steady else fruitless + 1
        if fruitless == FRUITLESS or _enough(tried):
            break
    if candidates and not tried:
        raise all_blew_up(obj)
    tried.sort(key=lambda item: item[0], reverse=True)
    # What was not lifted is played only where nothing was, to show what happened.
    ways = [way for went, way in tried if went.lifted] or [way for _, way in tried[:1]]
    return Plan(tuple(ways[:PLAYED]), len(tried))


def _enough(tried: Sequence[tuple[Rehearsal, Candidate]]) -> bool:
    """Whether enough of them would hold."""
    steady = [went for went, _ in tried if went.steady]
    return len(steady) >= STEADY_AT_ALL or sum(r.outside for r in steady) >= STEADY_ENOUGH


def _so_far(tried: Sequence[tuple[Rehearsal, Candidate]]) -> str:
    """How many ways were tried, and the best of them, in words."""
    steady = sum(went.steady for went, _ in tried)
    words = f"{len(tried)} way{'s' * (len(tried) != 1)} tried, {steady} would hold"
    if not tried:
        return words
    went, best = max(tried, key=lambda item: item[0])
    state = "steady" if went.steady else "lifted, not steady" if went.lifted else "not lifted"
    return f"{words}; best so far: {best.pose} ({state})"
