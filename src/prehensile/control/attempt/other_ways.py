"""Ways of taking a thing that differ from a first one, the most sensible and the newest first.

One search serves all ways: of the placements of one style after the other, what promises most, and
differs most from what there is, is rehearsed; what holds and looks as a person does it is played,
and stays if it differs in the clip too. Where the places that come by themselves do not suffice,
the ends of the thing and other sides to come from are asked for. What holds and looks a little
strange comes later, what is taken from a post last.
"""

from collections.abc import Callable, Iterator

import numpy as np

from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.different import OTHER_DIGITS, could_hold, novelty
from prehensile.control.attempt.job import LiftJob, job_of
from prehensile.control.attempt.like_example import play_rehearsed
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.attempt.turns.rehearse import rehearse
from prehensile.control.attempt.way_choices import Choice, WayChoices
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.sought import Sought
from prehensile.errors import SimulationError
from prehensile.motion.clip import Clip
from prehensile.quality.judge.likeness import chosen_fingers, judge_likeness
from prehensile.quality.judge.way_taken import APART, Way, way_taken

REHEARSED, FROM_POST = 20, 5
"""Candidates rehearsed at most, and from a post where nothing else is left"""
FRUITLESS = 8
"""Rehearsals one after the other that did not hold, after which one looks elsewhere"""
MANY = 4
"""Ways, with the first, to choose from, for more of which nobody puts a thing on a post"""
IN_VAIN, SECOND_BEST = 3, 3
"""Plays at most that show no other way or do not hold, and those that look a little strange"""
FAULTS = 1
"""Items of the rubric that may be out of bounds: what looks stranger is no way for a person"""
NEW = 2.0
"""Points of what is as new as can be"""
FAILED, FAILED_THERE = 1.0, 0.5
"""Points that every failure costs what is like it, and what is at the same place"""
WORST = 8.0
"""Points behind the best, from which nothing is tried"""


