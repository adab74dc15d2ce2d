"""Both searches for one hold and one direction: the published one, and the one by strength."""

from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.hold import Hold, unit_direction
from prehensile.holds.optimise.by_strength import strongest_grasp
from prehensile.holds.optimise.family import Style
from prehensile.holds.optimise.prove import prove
from prehensile.holds.optimise.published import published_grasp
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.holds.optimise.result import HoldResult


def optimise_hold(
    hold: Hold,
    hand: Hand,
    direction: np.ndarray | None = None,
    *,
    push: bool = False,
    published: bool = True,
    begin: Sequence[Style] = (),
    generations: int = 4,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
) -> HoldResult:
    """The grasp that bears most along ``direction`` (3,), the design pull by default.

    A push is searched for by the published objective alone.

    Args:
        hold: to take.
        hand: that takes it.
        direction: (3,) of the load on the hand.
        push: the arm pushes instead of pulling.
        published: whether the published search is run, too; a push always has it.
        begin: styles to begin the search by strength with.
        generations: of the search by strength.
        seed: of both searches.
        threads: as of `WorldBatch`.
        progress: told the share that is done.
    """
    way = unit_direction(hold.pull if direction is None else direction)

    def tell(first: float, share: float) -> Callable[[float], None]:
        return lambda done: None if progress is None else progress(first + share * done)

    found: list[tuple[HoldGrasp, float, str]] = []
    style: tuple[float, ...] = ()
    objective, seconds = None, None
    if published or push:
        began = perf_counter()
        by_objective = published_grasp(
            hold, hand, way, push=push, seed=seed, threads=threads, progress=tell(0.0, 0.4)
        )
        objective, seconds = by_objective.objective, perf_counter() - began
        strength = float(prove(hold, hand, by_objective.grasp, way).strength[0])
        found.append((by_objective.grasp, strength, "published"))
    if not push:
        strong = strongest_grasp(
            hold,
            hand,
            way,
            begin=begin,
            generations=generations,
            seed=seed,
            threads=threads,
            progress=tell(0.4, 0.6),
        )
        style = tuple(float(v) for v in strong.style)
        found.append((strong.grasp, strong.strength, "strength"))
    grasp, strength, source = max(found, key=lambda f: f[1])
    return HoldResult(
        hold=hold.name,
        direction=way,
        push=push,
        grasp=grasp,
        strength=strength,
        source=source,
        style=style,
        published_strength=found[0][1] if objective is not None else None,
        published_objective=objective,
        published_seconds=seconds,
        needed=hold.needed,
        seed=seed,
    )
