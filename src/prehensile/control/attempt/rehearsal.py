"""`Rehearsal`: what a quick try of a placement showed."""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.candidate import Candidate

EXCUSED = 1
"""Items out of bounds with which a thing is still rather taken by its handle than elsewhere"""


class Rehearsal(NamedTuple):
    """What a rehearsal showed of a placement."""

    steady: bool
    """whether the object stayed where it was in the shaken hand, and no finger sank into it"""
    asked: bool
    """whether it presses where it was wanted, and not where not"""
    outside: bool
    """whether no fingertip is in a hollow: nobody holds a cup by a thumb in the tea if there is
    another way"""
    merit: float
    """for comparing: what was promised, more digits, no faults, less slip and sag"""
    faults: tuple[str, ...] = ()
    """items of the rubric that are out of bounds"""
    lifted: bool = True
    """whether it was lifted, and did not fall"""
    serves: bool = True
    """whether it presses where people would for what the thing is taken for: on its handle"""
    missed: float = 0.0
    """how far from serving, by `Preferred.misses`; 0 where it does"""
    pressing: tuple[str, ...] = ()
    """digits that pressed on it at the end, thumb to little"""
    middle: tuple[float, ...] = ()
    """(3) [m] of what was pressed at the end, object frame; empty where nothing was"""
    off: float = np.inf
    """how far from lying still where it should: what moved, turned, sank in, pressed most or lies
    off the handle, over its bound"""
    pushed: tuple[float, ...] = ()
    """(7) where the closing hand pushed it to before it rose, xyz [m] and wxyz in the frame of
    where it stood free; empty where nobody knows"""

    @property
    def as_used(self) -> bool:
        """Whether it serves, and looks well enough for that to count."""
        return self.serves and len(self.faults) <= EXCUSED

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, bool, float]:
        """For sorting: what would be held first, as it is wanted, where and as people take it."""
        looks = self.as_used, self.outside, not self.faults
        return self.steady, self.asked, *looks, self.merit

    @property
    def human(self) -> bool:
        """Whether it would be held, and look as a person does it."""
        return self.steady and self.outside and not self.faults

    @property
    def would_do(self) -> bool:
        """Whether it would also be as it was wanted, and where people take the thing."""
        return self.human and self.asked and self.serves


Went = tuple[Rehearsal, Candidate]
"""How a placement went, and which."""
Rehearsed = list[Went]
"""Several of them, best first."""
