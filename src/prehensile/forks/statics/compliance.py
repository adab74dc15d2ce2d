"""Effective compliance of end effectors, exactly, with the maps that go with it.

One sparse solve of the whole graph gives what (4.7)–(4.19) build link by link: the compliance
between all end effectors, the wrench every joint passes on (4.17) and the twist of every link
(4.19), for loops and ladders as for trees.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.statics.statics import State, Statics, rest_state


@dataclass(frozen=True, eq=False)
class Linearisation:
    """How a mechanism answers small wrenches at its end effectors, in one state.

    Wrenches and twists are in the links' own frames. E is the number of end effectors.
    """

    mechanism: Mechanism
    effectors: tuple[str, ...]
    state: State
    compliance: np.ndarray
    """(6 E, 6 E) twists of the end effectors for wrenches on them"""
    twist_map: np.ndarray
    """(links, 6, 6 E) twists of all links"""
    joint_map: np.ndarray
    """(joints, D, 6 E) joint coordinates"""
    wrench_map: np.ndarray
    """(joints, 6, 6 E) wrench passed on by each joint, in its child's joint frame"""

    @property
    def rows(self) -> np.ndarray:
        """(E,) rows of the end effectors."""
        return self.mechanism.effector_rows(self.effectors)


def linearise(
    mechanism: Mechanism,
    effectors: Sequence[str] | None = None,
    state: State | None = None,
    limits: bool = False,
) -> Linearisation:
    """Exact linear response of a mechanism.

    Args:
        mechanism: any graph.
        effectors: names of the links that are touched, the mechanism's usual ones if left out.
        state: an equilibrium to linearise about; the rest pose if left out.
        limits: whether joints stiffen towards their limits.

    Raises:
        UnknownNameError: an end effector that does not exist.
    """
    names = mechanism.effectors if effectors is None else tuple(effectors)
    rows = mechanism.effector_rows(names)
    state = rest_state(mechanism) if state is None else state
    wrench = np.zeros((len(mechanism.links), 6, 6 * len(rows)))
    for k, row in enumerate(rows):
        wrench[row, :, 6 * k : 6 * k + 6] = np.eye(6)
    twist, theta, force = Statics(mechanism, state, limits).respond(wrench)
    compliance = twist[rows].reshape(6 * len(rows), -1)
    return Linearisation(mechanism, names, state, compliance, twist, theta, force)
