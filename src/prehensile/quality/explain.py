"""Why something was dropped: the grip there was, and the grip it would have taken."""

import numpy as np

from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.quality.support import grip_support
from prehensile.quality.touches import hand_contacts

GRAVITY = 9.81


def explain_drop(clip: Clip, body: str) -> str:
    """One line: needed against available grip just before the lift, and the weakest direction.

    Args:
        clip: of the grasp job; ``meta["phases"]`` says when the squeeze ended.
        body: what was dropped.
    """
    facts = clip.meta["bodies"][body]
    ends = [end for name, _, end in clip.meta.get("phases", []) if name == "squeeze"]
    k = int(np.searchsorted(clip.time, ends[0] if ends else clip.time[-1])) - 1
    mask, frame = hand_contacts(clip, body, clip.hands[0].name)
    c, mine = clip.contacts, mask & (frame == max(k, 0))
    if not mine.any():
        return "no finger pressed on it when the arm began to move: the hand closed beside it"
    normal_force = np.einsum("ni,ni->n", c.force[mine], c.normal[mine])
    com = se3.apply(se3.from_pose7(clip.body(body).pose[k]), np.array(facts["com"]))
    support = grip_support(c.pos[mine], c.normal[mine], normal_force, float(facts["friction"]), com)
    weight = facts["mass"] * GRAVITY
    needed = weight / facts["friction"]
    weakest = support.weakest
    return (
        f"grip needed at least {needed:.1f} N, had {normal_force.sum():.1f} N; it could bear "
        f"{support.available['down']:.1f} N downwards of {weight:.1f} N weight; weakest direction: "
        f"{weakest} ({support.available[weakest]:.1f} N)"
    )
