"""Several different ways of taking one thing, numbered: the same numbers mean the same grasps.

The first is what `grasp` finds. The others are the best candidates that differ from all before them
in the place that is touched, in the side the hand comes from or in the digits that press; each is
rehearsed, played, and kept if it is held and differs in the clip too.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.attempt.attempt import Ask, Progress
from prehensile.control.attempt.different import all_different, expected_way
from prehensile.control.attempt.job import LiftJob, job_of
from prehensile.control.attempt.like_example import play_rehearsed
from prehensile.control.attempt.rehearsal import rehearse
from prehensile.control.attempt.which_styles import styles_for
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import STYLES, load_style
from prehensile.control.grasp import asked, grasp
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On, stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.errors import InputError, SimulationError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.quality.judge.way_taken import Way, way_taken
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object

MOST = 12
"""Ways that can be asked for"""
POOL = 10
"""Different candidates of each style that are looked at"""
REHEARSED = 3
"""Candidates rehearsed at most, over the ways that are asked for"""
NEXT_STYLE = 0.5
"""Points that a style is behind the one before it"""


class _Choice(NamedTuple):
    """One candidate, of one style."""

    score: float
    style: GraspStyle
    candidate: Candidate


def ways(
    obj: str | Path | Object,
    hand: str | Hand = "right",
    n: int = 6,
    progress: Progress | None = None,
    **how: Any,
) -> list[Clip]:
    """Clips of ``n`` different ways to take an object, or of as many as were found; the first is
    what `grasp` would do. ``clip.meta["way"]`` is its number, from 1.

    Args:
        obj: as `grasp` takes it.
        hand: as `grasp` takes it.
        n: how many; the first of more are the same.
        progress: called with (ways found, ways asked for).
        how: what else `grasp` takes.

    Raises:
        InputError: a number that cannot be, and what `grasp` refuses.
    """
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST:
        raise InputError(f"ways is {n!r}; give a whole number from 1 to {MOST}.")
    thing = obj if isinstance(obj, Object) else load_object(obj)
    the_hand = hand if isinstance(hand, Hand) else parse_hand(hand).build()
    found: list[Clip] = []
    for clip in _different(thing, the_hand, n, how):
        found.append(replace(clip, meta=clip.meta | {"way": len(found) + 1}))
        if progress is not None:
            progress(len(found), n)
        if len(found) == n:
            break
    return found


def _different(obj: Object, hand: Hand, n: int, how: dict[str, Any]) -> Iterator[Clip]:
    """Clips that differ from all before them, best first."""
    first = grasp(obj, hand, **how)
    yield first
    if not isinstance(job_of(obj), LiftJob) or not isinstance(hand.spec, HandSpec):
        return
    ask = asked(**how)
    on: On = first.meta.get("on", "table")
    kept = [way_taken(first, obj.name)]
    tried = 0
    for choice in _choices(obj, hand, ask, on, how.get("example")):
        if tried >= REHEARSED * MOST:
            return
        if not _expected(choice, obj, kept):
            continue
        tried += 1
        clip = _played(choice, obj, hand, ask, on)
        if clip is None:
            continue
        way = way_taken(clip, obj.name)
        if all(way.differs(other) for other in kept):
            kept.append(way)
            yield clip


def _choices(obj: Object, hand: Hand, ask: Ask, on: On, example: Any) -> list[_Choice]:
    """Candidates of all styles that suit, the best first."""
    T = se3.from_pose7(stand_pose(obj))
    found: list[_Choice] = []
    styles = styles_for(obj, example, ask.wishes)
    if example is None and ask.wishes.pose is None and ask.wishes.fingers is None:
        styles += _others(styles, obj)
    for k, style in enumerate(styles):
        mine = style.on(hand)
        rng = np.random.default_rng(ask.seed)
        pick = partial(_picked, mine, T[:3, :3])
        for c in style_candidates(mine, hand, obj, T, rng, POOL, on, wishes=ask.wishes, pick=pick):
            found.append(_Choice(c.score - NEXT_STYLE * k, style, c))
    return sorted(found, key=lambda choice: -choice.score)


def _others(usual: list[GraspStyle], obj: Object) -> list[GraspStyle]:
    """Styles that would not be tried by themselves, and can bear the object."""
    names = {style.name for style in usual}
    others = [load_style(name) for name in STYLES if name not in names]
    return [style for style in others if obj.mass <= style.heaviest]


def _picked(style: GraspStyle, R: np.ndarray, found: list[Candidate], most: int) -> list[Candidate]:
    return all_different([(c, expected_way(c, style.fingers, R)) for c in found], most)


def _expected(choice: _Choice, obj: Object, kept: list[Way]) -> bool:
    """Whether a candidate promises another way than those that there are, digits aside: which of
    them press is known only when it is played.
    """
    R = se3.from_pose7(stand_pose(obj))[:3, :3]
    way = expected_way(choice.candidate, choice.style.fingers, R)
    alike = [_with_digits_of(way, other) for other in kept]
    return all(one.differs(other) for one, other in zip(alike, kept, strict=True)) or not any(
        set(choice.style.fingers) == set(other.pressing) for other in kept
    )


def _with_digits_of(way: Way, other: Way) -> Way:
    """A way with another's digits."""
    return way._replace(pressing=other.pressing)


def _played(choice: _Choice, obj: Object, hand: Hand, ask: Ask, on: On) -> Clip | None:
    """A candidate rehearsed and played; None if it does not hold as it was wanted."""
    mine, job = choice.style.on(hand), job_of(obj)
    assert isinstance(job, LiftJob)
    grip = job.grip_for(choice.candidate.need) if ask.grip is None else ask.grip
    sought = Sought(obj, ask.wishes)
    went = rehearse(obj, hand, mine, choice.candidate, grip, on, ask.tuning, sought)
    if went is None or not (went.steady and went.asked):
        return None
    try:
        attempt = play_rehearsed(choice.style, obj, hand, ask, on, [(went, choice.candidate)])
    except SimulationError:
        return None
    return attempt.clip if attempt.settled else None
