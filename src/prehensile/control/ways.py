"""Several different ways of taking one thing, numbered: the same numbers mean the same grasps.

The first is what `grasp` finds; the others differ from all before them in the place that is
touched, in the side the hand comes from or in the digits that press. What was found is kept: asked
again, the ways are played without planning, and one of them alone by its number.
"""

from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from prehensile.control.attempt.attempt import Ask, Attempt, Progress
from prehensile.control.attempt.job import LiftJob, job_of
from prehensile.control.attempt.kept_plans import exact, plan_key
from prehensile.control.attempt.kept_ways import KeptWays, keep_ways, kept_ways
from prehensile.control.attempt.other_ways import OtherWays
from prehensile.control.attempt.plan import Plan
from prehensile.control.attempt.search import played_again
from prehensile.control.attempt.way_choices import WayChoices
from prehensile.control.attempt.which_styles import styles_for
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import STYLES, load_style
from prehensile.control.grasp import asked, grasp
from prehensile.control.place.stand import On
from prehensile.control.worked_out import work_remembered
from prehensile.errors import InputError, PrehensileError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object

MOST = 12
"""Ways that can be asked for"""
PLANNER = "control.ways"
"""Module whose code, and that of all it uses, finds them"""


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
    _check_number(n)
    request = _Request(obj, hand, how)
    found: list[Clip] = []
    with work_remembered():
        for number in range(1, n + 1):
            clip = request.way(number, n)
            if clip is None:
                break
            found.append(clip)
            if progress is not None:
                progress(len(found), n)
    return found


def one_way(
    obj: str | Path | Object, hand: str | Hand = "right", number: int = 1, **how: Any
) -> Clip | None:
    """One of the `ways` by its number, without playing the others if they were found before; None
    if there are fewer.

    Raises:
        InputError: a number that cannot be, and what `grasp` refuses.
    """
    _check_number(number)
    with work_remembered():
        return _Request(obj, hand, how).way(number, number)


def count_ways(obj: str | Path | Object, hand: str | Hand = "right", n: int = 6, **how: Any) -> int:
    """How many of ``n`` different `ways` there are; none is played if they were found before.

    Raises:
        InputError: a number that cannot be, and what `grasp` refuses.
    """
    _check_number(n)
    with work_remembered():
        return _Request(obj, hand, how).count(n)


def _check_number(n: int) -> None:
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST:
        raise InputError(f"ways is {n!r}; give a whole number from 1 to {MOST}.")


class _Request:
    """What is asked of all ways; arguments as `ways` takes them."""

    def __init__(self, obj: str | Path | Object, hand: str | Hand, how: dict[str, Any]):
        self._object = obj if isinstance(obj, Object) else load_object(obj)
        self._hand = hand if isinstance(hand, Hand) else parse_hand(hand).build()
        self._how = how
        self._found: dict[int, Clip] = {}
        """by number, where they were played already"""
        self._searched = False

    def way(self, number: int, of: int) -> Clip | None:
        """The clip of a number, where as many are wanted; None if there are fewer."""
        clip = self._first() if number == 1 else self._other(number, of)
        return None if clip is None else replace(clip, meta=clip.meta | {"way": number})

    def count(self, of: int) -> int:
        """How many there are, where as many are wanted."""
        if not self._can_differ or of == 1:
            return 1
        known = self._known(of)
        if known is not None:
            return 1 + min(len(known.plans), of - 1)
        self._search(of)
        return len(self._found)

    def _first(self) -> Clip:
        if 1 not in self._found:
            self._found[1] = grasp(self._object, self._hand, **self._how)
        return self._found[1]

    def _other(self, number: int, of: int) -> Clip | None:
        if not self._can_differ:
            return None
        if number not in self._found and not self._searched:
            known = self._known(of)
            if known is not None:
                if len(known.plans) < number - 1:
                    return None
                clip = self._again(known.plans[number - 2])
                if clip is not None:
                    return clip
            self._search(of)
        return self._found.get(number)

    @property
    def _can_differ(self) -> bool:
        """Whether there is another way than one: our own hands lift in several, by examples."""
        lifted = isinstance(job_of(self._object), LiftJob) and isinstance(self._hand.spec, HandSpec)
        by_example = self._how.get("controller") != "sequence"
        by_example = by_example and self._ask.wishes.pose in (None, *STYLES)
        return lifted and by_example and self._how.get("on") != "edge"

    def _known(self, of: int) -> KeptWays | None:
        """Those that were found before, if they tell all of as many as are wanted."""
        known = kept_ways(self._key)
        return known if known is not None and known.suffice(of) else None

    def _search(self, of: int) -> None:
        """Find as many as are wanted, and keep them."""
        first = self._first()
        on: On = "post" if first.meta.get("on") == "post" else "table"
        post = self._how.get("on") is None
        usual, unusual = self._styles
        choices = WayChoices(self._object, self._hand, usual, unusual, self._ask, on)
        found: list[Attempt] = list(islice(OtherWays(choices, first, post), of - 1))
        keep_ways(self._key, found, ended=len(found) < of - 1)
        self._found |= {k: attempt.clip for k, attempt in enumerate(found, 2)}
        self._searched = True

    def _again(self, plan: Plan) -> Clip | None:
        """A way that was found before, played; None if that fails: a plan that fits no more fails
        no command.
        """
        usual, unusual = self._styles
        try:
            attempt = played_again(plan, self._object, self._hand, [*usual, *unusual], self._ask)
        except PrehensileError:
            return None
        if attempt is None:
            return None
        return replace(attempt.clip, meta=attempt.clip.meta | plan.said)

    @cached_property
    def _ask(self) -> Ask:
        return asked(**self._how)

    @cached_property
    def _key(self) -> bytes | None:
        """By which the ways are kept; None if they cannot be."""
        usual, unusual = self._styles
        named = [(style.name, style) for style in (*usual, *unusual)]
        rest = self._how.get("controller"), self._how.get("on"), named, self._ask
        key = plan_key(self._hand, self._object, *rest)
        return None if key is None else exact(key, PLANNER)

    @cached_property
    def _styles(self) -> tuple[list[GraspStyle], list[GraspStyle]]:
        """Those that would be tried by themselves, and others that can bear the object."""
        example, wishes = self._how.get("example"), self._ask.wishes
        usual = styles_for(self._object, example, wishes, self._hand)
        if example is not None or wishes.pose or wishes.fingers:
            return usual, []
        names = {style.name for style in usual}
        others = [load_style(name) for name in STYLES if name not in names]
        return usual, [style for style in others if self._object.mass <= style.heaviest]
