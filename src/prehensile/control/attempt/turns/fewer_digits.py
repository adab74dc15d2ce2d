"""What is held well but by idle fingers is tried with the digits alone that pressed.

A finger that a style closes and that meets nothing looks forgotten. Whoever finds that it reaches
nothing leaves it open, as it came, and takes the thing with the others: that is another grasp, and
is rehearsed as one.
"""

from dataclasses import replace

import numpy as np

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.rehearsal import Rehearsal, Rehearsed
from prehensile.control.attempt.turns.of_style import rehearser
from prehensile.control.example.chosen_digits import with_digits
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.world.objects.object import Object

FEWEST = 3
"""Digits that are left at least, the thumb among them"""
TRIED = 2
"""Placements that are rehearsed so, at most"""
OF_IDLE_FINGERS = {"fingers", "limits"}
"""Items of the rubric that idle fingers put out of bounds: they press on nothing, and may have
closed as far as they can"""


def with_fewer_digits(
    style: GraspStyle, tried: Rehearsed, obj: Object, hand: Hand, ask: Ask, on: On
) -> tuple[GraspStyle, Rehearsed] | None:
    """A style of fewer digits and how its placements went, if one of them would do; None else, and
    where someone says which digits or what pose.

    Args:
        style: that was tried.
        tried: how it went, best first.
        obj: what is taken.
        hand: that takes it.
        ask: how.
        on: what the object rests on.
    """
    if ask.wishes.fingers is not None or ask.wishes.pose is not None:
        return None
    hopeful = [item for item in tried if _would_do_without(style, item[0])]
    for went, candidate in hopeful[:TRIED]:
        fewer = with_digits(style, tuple(d for d in style.fingers if d in went.pressing))
        left = keeping_back(candidate, hand, set(style.fingers) - set(went.pressing))
        once = rehearser(fewer.on(hand), obj, hand, ask, on)
        again = once(left, False)
        if again is None or not again.would_do:
            continue
        came = once(left, True)
        if came is not None and came.would_do:
            return fewer, [(came, left)]
    return None


def keeping_back(candidate: Candidate, hand: Hand, idle: set[str]) -> Candidate:
    """The same placement by a hand whose idle digits stay as they came."""
    of = joint_digits(hand.joint_names)
    back = np.array([d >= 0 and DIGITS[d] in idle for d in of])
    return replace(
        candidate,
        q_closed=np.where(back, candidate.q_shaped, candidate.q_closed),
        shut=np.where(back, 1.0, candidate.shut),
        presses=candidate.presses & ~back,
    )


def _would_do_without(style: GraspStyle, went: Rehearsal) -> bool:
    """Whether nothing is wrong with it but what idle fingers do."""
    left = [digit for digit in style.fingers if digit in went.pressing]
    well = went.steady and went.asked and went.outside and went.serves
    idle = bool(went.faults) and set(went.faults) <= OF_IDLE_FINGERS
    return well and idle and "thumb" in left and FEWEST <= len(left) < len(style.fingers)
