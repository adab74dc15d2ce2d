"""Placements of one style laid against an object, and rehearsed in turn."""

import numpy as np

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.job import lifting
from prehensile.control.attempt.rehearsal import Rehearsal, Rehearsed
from prehensile.control.attempt.turns.rehearse import rehearse
from prehensile.control.attempt.turns.rehearsing import Once, count_at_handle, in_turn
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.looks.promised_looks import FromThePerson
from prehensile.control.place.places import prior_of
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On, stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object


def rehearsed(
    style: GraspStyle, obj: Object, hand: Hand, ask: Ask, on: On, most: int
) -> Rehearsed | None:
    """Placements of one style that were rehearsed, best first; None if there is no way to lay the
    hand against the object.

    Raises:
        InputError: the object cannot be lifted, or the hand lacks joints of the style.
    """
    mine, wishes = style.on(hand), ask.wishes
    rng, T_world_object = np.random.default_rng(ask.seed), se3.from_pose7(stand_pose(obj))
    candidates = style_candidates(mine, hand, obj, T_world_object, rng, most, on, wishes=wishes)
    if not candidates:
        return None
    once = rehearser(mine, obj, hand, ask, on)
    seen = FromThePerson(hand, mine.fingers, T_world_object)
    tiers = [seen.tier(candidate) for candidate in candidates]
    return in_turn(candidates, once, tiers, count_at_handle(candidates, prior_of(obj, wishes)), ask)


def rehearser(style: GraspStyle, obj: Object, hand: Hand, ask: Ask, on: On) -> Once:
    """Rehearses placements of a style of this hand, with the grip that each of them needs.

    Raises:
        InputError: the object cannot be lifted.
    """
    job, sought = lifting(obj), Sought(obj, ask.wishes)

    def once(candidate: Candidate, come: bool) -> Rehearsal | None:
        newtons = job.grip_for(candidate.need) if ask.grip is None else ask.grip
        tuning = ask.tuning
        return rehearse(
            obj, hand, style, candidate, newtons, on, tuning, sought, come=come, shake=ask.shake
        )

    return once
