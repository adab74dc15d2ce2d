"""A finger that presses and lets go, photographed while its blood moves."""

import numpy as np

from prehensile.appearance.generate.load import Load, flat_load

MOMENTS = (0.0, 0.04, 0.08, 0.13, 0.19, 0.27, 0.37, 0.5, 0.7, 1.0, 1.5, 2.2)
"""[s] of photographs after the force has changed"""
BEFORE = 0.3
"""[s] at rest"""


def press_and_release(rng: np.random.Generator, limit: float) -> tuple[list[float], list[Load]]:
    """Times [s] and loads of photographs; a load acts from its photograph to the next.

    One photograph at rest, then those of a press, then those of a release. The first one of either
    is taken just as the force changes, when no blood has moved yet.
    """
    force = float(rng.uniform(9.0, 12.0))
    pressed, free = flat_load(force, limit), Load(0.0)
    let_go = BEFORE + MOMENTS[-1] + 0.3
    times = [0.0, *(BEFORE + m for m in MOMENTS), *(let_go + m for m in MOMENTS)]
    return times, [free, *[pressed] * len(MOMENTS), *[free] * len(MOMENTS)]


def moved_blood(
    targets: list[np.ndarray], times: list[float], blanch_s: float, refill_s: float
) -> list[np.ndarray]:
    """Changes of blood at the times, of those that the loads would lead to in the end.

    Blood follows as a first-order lag, faster when it is pressed out than when it comes back.
    """
    state = targets[0]
    result = [state]
    for before, after, target in zip(times[:-1], times[1:], targets[:-1], strict=True):
        leaves = float(np.square(target).sum()) > float(np.square(state).sum())
        kept = np.exp(-(after - before) / (blanch_s if leaves else refill_s))
        state = target + (state - target) * np.float32(kept)
        result.append(state)
    return result
