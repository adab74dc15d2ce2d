"""Was the new object held? `judge_kept`, from when it left what it stood on until it touched down.

`judge_held` asks for 12 cm and 2 s in the air. How high and how long is the captured motion's to
say here: judged is the longest time in which nothing but the hand touched the object, by the same
limits of slip, turning, depth and pressing, and the hand must have carried it 2 cm.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.motion.clip import Clip
from prehensile.quality.judge.kept import HARDER, LOST, NEARER, Kept, judge_kept, lift_off
from prehensile.quality.judge.touches import ELSEWHERE as MISSED
from prehensile.quality.judge.touches import GENTLER, Failure, Touches, touches
from prehensile.quality.judge.turned import SLIPPED, judge_turned
from prehensile.world.scene import ObjectInScene

TIGHTER = "take --reflex, a lighter object or a rougher one"
"""Advice to a hand whose springs do not press enough."""
ELSEWHERE = "put the object where the fingers close, with --at"
"""Advice to a hand that closes beside it."""
SOFTER = "leave --reflex out, take --warp, or a softer hand with --compliance"
"""Advice to a hand that presses too much."""
ADVICE = {HARDER: TIGHTER, SLIPPED: TIGHTER, NEARER: ELSEWHERE, MISSED: ELSEWHERE, GENTLER: SOFTER}
"""What judges say to a controller → what can be done here"""


def judged(clip: Clip, objects: Sequence[ObjectInScene]) -> Clip:
    """The clip with a verdict on the first of its objects that can move; as it is if none can.

    What is free is held or not; what hangs on a hinge is turned or not.
    """
    for o in objects:
        if o.moves == "freely":
            return replace(clip, meta={**clip.meta, **judge_played(clip, o.name).verdict.to_meta()})
        if o.moves == "hinge":
            turned = judge_turned(clip, o.name)
            told = replace(turned, failure=_advised(turned.failure))
            return replace(clip, meta={**clip.meta, **told.verdict.to_meta()})
    return clip


def judge_played(clip: Clip, body: str) -> Kept:
    """Judge what was made of a captured motion.

    Args:
        clip: with its contacts and ``meta["bodies"]``, as `judge_kept` takes it.
        body: the object's name.

    Raises:
        UnknownNameError: the clip has no such body.
        InputError: it has no hand.
    """
    touch = touches(clip, body, clip.hands[0].name)
    begin, end = _in_the_air(clip, body, touch)
    found = judge_kept(clip, body, begin, end)
    if not touch.hand:
        return replace(found, failure=Failure("the hand never touched it", ELSEWHERE))
    if end - begin <= LOST:
        return replace(found, failure=Failure("it never left what it stands on", TIGHTER))
    if found.failure.advice == NEARER:  # not while it was in the air, but before
        return replace(found, failure=Failure("it was pushed off what it stood on", ELSEWHERE))
    return replace(found, failure=_advised(found.failure))


def _advised(failure: Failure) -> Failure:
    return Failure(failure.reason, ADVICE.get(failure.advice, failure.advice))


def _in_the_air(clip: Clip, body: str, touch: Touches) -> tuple[float, float]:
    """[s] the longest time without a touch of anything but the hand; no time at all if none."""
    first, last = float(clip.time[0]), float(clip.time[-1])
    stood = clip.time[sorted({k for k, _ in touch.others})]
    gaps = np.diff([first, *stood, last]) if len(stood) else np.array([last - first])
    if gaps.max(initial=0.0) <= LOST:
        return first, first
    begin = lift_off(clip, body, first, last)
    after = stood[stood > begin + 1e-9]
    return begin, float(after[0]) if len(after) else last
