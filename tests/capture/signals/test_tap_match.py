import numpy as np

from prehensile.capture.signals.tap_match import best_offset
from prehensile.capture.signals.tap_windows import pieces
from prehensile.capture.signals.traces import Trace


def test_the_offset_of_a_copy_is_found_and_stands_out():
    rng = np.random.default_rng(0)
    taps = np.array([2.0, 3.7, 5.1, 8.9, 9.6])
    time = np.arange(0, 12, 0.002)
    load = np.maximum(0, time - taps[:, None]) * np.exp(-90 * np.maximum(0, time - taps[:, None]))
    load = 200 * load.sum(0)
    reference = Trace(time, load[:, None], 2)
    copy = Trace(time * 1.00005 - 1.2, (load + rng.normal(0, 0.02, len(time)))[:, None], 2)
    shapes, _ = pieces(reference, taps)
    match = best_offset(shapes, taps, copy, 0.0, 3.0, 3)
    assert abs(match.offset + 1.2) < 0.01 and match.evidence > 2 * match.rival
    noise = Trace(time, rng.normal(0, 1, (len(time), 1)), 2)
    match = best_offset(shapes, taps, noise, 0.0, 3.0, 3)
    assert match.evidence < 1.3 * match.rival
