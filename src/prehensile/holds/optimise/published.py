"""The published search: wrist pose and three synergies by CMA-ES (Andrews 2014, 6.2.2)."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from prehensile.evolution import evolution
from prehensile.hand.hand import Hand
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import hanging_rotation, pose7, start_pose
from prehensile.holds.optimise.load import HoldWorlds
from prehensile.holds.optimise.objective import (
    NO_CONTACT,
    Terms,
    alignment_term,
    bounds_term,
    distance_term,
    force_term,
)
from prehensile.holds.optimise.reach import HoldGrasp, between
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3
from prehensile.synergy.posture import PostureBasis, corpus_basis

POSITION = 0.08
"""[m] about where the neutral hand's fingertips would be on the hold, either way"""
ANGLES = np.radians([60.0, 45.0, 30.0])
"""[rad] about the forearm's x, y and z from hanging in line with the pull, either way: the range of
natural wrists"""
SYNERGIES = 3
FINALISTS = 10
"""of the search, which runs with the preset ``fast``, are judged again with ``hold``"""


class PublishedGrasp(NamedTuple):
    """What the search found."""

    grasp: HoldGrasp
    objective: float
    terms: tuple[float, ...]
    """L_d, L_b, L_f, L_a"""
    tried: int


class Parameters:
    """a = (õ, p̃): wrist position and Euler angles, synergy coordinates; and what they mean."""

    def __init__(self, hold: Hold, hand: Hand, direction: np.ndarray, push: bool = False):
        self.basis: PostureBasis = corpus_basis(SYNERGIES)
        self._hand = hand
        self._neutral = _within(hand, hand.transfer(self.basis.posture(np.zeros(SYNERGIES))))
        self._R = hanging_rotation(direction, push)
        tips = pad_positions(hand, self._neutral, se3.from_pose7(pose7(np.zeros(3), self._R)))[0]
        self._middle = hold.grip - tips[1:].mean(axis=0)
        self.low = np.concatenate([np.full(3, -POSITION), -ANGLES, self.basis.lower])
        self.high = np.concatenate([np.full(3, POSITION), ANGLES, self.basis.upper])
        self.start = start_pose(hold, hand, hand.spec.rest)

    @property
    def neutral(self) -> np.ndarray:
        """(dof,) [rad] of the hand on its way to the hold"""
        return self._neutral

    def grasp(self, a: np.ndarray) -> HoldGrasp:
        """The grasps that (n, 9) parameters mean."""
        x, y, z = (so3.exp(a[:, 3 + k, None] * np.eye(3)[k]) for k in range(3))
        forearm = pose7(self._middle + a[:, :3], self._R @ z @ y @ x)
        q = _within(self._hand, self._hand.transfer(self.basis.posture(a[:, 6:])))
        return HoldGrasp(
            forearm,
            q,
            between(np.broadcast_to(self.start, forearm.shape), forearm, 0.5),
            np.broadcast_to(self._neutral, q.shape),
        )


def published_grasp(
    hold: Hold,
    hand: Hand,
    direction: np.ndarray,
    *,
    push: bool = False,
    population: int = 20,
    generations: int = 20,
    seed: int = 0,
    threads: int = 0,
    progress: Callable[[float], None] | None = None,
) -> PublishedGrasp:
    """Minimise the published objective for one hold and one supporting direction.

    Args:
        hold: to take.
        hand: that takes it.
        direction: (3,) unit: of the load on the hand.
        push: the arm pushes instead of pulling (σ = −1).
        population: candidates a generation, simulated in one batch.
        generations: how many.
        seed: of the search.
        threads: as of `WorldBatch`.
        progress: told the share that is done.

    Raises:
        MissingExtraError: there is no ``cma``.
    """
    what = Parameters(hold, hand, direction, push)
    rest = hand.spec.rest
    worlds = HoldWorlds(hold, hand, population, what.start, rest, preset="fast", threads=threads)
    middle, half = (what.low + what.high) / 2, (what.high - what.low) / 2
    seen: list[tuple[float, np.ndarray]] = []
    search = evolution(np.zeros(len(middle)), 0.4, None, None, population, seed)
    for n, generation in enumerate(search):
        if n == generations:
            break
        a = middle + half * generation.points
        total = judged(what, worlds, a, direction, push).total
        generation.tell(total)
        seen.extend(zip(total.tolist(), a, strict=True))
        if progress is not None:
            progress((n + 1) / generations)
    best = np.stack([a for _, a in sorted(seen, key=lambda found: found[0])[:FINALISTS]])
    worlds = HoldWorlds(hold, hand, len(best), what.start, rest, threads=threads)
    terms = judged(what, worlds, best, direction, push)
    k = int(np.argmin(terms.total))
    found = tuple(float(term[k]) for term in terms)
    return PublishedGrasp(what.grasp(best).row(k), float(terms.total[k]), found, len(seen))


def judged(
    what: Parameters, worlds: HoldWorlds, a: np.ndarray, direction: np.ndarray, push: bool
) -> Terms:
    """Terms of (n, 9) parameters after a simulation that begins and is limited as a proof is.

    Servos without limits would hold a hand off the wall that folds when they are limited: nothing
    of what was judged would be left to pull on. A hand that is torn, or sunk into wall or hold,
    counts as one that touches nothing.
    """
    grasp = what.grasp(a)
    worlds.reach(grasp)
    sound = worlds.sound(worlds.batch.contacts())
    return Terms(
        distance_term(worlds),
        bounds_term(a, what.low, what.high),
        np.where(sound, force_term(worlds, direction), NO_CONTACT),
        alignment_term(grasp.forearm, direction, push),
    )


def _within(hand: Hand, q: np.ndarray) -> np.ndarray:
    return np.clip(q, hand.lower, hand.upper)
