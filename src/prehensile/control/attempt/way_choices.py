"""What there is to choose from, for who wants to take a thing in several ways: candidates of one
style after the other, and where they do not suffice, at its ends, from other sides, and from a
post.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.different import expected_way, same_placement, spread
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On, stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.control.place.wishes import SIDES, Wishes
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.quality.judge.way_taken import Way
from prehensile.world.objects.object import Object

POOL = 12
"""Candidates of each style that are looked at"""
NEXT_STYLE = 0.5
"""Points that a style is behind the one before it"""
LONG = 0.1
"""[m] of a thing whose ends are places of their own"""
END = 0.35
"""Share of its length, from the middle, where they are taken"""


class Choice(NamedTuple):
    """One candidate of one style."""

    worth: float
    style: GraspStyle
    candidate: Candidate
    way: Way
    """that it promises"""
    on: On
    """what the object rests on"""

    def same_as(self, other: "Choice") -> bool:
        """Whether the hand lies there alike, whichever way it came."""
        same = self.style is other.style and self.on == other.on
        return same and same_placement(self.candidate, other.candidate)


class WayChoices:
    """What one object offers to one hand.

    Laying a hand against a thing takes time: styles are asked one after the other, each once there
    is need of it.

    Args:
        obj: what is taken.
        hand: with which hand.
        usual: styles that suit it, best first.
        unusual: others that could.
        ask: how it shall be taken.
        on: what it rests on.
    """

    def __init__(
        self,
        obj: Object,
        hand: Hand,
        usual: Sequence[GraspStyle],
        unusual: Sequence[GraspStyle],
        ask: Ask,
        on: On,
    ):
        self.object, self.hand, self.ask = obj, hand, ask
        self.on: On = on
        self._usual, self._styles = usual, [*usual, *unusual]
        self._asked = 0
        self._T = se3.from_pose7(stand_pose(obj))

    @property
    def behind(self) -> float | None:
        """Points that the style whose turn is next is behind the first; None if all were asked."""
        return NEXT_STYLE * self._asked if self._asked < len(self._styles) else None

    def of_next_style(self) -> list[Choice]:
        """What the style would do whose turn it is."""
        rank = self._asked
        self._asked += 1
        return self._of(self._styles[rank], rank)

    def at_the_ends(self) -> list[Choice]:
        """What suits best, at the ends of a long thing."""
        wishes = self.ask.wishes
        if wishes.where is not None or self.object.extents.max() < LONG:
            return []
        asked = [replace(wishes, where=tuple(end.tolist())) for end in ends(self.object)]
        return [c for one in asked for c in self._of(self._usual[0], 0, one)]

    def from_the_sides(self, ways: Sequence[Way]) -> list[Choice]:
        """What suits best, from sides that no way came from."""
        if self.ask.wishes.approach is not None:
            return []
        found: list[Choice] = []
        for side in SIDES:
            asked = replace(self.ask.wishes, approach=side)
            comes = asked.comes_from(self.hand.side)
            assert comes is not None
            if all(way._replace(comes_from=comes).elsewhere(way) for way in ways):
                found += self._of(self._usual[0], 0, asked)
        return found

    def on_a_post(self) -> "WayChoices":
        """What suits it where there is room all round."""
        return WayChoices(self.object, self.hand, self._usual, (), self.ask, "post")

    def _of(self, style: GraspStyle, rank: int, wishes: Wishes | None = None) -> list[Choice]:
        """Candidates of a style, a few of each place and side."""
        mine, R = style.on(self.hand), self._T[:3, :3]

        def way(candidate: Candidate) -> Way:
            return expected_way(candidate, mine.fingers, R)

        def pick(found: list[Candidate], most: int) -> list[Candidate]:
            return spread([(candidate, way(candidate)) for candidate in found], most)

        rng = np.random.default_rng(self.ask.seed)
        about = mine, self.hand, self.object, self._T, rng, POOL, self.on
        found = style_candidates(*about, wishes=wishes or self.ask.wishes, pick=pick)
        return [Choice(c.score - NEXT_STYLE * rank, style, c, way(c), self.on) for c in found]


def ends(obj: Object) -> list[np.ndarray]:
    """(3,) [m] object frame: places towards the two ends of what is long."""
    axis = np.eye(3)[int(obj.extents.argmax())]
    middle = obj.bounds.mean(axis=0)
    return [middle + sign * END * obj.extents.max() * axis for sign in (1, -1)]
