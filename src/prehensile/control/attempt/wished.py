"""Whether a played clip meets what someone wanted, and the words for it."""

from dataclasses import replace

import numpy as np

from prehensile.control.place.places import prior_of
from prehensile.control.place.preferred import ENOUGH
from prehensile.control.place.sought import WITHIN, Met, Sought
from prehensile.control.place.wishes import Wishes
from prehensile.hand.description import hand_from_json
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.came_from import came_from, degrees_between
from prehensile.quality.judge.grip_forces import grip_forces
from prehensile.quality.judge.likeness import middle_of_hold
from prehensile.world.objects.object import Object

UNITS = {"where": "mm", "avoid": "N", "approach": "°", "for": ""}
"""What a wish is measured by; a named part by the share of the force"""


def met_wishes(clip: Clip, body: str, sought: Sought) -> dict[str, Met]:
    """What a clip makes of the wishes about places and the way in, by the wish's name.

    Contacts are those in the middle of the hold.

    Args:
        clip: with its contacts.
        body: the object's name.
        sought: what was wanted.
    """
    grip = grip_forces(clip, body, middle_of_hold(clip))
    found = sought.met_by(grip.pos, grip.force)
    wanted = sought.wishes.comes_from(hand_from_json(clip.hands[0].model).side)
    if wanted is not None:
        off = degrees_between(came_from(clip), wanted)
        ok = bool(np.cos(np.radians(off)) >= WITHIN)
        found["approach"] = Met(ok, off, f"came {off:.0f}° beside it")
    return found


def served(clip: Clip, obj: Object, wishes: Wishes) -> dict[str, Met]:
    """What a clip makes of the purpose that someone named, as ``for``: by the handle for use, and
    the handle left free for a hand-over. Empty where none was named, or where was.

    These are words for the user: a search does not go on for them, since it ranks by them anyway.

    Args:
        clip: with its contacts.
        obj: what is taken.
        wishes: what was wanted.
    """
    if wishes.purpose not in ("use", "hand-over") or wishes.where is not None:
        return {}
    prior = prior_of(obj, wishes)
    if prior.handle is None:
        return {"for": Met(False, np.inf, "no handle was found on it")}
    grip = grip_forces(clip, obj.name, middle_of_hold(clip))
    if not grip.total > 0:
        return {"for": Met(False, np.inf, "nothing presses")}
    share = prior.share(grip.pos, grip.force)
    ok = share >= ENOUGH if wishes.purpose == "use" else prior.left_free(grip.pos, grip.force)
    return {"for": Met(ok, share, f"{share:.0%} of the force on its handle")}


def and_wishes(verdict: Verdict, met: dict[str, Met]) -> Verdict:
    """The verdict with a word for every wish, and a figure where there is one: a hand that presses
    nothing is no distance away.
    """
    line, figures = verdict.line, dict(verdict.figures)
    for name, one in met.items():
        line += f"; {name}: {'met' if one.ok else f'not met ({one.said})'}"
        share = name == "where" and one.said.count("%")
        if np.isfinite(one.off):
            figures[name] = Figure(one.off, "" if share else UNITS[name])
    return replace(verdict, line=line, figures=figures)