class OtherWays:
    """The search for ways that differ from a first one and from each other.

    Args:
        choices: what there is to choose from.
        first: the way that there is.
        post: whether it may be put on a post where that is the only way.
    """

    def __init__(self, choices: WayChoices, first: Clip, post: bool):
        self._choices = choices
        self._object, self._hand, self._ask = choices.object, choices.hand, choices.ask
        self._post = post and choices.on != "post"
        self._sought = Sought(self._object, self._ask.wishes)
        self._taken = [way_taken(first, self._object.name)]
        self._meant = [_by_chosen_digits(first, self._taken[0])]
        self._pool: list[Choice] = []
        self._tried: list[Choice] = []
        self._failed: list[Choice] = []
        self._second_best: list[Attempt] = []
        self._doubtful: list[tuple[Rehearsal, Choice]] = []
        self._most, self._in_vain, self._fruitless = REHEARSED, 0, 0

    def __iter__(self) -> Iterator[Attempt]:
        """Attempts that hold, the best first; one search, however many of them are taken."""
        choices = self._choices
        yield from self._those(could_hold)
        self._fruitless = 0
        for more in (choices.at_the_ends, lambda: choices.from_the_sides(self._meant)):
            if self._goes_on and (found := more()):
                self._pool += found
                yield from self._those(could_hold)
        yield from self._those(lambda _: True)
        yield from self._doubted()
        if self._post and len(self._taken) < MANY:
            self._choices, self._pool = choices.on_a_post(), []
            self._fruitless = 0
            self._most = len(self._tried) + FROM_POST
            yield from self._those(could_hold)
            yield from self._doubted()

    @property
    def _goes_on(self) -> bool:
        """Whether another rehearsal may be worth its while."""
        few = len(self._tried) < self._most and self._fruitless < FRUITLESS
        return few and self._in_vain < IN_VAIN and len(self._second_best) < SECOND_BEST

    def _those(self, which: Callable[[Candidate], bool]) -> Iterator[Attempt]:
        """Of the pool what holds, looks as a person does it, and is another way."""
        while self._goes_on:
            choice = self._next(which)
            if choice is None:
                return
            self._tried.append(choice)
            went = self._went(choice)
            self._fruitless = 0 if went is not None and went.steady else self._fruitless + 1
            if went is None or not (went.steady and went.asked):
                self._failed.append(choice)
            elif not self._is_new(_pressed_there(choice.way, went)):
                continue  # it would hold, where another does
            elif not went.human:
                self._failed.append(choice)
                if len(went.faults) <= FAULTS:
                    self._doubtful.append((went, choice))
            elif (attempt := self._played(went, choice)) is not None:
                if attempt.human:
                    yield attempt
                else:
                    self._second_best.append(attempt)

    def _next(self, which: Callable[[Candidate], bool]) -> Choice | None:
        """The most promising choice that would be another way, taken out of the pool. A style whose
        turn has not come is thought to be as good as the best was, for other digits.
        """
        while True:
            top = max((c.worth for c in (*self._pool, *self._tried)), default=0.0)
            values = {
                k: value
                for k, choice in enumerate(self._pool)
                if which(choice.candidate)
                and self._is_new(choice.way)
                and not any(choice.same_as(other) for other in self._tried)
                and (value := self._value(choice)) > top - WORST
            }
            best = max(values, key=lambda k: values[k], default=None)
            behind = self._choices.behind
            hoped = -np.inf if behind is None else top - behind + NEW * OTHER_DIGITS
            if best is not None and values[best] >= hoped:
                return self._pool.pop(best)
            if behind is None:
                return None
            self._pool += self._choices.of_next_style()

    def _is_new(self, way: Way) -> bool:
        """Whether it is another way than all that there are."""
        return all(way.differs(other) for other in self._meant)

    def _value(self, choice: Choice) -> float:
        cost = 0.0
        for other in (one for one in self._failed if one.on == choice.on):
            if other.style is choice.style and not other.way.elsewhere(choice.way):
                cost += FAILED
            elif np.linalg.norm(other.way.middle - choice.way.middle) < APART:
                cost += FAILED_THERE
        return choice.worth + NEW * novelty(choice.way, self._meant) - cost

    def _went(self, choice: Choice) -> Rehearsal | None:
        mine = choice.style.on(self._hand)
        grip = self._grip(choice.candidate)
        ask, way = self._ask, choice.candidate
        about = grip, choice.on, ask.tuning, self._sought
        return rehearse(self._object, self._hand, mine, way, *about, shake=ask.shake)

    def _grip(self, candidate: Candidate) -> float:
        job = job_of(self._object)
        assert isinstance(job, LiftJob)
        return job.grip_for(candidate.need) if self._ask.grip is None else self._ask.grip

    def _played(self, went: Rehearsal, choice: Choice, doubtful: bool = False) -> Attempt | None:
        """A choice that is held, and is another way; by the digits that press where it is
        doubtful, by those of its style otherwise.
        """
        tried, ask = [(went, choice.candidate)], self._ask
        try:
            attempt = play_rehearsed(choice.style, self._object, self._hand, ask, choice.on, tried)
        except SimulationError:
            attempt = None
        if attempt is not None and attempt.settled and self._looks_well_enough(attempt):
            taken = way_taken(attempt.clip, self._object.name)
            meant = _by_chosen_digits(attempt.clip, taken)
            new = all(taken.differs(other) for other in self._taken)
            if new and (doubtful or self._is_new(meant)):
                self._taken.append(taken)
                self._meant.append(meant)
                return attempt
        self._in_vain += 1
        self._failed.append(choice)
        return None

    def _looks_well_enough(self, attempt: Attempt) -> bool:
        if attempt.human:
            return True
        looks = judge_likeness(attempt.clip, self._object.name)
        return len(looks.complaints) <= FAULTS

    def _doubted(self) -> Iterator[Attempt]:
        """What holds and does not quite look as a person does it, with the fewest faults first."""
        while self._second_best:
            yield self._second_best.pop(0)
        in_order = sorted(self._doubtful, key=lambda item: (len(item[0].faults), -item[0].merit))
        self._doubtful.clear()
        for went, choice in in_order:
            if self._in_vain == IN_VAIN:
                return
            attempt = self._played(went, choice, doubtful=True)
            if attempt is not None:
                yield attempt


def _pressed_there(way: Way, went: Rehearsal) -> Way:
    """A way that presses where its rehearsal did."""
    return way._replace(middle=np.array(went.middle)) if went.middle else way


def _by_chosen_digits(clip: Clip, way: Way) -> Way:
    """A way with the digits that its style chose, whatever they do."""
    return way._replace(pressing=frozenset(("thumb", *chosen_fingers(clip))))
