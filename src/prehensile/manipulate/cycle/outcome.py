"""What cycles came to, and the seam behind which they are simulated."""

from typing import NamedTuple, Protocol

import numpy as np

from prehensile.manipulate.configuration import TERMS, Configuration
from prehensile.manipulate.cycle.terms import value_lost
from prehensile.manipulate.states import States

FATAL = 1e3
"""added to the objective of what was lost, or blew up: worse than anything that happened to it"""


class Outcomes(NamedTuple):
    """Of N cycles."""

    terms: np.ndarray
    """(N, T) columns as `TERMS`, neither weighted nor scaled; V's is zero: learning knows it"""
    end: States
    """after release"""
    durations: np.ndarray
    """(N, 3) [s] of the phases"""
    quality: np.ndarray
    """(N, 2) at the end of the approach, and the mean while actuating"""
    progress: np.ndarray
    """(N, 3) what each phase added to the reward"""
    lost: np.ndarray
    """(N,) bool: the thing is out of the hand's reach"""
    dead: np.ndarray
    """(N,) bool: the simulation blew up; ``end`` is its last good state"""


class Evaluator(Protocol):
    """Simulates cycles: threads here, other machines behind the same call."""

    def cycles(self, starts: States, actions: np.ndarray) -> Outcomes:
        """One cycle a row, from its own start and action (N, 3, m) alone, whatever the batch."""
        ...


def objective(c: Configuration, outcomes: Outcomes, value: np.ndarray) -> np.ndarray:
    """(N,) L_0 + L_1 + L_2 + L_g, to be made small (3.3.2).

    Args:
        c: weights and scales.
        outcomes: of the cycles.
        value: (N,) V(s′)
    """
    terms = outcomes.terms.copy()
    terms[:, TERMS.index("V")] = value_lost(value)
    weight = np.array([c.weights[term] * c.scales[term] for term in TERMS])
    return terms @ weight + FATAL * (outcomes.lost | outcomes.dead)
