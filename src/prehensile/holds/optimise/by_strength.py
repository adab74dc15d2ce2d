"""The strongest grasp: climbers' grasps, varied by CMA-ES, each proved by load."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.evolution import evolution
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.family import HIGH, LOW, STEP, Style, starts, style_grasp
from prehensile.holds.optimise.load import HoldWorlds, Proof
from prehensile.holds.optimise.reach import HoldGrasp

REACH = 1.0
"""Steps from where it began that a search may go: further, a grasp is another one, and often one
that no climber would use."""
MISSING = 25.0
"""[N] that a finger in the air costs: a hand hangs on all that have room"""
FINALISTS = 10
"""of the search, which runs with the preset ``fast``, are pulled on again with ``hold``, and so are
those that it began with: a few grasps bear a lot in one and nothing in the other"""


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
    population: int = 16,
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
    start = start_pose(hold, hand, rest)
    worlds = HoldWorlds(hold, hand, population, start, rest, preset="fast", threads=threads)
    seen: list[tuple[float, Style]] = []

    def judge(points: np.ndarray) -> np.ndarray:
        styles = [Style(*np.clip(p * STEP, LOW, HIGH)) for p in points]
        value = _value(hold, _pulled(worlds, hold, styles, direction))[: len(styles)]
        seen.extend(zip(value.tolist(), styles, strict=True))
        return -value

    values = judge(np.stack(first[:population]))
    centre = first[int(np.argmin(values))]
    low = np.maximum(centre - REACH, np.array(LOW) / STEP)
    high = np.minimum(centre + REACH, np.array(HIGH) / STEP)
    for n, generation in enumerate(evolution(centre, 0.3, low, high, population, seed)):
        if n == generations:
            break
        generation.tell(judge(generation.points))
        if progress is not None:
            progress((n + 1) / (generations + 1))
    best = sorted(seen, key=lambda found: -found[0])[:FINALISTS]
    known = [style for _, style in seen[: len(first)]]
    final = [*known, *(style for _, style in best if style not in known)]
    return _proved(hold, hand, direction, final, len(seen), threads)


def _proved(
    hold: Hold,
    hand: Hand,
    direction: np.ndarray,
    styles: list[Style],
    tried: int,
    threads: int,
) -> StrongGrasp:
    """The best of some, this time without any creep."""
    rest = hand.spec.rest
    start = start_pose(hold, hand, rest)
    worlds = HoldWorlds(hold, hand, len(styles), start, rest, threads=threads)
    proof = _pulled(worlds, hold, styles, direction)
    k = int(np.argmax(_value(hold, proof)))
    grasp = style_grasp(hold, hand, styles[k], direction)
    return StrongGrasp(styles[k], grasp, float(proof.strength[k]), tried)


def _pulled(worlds: HoldWorlds, hold: Hold, styles: list[Style], direction: np.ndarray) -> Proof:
    """Proofs of styles; worlds that are left over repeat the first."""
    many = [*styles, *styles[:1] * (worlds.batch.count - len(styles))]
    made = [style_grasp(hold, worlds.hand, style, direction) for style in many]
    grasp = HoldGrasp.stacked(made)
    worlds.reach(grasp)
    return worlds.draw(grasp, direction)


def _value(hold: Hold, proof: Proof) -> np.ndarray:
    """(n,) [N] strength, less for fingers in the air."""
    used = [1 + FINGERS.index(f) for f in hold.fingers]
    return proof.strength - MISSING * (~proof.digits[:, used]).sum(axis=1)
