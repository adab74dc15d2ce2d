"""One way of grasping, played through the physics to its end and judged."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.attempt.cost import cpu_seconds, note_held, note_play
from prehensile.control.attempt.job import Judged, job_of
from prehensile.control.attempt.onlooker import onlooker
from prehensile.control.attempt.play import Play
from prehensile.control.attempt.wished import and_wishes, met_wishes, served
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.sought import Sought
from prehensile.control.place.wishes import NO_WISHES, Wishes
from prehensile.errors import SimulationError
from prehensile.motion.clip import Clip
from prehensile.world.objects.object import Object
from prehensile.world.recorder import Recorder

HOLD_SECONDS = 3.0
"""[s] that a lifted object is held"""
PRESSES = 0.05
"""[N] from which a digit counts as pressing"""
Progress = Callable[[int, int], None]
"""Called with (ways tried, ways at most)."""
Tell = Callable[[str], None]
"""Told in words how far it is, and what is best so far."""


class Tuning(NamedTuple):
    """What an animator may set of the paper's numbers; for the example."""

    alpha: float = 0.0
    """α of (15) and (16): how much firmer than the example"""
    strength: float | None = None
    """times the published gains; what suits the grip if None"""
    reach: tuple[float, float] | None = None
    """[m] D1 and D2 of Table 1: how near the object the hand is open, and begins to open"""
    reflex: bool = False
    """whether what slips in the hand is gripped harder, `SlipReflex`"""


PLAIN = Tuning()
"""As the example and Table 1 have it."""


class Ask(NamedTuple):
    """What is asked of a grasp, whoever carries it out."""

    grip: float | None = None
    """[N] sum of normal forces; three times what friction needs if None"""
    seed: int = 0
    """same seed, same clip"""
    tries: int = 12
    """half of how many ways are rehearsed in simulation at most"""
    shake: bool = False
    """shake it after the lift"""
    put: np.ndarray | None = None
    """(3,) [m] from where the object stood to where it is put down; None: it stays in the air"""
    progress: Progress | None = None
    """called with (ways tried, ways at most)"""
    tuning: Tuning = PLAIN
    """the animator's numbers"""
    hold: float = HOLD_SECONDS
    """[s] in the air, lifted and still"""
    wishes: Wishes = NO_WISHES
    """where, from where, with which digits and what for"""
    tell: Tell | None = None
    """told how many ways were tried, and which is the best so far"""


DEFAULT_ASK = Ask()
"""A grip that suits the object; it stays in the air."""


@dataclass(frozen=True)
class Attempt:
    """One candidate played through the physics."""

    candidate: Candidate
    clip: Clip
    judged: Judged
    met: bool = True
    """whether everything that was wanted of place and way is met"""

    @property
    def settled(self) -> bool:
        """Whether nothing better need be looked for: it was held, as it was wanted."""
        return self.judged.half_done and self.met

    @property
    def managed(self) -> bool:
        """Whether the job was done, by its own verdict."""
        return self.judged.verdict.ok

    @property
    def human(self) -> bool:
        """Whether it looks as a person does it, by the rubric."""
        looks = self.judged.verdict.figures.get("looks human")
        return looks is not None and looks.value > 0


def played(
    play: Play[Any],
    obj: Object,
    candidate: Candidate,
    about: dict[str, Any],
    sought: Sought | None = None,
    hopeless: Callable[[], bool] | None = None,
) -> Attempt | None:
    """Play one candidate and see whether it does what was sought; None if the simulation blew up.

    With ``hopeless`` it is a rehearsal: not counted as a play, and None once there is no hope.
    """
    recorder, began, somebody = Recorder(play.world), cpu_seconds(), onlooker()
    try:
        while not play.finished:
            recorder.add(play.step())
            if somebody is not None:
                somebody.step(play.world)
            if hopeless is not None and hopeless():
                return None
    except SimulationError:
        return None
    job = job_of(obj)
    meta: dict[str, Any] = about | {
        "job": job.name,
        "object": obj.name,
        "pose": candidate.pose,
        "phases": play.controller.spans(),
        "let_go_at": play.controller.let_go_at,
        "put": play.controller.put,
    }
    if hopeless is None:
        note_play(meta, began)
    clip = recorder.clip(meta)
    judged = job.judge(clip)
    if hopeless is None:
        note_held(judged.half_done)
    met = {} if sought is None else met_wishes(clip, obj.name, sought)
    said = met if sought is None else met | served(clip, obj, sought.wishes)
    if said:
        judged = judged._replace(verdict=and_wishes(judged.verdict, said))
    if met:
        meta = {"wishes": {name: one.ok for name, one in met.items()}}
        clip = replace(clip, meta=clip.meta | meta)
    clip = replace(clip, meta=clip.meta | judged.verdict.to_meta())
    attempt = Attempt(candidate, clip, judged, all(one.ok for one in met.values()))
    if somebody is not None:
        somebody.played(attempt)
    return attempt


def rank(attempt: Attempt) -> tuple[bool, bool, bool, float, bool, float]:
    """What is held as it was wanted first; managed, then the main part of it, then how far, then as
    a person does it; then what was promised, a full hand and a still object.
    """
    force = attempt.clip.finger_force[attempt.clip.last_frame_of("hold"), 0]
    digits = int((force > PRESSES).sum())
    merit = attempt.candidate.score + 0.5 * digits - attempt.judged.unrest
    done = attempt.judged
    far = attempt.settled, attempt.managed, done.half_done, done.progress
    return *far, attempt.human, merit


def better(one: Attempt | None, other: Attempt | None) -> Attempt | None:
    """The one that ranks higher; the first if they are equal."""
    if one is None or other is None:
        return one or other
    return other if rank(other) > rank(one) else one


def all_blew_up(obj: Object) -> SimulationError:
    """What to say when no way of grasping was stable."""
    return SimulationError(f"every way of grasping {obj.name!r} made the simulation blow up.")


def no_fit(obj: Object, whose: str) -> str:
    """What to say when there is no way to lay a hand against an object."""
    return (
        f"no pose {whose} fits {obj.name!r} ({_size(obj)}): it is too large or too small "
        "for this hand, or no finger gets round it."
    )


def _size(obj: Object) -> str:
    return " × ".join(f"{v * 100:.0f}" for v in obj.extents) + " cm"
