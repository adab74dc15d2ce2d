"""Why something was dropped: the grip there was, and the grip it would have taken."""

from typing import NamedTuple

import numpy as np

from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.quality.measure.support import grip_support
from prehensile.quality.judge.touches import ELSEWHERE, hand_contacts

GRAVITY = 9.81
"""[m/s²]"""
SAFETY = 3.0
"""Times the grip that friction needs at least: enough for fingers that are placed a little badly"""


class GripAtLift(NamedTuple):
    """How something was gripped just before the arm moved."""

    frame: int
    contacts: np.ndarray
    """(N,) bool: which contacts of the clip were between hand and object then"""
    force: np.ndarray
    """[N] of each of these, along its normal"""
    weight: float
    """[N] of the object"""
    needed: float
    """[N] sum of normal forces without which friction cannot bear the weight"""


def grip_at_lift(clip: Clip, body: str) -> GripAtLift:
    """What the hand pressed with when the squeeze ended.

    Args:
        clip: of the grasp job; ``meta["phases"]`` says when the squeeze ended, ``meta["bodies"]``
            what the object weighs and how rough it is.
        body: the object's name.
    """
    facts = clip.meta["bodies"][body]
    k = clip.last_frame_of("squeeze")
    mask, frame = hand_contacts(clip, body, clip.hands[0].name)
    c, mine = clip.contacts, mask & (frame == k)
    force = np.einsum("ni,ni->n", c.force[mine], c.normal[mine])
    weight = facts["mass"] * GRAVITY
    return GripAtLift(k, mine, force, weight, weight / facts["friction"])


def explain_drop(clip: Clip, body: str) -> str:
    """One line: needed against available grip just before the lift, and the weakest direction.

    Args:
        clip: as `grip_at_lift` takes it.
        body: what was dropped.
    """
    grip = grip_at_lift(clip, body)
    if not grip.contacts.any():
        return "no finger pressed on it when the arm began to move: the hand closed beside it"
    facts, c, mine = clip.meta["bodies"][body], clip.contacts, grip.contacts
    com = se3.apply(se3.from_pose7(clip.body(body).pose[grip.frame]), np.array(facts["com"]))
    support = grip_support(c.pos[mine], c.normal[mine], grip.force, float(facts["friction"]), com)
    weakest = support.weakest
    return (
        f"grip needed at least {grip.needed:.1f} N, had {grip.force.sum():.1f} N; it could bear "
        f"{support.available['down']:.1f} N downwards of {grip.weight:.1f} N weight; weakest "
        f"direction: {weakest} ({support.available[weakest]:.1f} N)"
    )


def drop_advice(clip: Clip, body: str) -> str:
    """What to do about a drop; empty for a clip that does not say what the object weighs."""
    facts = clip.meta.get("bodies", {}).get(body, {})
    if not {"mass", "friction"} <= facts.keys():
        return ""
    grip = grip_at_lift(clip, body)
    enough, had = SAFETY * grip.needed, float(grip.force.sum())
    if not grip.contacts.any() or had >= enough:
        return ELSEWHERE
    return f"grip harder: with {enough:.0f} N or more; it was gripped with {had:.1f} N"
