"""One grasp of the small box, captured in the virtual lab, and played on other things.

Captured means by markers and by resistors under the fingertips, with their errors: the reference is
what they tell (4.14), the softness assumed (Table 5.1). The truth tells no more than when.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.tasks.box import MASS, SIDES, THING
from prehensile.motion.clip import Clip
from prehensile.synthesis.clips.recorded import part_of, recorded_reference
from prehensile.synthesis.clips.scenery import captured_body, room_of
from prehensile.synthesis.resynthesize import Resynthesis, resynthesize
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box

SEED = 0
"""of the lab's session; development"""
GRASPS = 4
"""in it: with two, three, four and five digits"""
FRICTION = 0.5
"""of all things, as in the thesis (5.3)"""
BEFORE = 0.2
"""[s] for which the open hand waits"""
NEAR = 2e-3
"""[m] below the top, from where it counts as lifted"""
EYE = (0.62, 0.78, 0.75)
"""from the hand to the eye: the thumb to the right, the fingers to the left"""
TAPE = (0.86, 0.76, 0.55)
"""colour of masking tape"""


class CapturedGrasp(NamedTuple):
    """What somebody did."""

    clip: Clip
    """the reference, and the box as it moved; from the open hand to the open hand, from 0 s on"""
    held: tuple[float, float]
    """[s] from the end of lifting to the beginning of lowering"""


def captured_grasp(digits: int = 5) -> CapturedGrasp:
    """The session's grasp with so many digits, two to five."""
    reference, plans = _session()
    (plan,) = (plan for plan in plans[:GRASPS] if len(plan["digits"]) == digits)
    cut = part_of(reference, plan["start"] - BEFORE, plan["until"])
    cut = replace(cut, time=cut.time - cut.time[0])
    z = height(cut)
    high = cut.time[z > z.max() - NEAR]
    return CapturedGrasp(cut, (float(high[0]), float(high[-1])))


def small_box(mass: float = MASS) -> Object:
    """The box of Figure 5.5, or one that weighs more [kg]."""
    return box(SIDES, mass, name=THING, friction=(FRICTION, 0.003, 1e-4), color=TAPE)


def played_on(thing: Object, grasp: CapturedGrasp, **options: Any) -> Resynthesis:
    """Its hand, softness assumed, on a thing where the box stood."""
    room = room_of(grasp.clip, thing)
    return resynthesize(grasp.clip, room, **options)


def told_times(grasp: CapturedGrasp) -> list[float]:
    """[s] as it closes, has closed, lifts, and holds"""
    up = grasp.held[0]
    return [up - 2.0, up - 1.35, up - 0.8, up - 0.35, float(np.mean(grasp.held))]


def height(clip: Clip) -> np.ndarray:
    """(T,) [m] by which the clip's first loose body is above where it stood."""
    body = captured_body(clip)
    assert body is not None
    return body.pose[:, 2] - body.pose[0, 2]


@cache
def _session() -> tuple[Clip, Sequence[Mapping[str, Any]]]:
    """The reference of all grasps, and their plans."""
    recording, truth = lab_session("box", SEED, contacts=GRASPS)
    return recorded_reference(recording), truth.plans
