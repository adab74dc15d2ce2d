"""A task without physics: a wheel that a cycle turns by what its middle target says, at most a
little at a time, if the hand was let go at the right place before. Optimal values are known.
"""

from dataclasses import dataclass, replace

import numpy as np

from prehensile.manipulate.configuration import TERMS, Configuration
from prehensile.manipulate.cycle.outcome import Outcomes
from prehensile.manipulate.features import Block, Layout
from prehensile.manipulate.states import States

MOST = 0.5
"""[rad] of a cycle from the best hand pose"""


LAYOUT = Layout([Block("q", 1), Block("turn", 1)])


@dataclass(frozen=True)
class Ratchet:
    configuration: Configuration
    name: str = "ratchet"
    layout: Layout = LAYOUT
    examples = np.zeros((1, 3, 2))

    def features(self, states):
        return np.concatenate([states.q, states.thing - states.goal], axis=1)

    def reward(self, states):
        return -np.abs(states.thing - states.goal)[:, 0]

    def reached(self, states):
        return self.reward(states) > -self.configuration.near

    def carried(self, starts, ends, states):
        return replace(ends, thing=states.thing + ends.thing - starts.thing, goal=states.goal)

    def starts(self, count, rng):
        zero = np.zeros((count, 1))
        return States(
            rng.uniform(-1, 1, (count, 1)), zero, rng.uniform(-2, 2, (count, 1)), zero, zero
        )


class Turned:
    """Behind the seam: a cycle turns towards its target, the less the farther the hand is off."""

    def __init__(self, task):
        self.task, self.rows = task, 0

    def cycles(self, starts, actions):
        self.rows += len(starts)
        able = MOST * np.exp(-(starts.q**2))
        turned = np.clip(actions[:, 1, :1], -able, able)
        end = States(actions[:, 2, :1], starts.qd, starts.thing + turned, starts.rate, starts.goal)
        terms = np.zeros((len(starts), len(TERMS)))
        terms[:, TERMS.index("theta")] = -self.task.reward(end)
        no = np.zeros(len(starts), bool)
        return Outcomes(
            terms, end, np.ones((len(starts), 3)), np.ones((len(starts), 2)),
            np.zeros((len(starts), 3)), np.abs(end.q[:, 0]) > 3, no,
        )  # fmt: skip
