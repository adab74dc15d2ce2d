"""What an estimation of joint compliances believes, and what it looks at."""

from dataclasses import dataclass
from typing import Literal

from prehensile.errors import InputError

SHORTEST_S, LONGEST_S = 0.05, 2.0
"""[s] of a window after a contact"""


@dataclass(frozen=True)
class Options:
    """What is believed beforehand; each can be switched off."""

    inertia: bool = True
    """the hand has its masses; massless as in the thesis if not"""
    prior: float = 1.0
    """standard deviation of log c about the thesis's tables; 0 for no prior"""
    moves: bool = True
    """references are moves of minimum jerk and more; parabolas and more if not"""
    neighbours: bool = True
    """a neighbour that lands in between leaves out the joints that both digits share"""
    releases: bool = False
    """the ends of touches tell too, not only their beginnings"""
    window: float | Literal["auto"] | None = None
    """[s] after the end of a touch's vibration, or chosen by the data; None for the usual"""
    force_law: bool = False
    """stiffness may grow with planned force (Hajian 1997)"""
    coupling: float = 0.0
    """standard deviation of correlations between joints about none; 0 for a diagonal compliance"""


USUAL = Options()


def parsed_window(words: str | None) -> float | Literal["auto"] | None:
    """Seconds after a contact as somebody wrote them, or ``auto``; None where nobody did.

    Raises:
        InputError: neither, or too short or long to tell anything.
    """
    if words is None or words == "auto":
        return words
    try:
        seconds = float(words)
    except ValueError:
        seconds = 0.0
    if not SHORTEST_S <= seconds <= LONGEST_S:
        raise InputError(
            f"a window is auto or {SHORTEST_S:g} to {LONGEST_S:g} seconds, got {words!r}."
        )
    return seconds
