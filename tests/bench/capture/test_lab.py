"""Onsets found in the lab's recordings."""

import numpy as np

from prehensile.bench.capture.lab import ARM_500, onset_errors
from prehensile.capture.lab.session import lab_session


def test_onsets_of_one_seed_are_found():
    session = lab_session("explore", 0, contacts=4, sensors=(ARM_500,))
    found = onset_errors([session])
    assert len(found.errors_ms) + found.missed + found.light == 4
    assert np.median(np.abs(found.errors_ms)) < 12
