"""A trial of one fingernail: it is trained, then tested on what follows at once (Figure 3.11)."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.sensors.fingernail import Fingernail, last_bends
from prehensile.capture.sensors.nail.inputs import found_lag, nail_inputs, unlagged
from prehensile.capture.sensors.tip_forces import tip_forces
from prehensile.capture.sensors.trials import press_course
from prehensile.hand.joints import DIGITS

TRAINED_S, TESTED_S = 83.0, 66.0
"""[s] of training and of test data"""
NAIL_HZ = 60.0
DIGIT = "index"


class NailTrial(NamedTuple):
    """Inputs (n, d) without their lag, and true normal forces (n,) [N]."""

    learned: np.ndarray
    learned_force: np.ndarray
    tested: np.ndarray
    tested_force: np.ndarray
    time: np.ndarray
    """(n,) [s] of the test, from its beginning"""


def nail_trial(
    seed: int,
    trained: float = TRAINED_S,
    tested: float = TESTED_S,
    each_led: bool = False,
    bends: bool = False,
) -> NailTrial:
    """An index finger presses; the lag is found in the training data alone.

    Args:
        seed: draws sensor, forces and noise.
        trained: [s] of training.
        tested: [s] of test.
        each_led: 24 readings rather than 6.
        bends: whether the last two joints' angles are inputs, too.
    """
    rng = np.random.default_rng(seed)
    clip = press_course(rng, trained + tested, NAIL_HZ)
    stream = Fingernail(digits=(DIGIT,), each_led=each_led).observe(clip, rng)
    row = DIGITS.index(DIGIT)
    force = tip_forces(clip, clip.hands[0]).normal[:, row]
    x = nail_inputs(stream, DIGIT, last_bends(clip)[:, row] if bends else None)
    learned = stream.time < trained
    lag = found_lag(x[learned], force[learned], NAIL_HZ)
    before, after = (unlagged(part, NAIL_HZ, lag) for part in (x[learned], x[~learned]))
    time = stream.time[~learned] - trained
    return NailTrial(before, force[learned], after, force[~learned], time)
