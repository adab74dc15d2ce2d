"""What of a candidate will not look as a person does it, known before anything was played.

Where the forearm comes from is settled by the placement. A finger that closes on nothing presses on
nothing, nor does one that comes to the surface where its closing ends; a joint that is bent to its
limit there stays so. So all of this says what is tried first. The rest of the rubric is left to
rehearsals.
"""

from collections.abc import Sequence

import numpy as np

from prehensile.control.place.candidate import FURTHEST, Candidate
from prehensile.control.place.looks.forearm import comes_easily
from prehensile.control.place.picked import varied
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS, joint_digits
from prehensile.quality.judge.likeness import FROM_LIMIT, PERSON

FINE, FAULTY, HOPELESS = 0, 1, 2
"""What is tried first; what will look wrong; and what no force could hold, as far as the places
tell where digits will touch"""
LATE = 0.85
"""Share of the whole closing, from which a finger that meets the surface has no way left to press
on it"""
NEAR_LIMIT = 2.0 * FROM_LIMIT
"""[degrees] that pressing joints keep from the end of their flexion where they meet the surface, at
least: pressing bends them on"""
FIRST = 0.67
"""Share of what is tried, at most, that is taken from the first of these: should no hand hold it
so, it shall be held however that looks"""


class FromThePerson:
    """What the person sees who stands there, before anything is played.

    Args:
        hand: that grasps.
        fingers: that its style chose.
        T_world_object: (4, 4)
    """

    def __init__(self, hand: Hand, fingers: tuple[str, ...], T_world_object: np.ndarray):
        self._hand, self._fingers = hand, set(fingers) - {"thumb"}
        self._up, self._person = T_world_object[2, :3], PERSON @ T_world_object[:3, :3]

    def faults(self, candidate: Candidate) -> int:
        """How many items of the rubric will be out of bounds, at least."""
        idle = bool(self._fingers - set(pressing_digits(candidate, self._hand)))
        aside = not comes_easily(candidate, self._hand, self._up, self._person)
        return idle + aside + (flexion_left(candidate, self._hand) < NEAR_LIMIT)

    def tier(self, candidate: Candidate) -> int:
        """`FINE`, `FAULTY` or `HOPELESS`."""
        if np.isinf(candidate.need):
            return HOPELESS
        return FAULTY if self.faults(candidate) else FINE

    def ranked(self, found: Sequence[Candidate], most: int) -> list[Candidate]:
        """All of them by tier and then by score, but of the first tier only the share of ``most``
        that leaves room for others, where there are others.
        """
        order = sorted(found, key=lambda c: (self.tier(c), -c.score))
        first = sum(self.tier(c) == FINE for c in order)
        fine, others = order[:first], order[first:]
        return [*varied(fine, max(round(FIRST * most), most - len(others))), *others]


def pressing_digits(candidate: Candidate, hand: Hand) -> tuple[str, ...]:
    """Digits that meet the surface as the hand closes, with some way left."""
    digit = joint_digits(hand.joint_names)
    meets = candidate.presses & (candidate.shut < LATE)
    return tuple(d for k, d in enumerate(DIGITS) if meets[digit == k].any())


def flexion_left(candidate: Candidate, hand: Hand) -> float:
    """[degrees] that the joints which press are from the end of their flexion, where what they move
    meets the surface; infinite where nothing does.
    """
    q = candidate.q_open + FURTHEST * candidate.shut * (candidate.q_closed - candidate.q_open)
    flexes = [n.endswith("_flex") and n not in WRIST_JOINTS for n in hand.joint_names]
    left = np.degrees(hand.upper - q)[np.array(flexes) & candidate.presses]
    return float(left.min(initial=np.inf))
