"""What became of a thing that a captured hand meets, in plain words."""

from typing import NamedTuple

import numpy as np

from prehensile.motion.verdict import Figure, Verdict

STAYS = 0.1
"""share of it below which a thing has stayed where it was"""
SLIDES = 0.005
"""[m/s] of slip in a grip that does not last"""
FELT = 0.05
"""[N] of a finger that takes part"""
FIRMER = "Less mass, more friction or a stiffer hand."


class Met(NamedTuple):
    """How a thing fares while the hand is up."""

    name: str
    rise: float
    """[m] of the hand; 0 where the clip does not lift"""
    lift: float
    """[m] of the thing now"""
    highest: float
    """[m] that it was up to now"""
    force: np.ndarray
    """(6,) [N] thumb to little and palm"""
    slip: float
    """[m/s] the fastest contact of the hand"""
    touched: bool
    """whether the hand has touched it at all"""
    rests: bool
    """whether it stands on something"""


def picked_up_verdict(met: Met) -> Verdict:
    """``Held: the apple is 31 mm up, in thumb and 3 fingers.``"""
    ok, line, advice = _said(met)
    return Verdict(
        ok,
        line,
        reason="" if ok else line.partition(":")[0].lower(),
        advice=advice,
        figures={
            "lifted": Figure(1e3 * met.lift, "mm"),
            "hand rose": Figure(1e3 * met.rise, "mm"),
            "thumb": Figure(float(met.force[0]), "N"),
            "fingers": Figure(float(met.force[1:5].sum()), "N"),
            "slip": Figure(1e3 * met.slip, "mm/s"),
        },
    )


def _said(met: Met) -> tuple[bool, str, str]:
    """Whether it went well, all of it, and what to do."""
    grip, name = _grip(met.force), met.name
    if not met.touched:
        return False, f"Not touched: the hand passes the {name}.", "Try one as wide as the box."
    if not met.rise:
        return True, f"Touched: the {name} is pressed by {met.force.sum():.1f} N.", ""
    if grip and not met.rests:
        if met.slip > SLIDES:
            return False, f"Slipping: the {name} slides by {1e3 * met.slip:.0f} mm/s.", FIRMER
        return True, f"Held: the {name} is {1e3 * met.lift:.0f} mm up, in {grip}.", ""
    if met.highest < STAYS * met.rise:
        return False, f"Too heavy: the {name} stays where it stood.", FIRMER
    if grip:
        return False, f"Too heavy: the {name} came down again.", FIRMER
    return False, f"Slipped out: the {name} came {1e3 * met.highest:.0f} mm up.", FIRMER


def _grip(force: np.ndarray) -> str:
    """Which digits press: ``thumb and 3 fingers``."""
    count = int((force[1:5] > FELT).sum())
    fingers = f"{count} finger{'s' if count > 1 else ''}" if count else ""
    parts = ["thumb" if force[0] > FELT else "", fingers, "palm" if force[5] > FELT else ""]
    return " and ".join(part for part in parts if part)
