"""The best cycle for some states by CMA-ES, all of them in one batch (3.3.1)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.evolution import evolution
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.cycle.outcome import Evaluator, Outcomes
from prehensile.manipulate.states import States

Score = Callable[[Outcomes], np.ndarray]
"""(N,) of N cycles, the smaller the better"""


class Found(NamedTuple):
    """Of S states."""

    actions: np.ndarray
    """(S, 3, m) the best of what a search began with, ended with, and found on its way"""
    scores: np.ndarray
    """(S,) their means over wobbling starts"""
    shapes: np.ndarray
    """(S, n, n) of the searches' last generations, n = 3m"""


def search(
    c: Configuration,
    evaluator: Evaluator,
    score: Score,
    states: States,
    offered: np.ndarray,
    shapes: np.ndarray,
    seeds: Sequence[int],
) -> Found:
    """Look for the best action of every state.

    Args:
        c: σ, λ and the number of generations.
        evaluator: simulates cycles.
        score: of their outcomes.
        states: S of them.
        offered: (S, C, 3, m) actions of which the best is where the state's search begins.
        shapes: (S, n, n) of its first generation.
        seeds: S of them; a state's search depends on its own alone.
    """
    wobbling = [np.random.default_rng(seed) for seed in seeds]

    def told(tried: np.ndarray) -> np.ndarray:
        """(S, P) scores of actions (S, P, 3, m), each from its own wobbling start."""
        S, P = tried.shape[:2]
        starts = wobbled(states[np.repeat(np.arange(S), P)], c.wobble, wobbling)
        outcomes = evaluator.cycles(starts, tried.reshape(S * P, *tried.shape[2:]))
        return score(outcomes).reshape(S, P)

    each = np.arange(len(states))
    first = offered[each, told(offered).argmin(axis=1)]
    begun = [
        evolution(centre.ravel(), c.spread, None, None, c.population, seed, shape)
        for centre, seed, shape in zip(first, seeds, shapes, strict=True)
    ]
    best, lowest = first, np.full(len(states), np.inf)
    last, middle = shapes, first
    for _ in range(c.generations):
        drawn = [next(one) for one in begun]
        tried = np.stack([one.points for one in drawn]).reshape(len(each), -1, *first.shape[1:])
        last = np.stack([one.shape for one in drawn])
        middle = np.stack([one.centre for one in drawn]).reshape(first.shape)
        values = told(tried)
        for generation, value in zip(drawn, values, strict=True):
            generation.tell(value)
        one = values.argmin(axis=1)
        better = values[each, one] < lowest
        best = np.where(better[:, None, None], tried[each, one], best)
        lowest = np.minimum(lowest, values[each, one])
    ends = np.stack([first, middle, best], axis=1)
    again = told(np.repeat(ends, c.repeats, axis=1)).reshape(len(each), 3, c.repeats).mean(axis=2)
    return Found(ends[each, again.argmin(axis=1)], again.min(axis=1), last)


def wobbled(states: States, most: float, rngs: Sequence[np.random.Generator]) -> States:
    """States with every joint off by up to ``most`` [rad]; each generator's rows follow each other
    (δ(φ) of 3.4.4).
    """
    if not most:
        return states
    n, dof = states.q.shape
    off = np.concatenate([rng.uniform(-most, most, (n // len(rngs), dof)) for rng in rngs])
    return replace(states, q=states.q + off)


def release_reset(shapes: np.ndarray, spread: float) -> np.ndarray:
    """(S, n, n) with the release phase's rows and columns as at the beginning: the value function,
    by which its pose is judged, has changed since (3.3.2).

    Args:
        shapes: (S, n, n)
        spread: of the release, over that of the other phases.
    """
    n = shapes.shape[-1]
    kept = shapes.copy()
    kept[:, 2 * n // 3 :, :] = 0
    kept[:, :, 2 * n // 3 :] = 0
    kept[:, np.arange(2 * n // 3, n), np.arange(2 * n // 3, n)] = spread**2
    return kept
