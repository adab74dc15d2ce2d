"""`resynthesize`: a captured hand plays its reference on another object (Kry 2005, ch. 5)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from prehensile.hand.compliance import HandCompliance
from prehensile.motion.clip import Clip
from prehensile.synthesis.clip_reference import clip_hand, clip_references, told_reference
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.playing import RATE_HZ, Play
from prehensile.synthesis.reflex import ReflexLaw
from prehensile.synthesis.warping.warped_reference import warped_reference
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene, name_objects


class Resynthesis(NamedTuple):
    """What came of it."""

    clip: Clip
    unsolved: tuple[float, ...]
    """[s] of steps for which no forces were found: the last ones acted on"""
    left: str
    """name of the object that left the room, which ended it; empty if none did"""
    inside: float = 0.0
    """[m] that the reference began in an object; the fingers gave way before the first step"""


def resynthesize(
    reference: Clip,
    objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
    compliance: HandCompliance | None = None,
    *,
    floor: bool = True,
    stiffening: float = 0.0,
    reflex: ReflexLaw | None = None,
    warp: Object | ObjectInScene | None = None,
    progress: Callable[[float], None] | None = None,
    **setting: Any,
) -> Resynthesis:
    """Let the clip's first hand, on its springs, meet objects.

    ``clip.verdict`` says whether the first of them that can move was held, or turned.

    Args:
        reference: of `prehensile estimate`, or any clip: its forces then tell the reference.
        objects: where they stand at the beginning; they may be fixed or on a hinge. `room_of` puts
            one where the captured one stood.
        compliance: of the hand; `assumed_compliance` if left out.
        floor: whether there is one, at z = 0.
        stiffening: [1/Nm] share by which torque makes joints stiffer (`StiffeningCompliance`).
        reflex: by which slip is answered with a tighter grip; none if left out.
        warp: what the reference was captured with, where it stood: the reference is opened or
            closed for the first of the objects (`warped_reference`); left as it is otherwise.
        progress: told which share is done.
        setting: ``sides``, ``damping`` and others of `Setting`; joint limits are the hand's.

    Raises:
        InputError: no hand in the clip, a compliance of another hand, options that do not fit,
            objects that begin in one another, too deep in the hand or outside the room.
    """
    hand = clip_hand(reference)
    springs = assumed_compliance(hand) if compliance is None else compliance
    rate = 1 / setting["timestep"] if "timestep" in setting else RATE_HZ
    C = springs.of(hand)
    if warp is not None:
        first = name_objects(objects)[0]
        reference = warped_reference(told_reference(reference, hand, C), warp, first, C)
    steps = clip_references(reference, hand, C, rate)
    play = Play(
        hand, reference.hands[0].name, objects, springs, steps[0],
        floor=floor, stiffening=stiffening, reflex=reflex, **setting,
    )  # fmt: skip
    for k, to in enumerate(steps[1:]):
        play.step(to)
        if play.left:
            break
        if progress is not None and k % 100 == 0:
            progress(k / len(steps))
    return Resynthesis(play.clip(), tuple(play.simulation.unsolved), play.left, play.inside)
