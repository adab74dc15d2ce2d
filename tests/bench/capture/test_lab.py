"""Onsets found in the lab's recordings."""

import numpy as np

from prehensile.bench.capture.lab import ARM_500, onset_errors


def test_onsets_of_one_seed_are_found():
    found = onset_errors([0], ARM_500, contacts=4)
    assert len(found.errors_ms) + found.missed + found.light == 4
    assert np.median(np.abs(found.errors_ms)) < 12
