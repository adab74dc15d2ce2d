"""How fast things creep that are held as a user would by default: first draws, all counted."""

from collections.abc import Sequence

import numpy as np

from prehensile.bench.control.on_table import random_thing
from prehensile.control.grasp import grasp
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.quality.judge.creep import creep_rate
from prehensile.quality.judge.held import judge_held
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object

CREEP_FIGURES = {
    "creep_default_um_s_median": "at most 0.5: catalogue and primitives grasped by default, over "
    "a minute of holding, from when the grip is no longer trimmed; what is dropped counts as ∞",
    "creep_default_um_s_p90": "at most 3",
}
PRIMITIVES = 5
FIRST = 200
"""Index of the first primitive in the draw."""
TRIMMED = 5.0
"""[s] of the hold until the grip is left alone: the trim ends in the first of them"""
SECONDS = 60.0


def things(seed: int, named: Sequence[str]) -> list[tuple[str, int, int]]:
    """Name, seed and index of everything held: names of the catalogue, then primitives."""
    drawn = [("", seed, FIRST + k) for k in range(PRIMITIVES)]
    return [*((name, 0, 0) for name in named), *drawn]


def measure_creep(thing: tuple[str, int, int]) -> float:
    """[m/s] of one of `things`; infinite if it was not held."""
    name, seed, index = thing
    obj, side = (load_object(name), "right") if name else random_thing(seed, index)
    return creep_of(obj, parse_hand(side).build())


def creep_of(obj: Object, hand: Hand) -> float:
    """[m/s] of one thing; infinite if it was not held."""
    try:
        clip = grasp(obj, hand, hold=TRIMMED + SECONDS)
    except PrehensileError:
        return np.inf
    return crept(clip, obj) if judge_held(clip, obj.name).held else np.inf


def crept(clip: Clip, obj: Object) -> float:
    """[m/s] of the object in the palm, over the end of the hold."""
    begin, end = next((b, e) for phase, b, e in clip.meta["phases"] if phase == "hold")
    k = np.searchsorted(clip.time, [begin + TRIMMED, end]) - 1
    track = clip.hands[0]
    T_palm = palm_transform(
        hand_of(track), angles_of(track)[k], se3.from_pose7(track.T_world_forearm[k])
    )
    in_palm = se3.inverse(T_palm) @ se3.from_pose7(clip.body(obj.name).pose[k])
    return creep_rate(in_palm[0], in_palm[1], obj.com, float(np.ptp(clip.time[k]))).linear


def figures(rates: Sequence[float]) -> dict[str, float]:
    """`CREEP_FIGURES` of creep rates [m/s]."""
    ranked = 1e6 * np.sort(rates)
    at = [ranked[int(np.ceil(share * len(ranked))) - 1] for share in (0.5, 0.9)]
    return dict(zip(CREEP_FIGURES, map(float, at), strict=True))
