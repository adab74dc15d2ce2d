"""The strongest grasp: climbers' grasps, varied by CMA-ES, each proved by load."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.evolution import evolution
from prehensile.holds.optimise.family import HIGH, LOW, STEP, Style, starts, style_grasp
from prehensile.holds.optimise.load import HoldWorlds, Proof
from prehensile.holds.optimise.reach import HoldGrasp

REACH = 2.5
"""Steps from where it began that a search may go: further, a grasp is another one."""
MISSING = 25.0
"""[N] that a finger in the air costs: a hand hangs on all that have room"""
ENOUGH = 3.0
"""times what is needed: more is not sought"""


class StrongGrasp(NamedTuple):
    """What a search found."""

    style: Style
    grasp: HoldGrasp
    strength: float
    """[N]"""
    tried: int
    """grasps that were pulled on"""


def strongest_grasp(
    hold: Hold,
    hand: Hand,
    direction: np.ndarray,
    *,
    begin: Sequence[Style] = (),
    population: int = 12,
    generations: int = 4,
    seed: int = 0,
    threads: int = 0,
    progress: Callable[[float], None] | None = None,
) -> StrongGrasp:
    """Search for the grasp that bears most along ``direction`` (3,).

    Args:
        hold: to hang on.
        hand: that hangs.
        direction: (3,) unit: of the load.
        begin: styles to begin with; those of the kind by default.
        population: grasps tried at once, in one batch.
        generations: how often.
        seed: of the search.
        threads: as of `WorldBatch`.
        progress: told the share that is done.

    Raises:
        MissingExtraError: there is no ``cma``.
    """
    first = [np.array(s) / STEP for s in (*begin, *starts(hold))]
    rest = hand.spec.rest
    worlds = HoldWorlds(hold, hand, population, start_pose(hold, hand, rest), rest, threads=threads)
    best: StrongGrasp | None = None
    most, tried = -np.inf, 0

    def judge(points: np.ndarray) -> np.ndarray:
        nonlocal best, most, tried
        styles = [Style(*np.clip(p * STEP, LOW, HIGH)) for p in points]
        styles += styles[:1] * (population - len(styles))
        grasp = HoldGrasp.stacked([style_grasp(hold, hand, s, direction) for s in styles])
        worlds.reach(grasp)
        proof = worlds.draw(grasp, direction)
        value = _value(hold, proof)
        tried += len(points)
        k = int(np.argmax(value[: len(points)]))
        if value[k] > most:
            most = value[k]
            best = StrongGrasp(styles[k], grasp.row(k), float(proof.strength[k]), 0)
        return -value[: len(points)]

    values = judge(np.stack(first[:population]))
    centre = first[int(np.argmin(values))]
    low = np.maximum(centre - REACH, np.array(LOW) / STEP)
    high = np.minimum(centre + REACH, np.array(HIGH) / STEP)
    for n, generation in enumerate(evolution(centre, 0.5, low, high, population, seed)):
        if n == generations or most >= ENOUGH * hold.needed:
            break
        generation.tell(judge(generation.points))
        if progress is not None:
            progress((n + 1) / generations)
    assert best is not None, "the first generation has a best one"
    return best._replace(tried=tried)


def _value(hold: Hold, proof: Proof) -> np.ndarray:
    """(n,) [N] strength, less for fingers in the air."""
    used = [1 + FINGERS.index(f) for f in hold.fingers]
    return proof.strength - MISSING * (~proof.digits[:, used]).sum(axis=1)
