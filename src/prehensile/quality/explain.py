"""Why something was dropped: the grip there was, and the grip it would have taken."""

import numpy as np

from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.quality.support import grip_support

GRAVITY = 9.81


def explain_drop(clip: Clip, body: str) -> str:
    """One line: needed against available grip just before the carry, and the weakest direction.

    Args:
        clip: of the grasp job; ``meta["phases"]`` says when the squeeze ended.
        body: what was dropped.
    """
    facts = clip.meta["bodies"][body]
    ends = [end for name, _, end in clip.meta.get("phases", []) if name == "squeeze"]
    k = int(np.searchsorted(clip.time, ends[0] if ends else clip.time[-1])) - 1
    frame = clip.contacts.frame(max(k, 0))
    names = clip.contacts.names
    hand = np.array([any(n.startswith(f"{h.name}/") for h in clip.hands) for n in names])
    mine = (frame.b == names.index(body)) & hand[frame.a] if body in names else np.zeros(0, bool)
    if not mine.any():
        return "no finger pressed on it when the arm began to move: the hand closed beside it"
    normal_force = np.einsum("ni,ni->n", frame.force[mine], frame.normal[mine])
    com = se3.apply(se3.from_pose7(clip.body(body).pose[k]), np.array(facts["com"]))
    support = grip_support(
        frame.pos[mine], frame.normal[mine], normal_force, float(facts["friction"]), com
    )
    weight = facts["mass"] * GRAVITY
    needed = weight / facts["friction"]
    weakest = support.weakest
    return (
        f"grip needed at least {needed:.1f} N, had {normal_force.sum():.1f} N; it could bear "
        f"{support.available['down']:.1f} N downwards of {weight:.1f} N weight; weakest direction: "
        f"{weakest} ({support.available[weakest]:.1f} N)"
    )
