"""Which grasp a person wants of the Stage's hand, and what a planner finds for it."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.by_sequence import best_attempt, find_candidates
from prehensile.control.attempt.job import default_grip
from prehensile.control.attempt.onlooker import looked_on_by
from prehensile.control.example.style import load_style
from prehensile.control.grasp import CONTROLLERS
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On
from prehensile.control.place.wishes import Wishes
from prehensile.control.ways import ways
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.stage.messages import Vec3
from prehensile.stage.shows.tries import Tries
from prehensile.world.objects.object import Object

MOST_WAYS = 6
"""that can be chosen from"""


@dataclass(frozen=True)
class WantedGrasp:
    """What is wanted; the same is planned once."""

    object: str
    hand: str
    controller: str
    example: str | None = None
    """a style by its name or file; None: what suits the object"""
    where: Vec3 | None = None
    """[m] object frame; None: anywhere"""
    way: int = 1
    """which of the ways, by the number that `ways` gives it"""

    def of_way(self, way: int) -> "WantedGrasp":
        """The same, in another way."""
        return replace(self, way=way)


class FoundGrasp(NamedTuple):
    """How it is done."""

    candidate: Candidate
    controller: str
    style: str
    """name or file of the example's; empty for the sequence"""
    on: On
    grip: float
    """[N] sum of normal forces"""
    said: str
    """what the planner's own verdict says of what was wanted; empty if nothing was"""
    met: bool
    """whether all that was wanted is met"""
    fingers: tuple[str, ...] = ()
    """digits that take part, where there is room for some of the style's only; else empty"""


def find_grasps(
    thing: Object, hand: Hand, wanted: WantedGrasp, seed: int, tries: Tries
) -> list[FoundGrasp]:
    """The ways up to the one that is wanted, best first; fewer if there are no more. The same as
    ``prehensile grasp`` finds them, apart from what it does by other controllers than the Stage
    has, and from ``sequence``, of which the first that holds will do.

    Raises:
        PrehensileError: there is no way at all.
    """
    with looked_on_by(tries):
        if wanted.controller == "sequence":
            return [_in_sequence(thing, hand, wanted, seed, tries)]
        clips = _asked(thing, hand, wanted, seed, tries)
        if any(clip.meta["controller"] not in CONTROLLERS for clip in clips):
            # What else the command can do, nobody can tell a live hand step by step.
            clips = _asked(thing, hand, wanted, seed, tries, on="table")
    return [_found(clip, tries.candidate_of(clip), wanted) for clip in clips]


def _asked(
    thing: Object, hand: Hand, wanted: WantedGrasp, seed: int, tries: Tries, **more: Any
) -> list[Clip]:
    """The ways as the command has them; ``more`` of what `grasp` takes."""
    how: dict[str, Any] = {
        "seed": seed,
        "example": None if wanted.example is None else load_style(wanted.example),
        "where": wanted.where,
        "tell": tries.tell,
    }
    return ways(thing, hand, wanted.way, progress=tries.count, **how, **more)


def _in_sequence(
    thing: Object, hand: Hand, wanted: WantedGrasp, seed: int, tries: Tries
) -> FoundGrasp:
    wishes = Wishes(where=wanted.where)
    candidates = find_candidates(thing, hand, seed, wishes=wishes)
    tries.check()
    # One that holds is enough here: nobody waits for the best of four.
    best: Attempt = best_attempt(
        thing,
        hand,
        candidates,
        default_grip(thing),
        seed,
        enough=1,
        progress=lambda done, most: tries.tell(f"{done} of {most} ways tried"),
        sought=Sought(thing, wishes),
    )
    return _found(best.clip, best.candidate, wanted)


def _found(clip: Clip, candidate: Candidate, wanted: WantedGrasp) -> FoundGrasp:
    meta = clip.meta
    controller = str(meta["controller"])
    style = wanted.example or meta["example"] if controller == "example" else ""
    met = all(meta.get("wishes", {}).values())
    _, where, rest = str(meta["verdict"]).partition("where: ")
    said = where + rest
    fingers = tuple(meta.get("fingers", ()))
    fingers = fingers if style and set(fingers) < set(load_style(style).fingers) else ()
    on, newtons = meta["on"], float(meta["grip"])
    return FoundGrasp(candidate, controller, style, on, newtons, said, met, fingers)
