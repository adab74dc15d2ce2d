"""How long the blood of ten fingers takes, besides the pixels."""

import numpy as np

from prehensile.appearance.model.blood import next_blood
from prehensile.appearance.model.model import BlushModel
from prehensile.bench._turns import best_seconds_in_turns

FINGERS = 10
CALLS = 200
"""in one timing, so that the clock's own time does not count"""


def eval_us(model: BlushModel) -> float:
    """[µs] of one step for ten fingers: the law, and blood on its way; best of several."""
    rng = np.random.default_rng(0)
    loads = rng.uniform(0, 10, (FINGERS, len(model.law.inputs)))
    blood = np.zeros((FINGERS, 4))

    def step() -> None:
        nonlocal blood
        for _ in range(CALLS):
            blood = next_blood(model, blood, model.law.coefficients(loads), 1 / 60)

    step()  # compiles
    return 1e6 * best_seconds_in_turns({"step": step})["step"] / CALLS
