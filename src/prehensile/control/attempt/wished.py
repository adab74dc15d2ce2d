"""Whether a played clip meets what someone wanted, and the words for it."""

from dataclasses import replace

import numpy as np

from prehensile.control.place.sought import WITHIN, Met, Sought
from prehensile.hand.description import hand_from_json
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.came_from import came_from, degrees_between
from prehensile.quality.judge.grip_forces import grip_forces
from prehensile.quality.judge.likeness import middle_of_hold

UNITS = {"where": "mm", "avoid": "N", "approach": "°"}
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
