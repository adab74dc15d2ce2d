"""Why something was dropped: the grip there was, and the grip it would have taken."""

from typing import NamedTuple

import numpy as np

from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.quality.judge.touches import ELSEWHERE, hand_contacts
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.hertz_patch import PAD_TORSION
from prehensile.quality.measure.smallest_grip import smallest_grip
from prehensile.quality.measure.support import CONE_SIDES, LEVER, grip_support

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
    """[N] least sum of normal forces with which these contacts can bear the weight; infinite where
    none can"""


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
    weight, friction = facts["mass"] * GRAVITY, float(facts["friction"])
    needed = np.inf
    if mine.any() and friction > 0 and weight > 0:
        wrenches = contact_wrenches(
            c.pos[mine], c.normal[mine], friction, _com(clip, body, k), LEVER,
            sides=CONE_SIDES, torsion=PAD_TORSION,
        )  # fmt: skip
        needed = smallest_grip(wrenches, [0, 0, -weight, 0, 0, 0]).total
    return GripAtLift(k, mine, force, weight, needed)


def explain_drop(clip: Clip, body: str) -> str:
    """One line: needed against available grip just before the lift, and the weakest direction.

    Args:
        clip: as `grip_at_lift` takes it.
        body: what was dropped.
    """
    grip = grip_at_lift(clip, body)
    if not grip.contacts.any():
        return "no finger pressed on it when the arm began to move: the hand closed beside it"
    friction = float(clip.meta["bodies"][body]["friction"])
    if friction <= 0:
        return "nothing rubs on it: without friction no fingers carry it"
    c, mine, com = clip.contacts, grip.contacts, _com(clip, body, grip.frame)
    support = grip_support(
        c.pos[mine], c.normal[mine], grip.force, friction, com, torsion=PAD_TORSION
    )
    weakest = support.weakest
    had = f"had {grip.force.sum():.1f} N"
    if np.isfinite(grip.needed):
        had = f"grip needed at least {grip.needed:.1f} N, {had}"
    else:
        had = f"no grip is enough where the fingers were, {had}"
    return (
        f"{had}; it could bear {support.available['down']:.1f} N downwards of {grip.weight:.1f} N "
        f"weight; weakest direction: {weakest} ({support.available[weakest]:.1f} N)"
    )


def drop_advice(clip: Clip, body: str) -> str:
    """What to do about a drop; empty for a clip that does not say what the object weighs."""
    facts = clip.meta.get("bodies", {}).get(body, {})
    if not {"mass", "friction"} <= facts.keys():
        return ""
    grip = grip_at_lift(clip, body)
    enough, had = SAFETY * grip.needed, float(grip.force.sum())
    if not np.isfinite(enough) or had >= enough:
        return ELSEWHERE
    return f"grip harder: with {enough:.0f} N or more; it was gripped with {had:.1f} N"


def _com(clip: Clip, body: str, k: int) -> np.ndarray:
    """(3,) [m] centre of mass in a frame, world; the middle of the vertices if nobody noted it."""
    track = clip.body(body)
    com = clip.meta["bodies"][body].get("com", track.vertices.mean(axis=0).tolist())
    return se3.apply(se3.from_pose7(track.pose[k]), np.array(com, dtype=float))
