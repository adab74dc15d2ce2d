"""Handshakes that are measured: which, and what of them."""

import pytest

from prehensile.bench.control.handshake import (
    HANDSHAKE_FIGURES,
    Shaken,
    figures,
    measure_pair,
    pairs,
)
from prehensile.control.experiments.handshake import handshake


def test_the_pairs_are_right_hands_of_many_sizes_and_the_same_again():
    drawn = pairs()
    assert len(drawn) == 4 and {spec.side for pair in drawn for spec in pair} == {"right"}
    lengths = [round(spec.build().length, 6) for pair in drawn for spec in pair]
    assert len(set(lengths)) == 8
    assert lengths == [round(spec.build().length, 6) for pair in pairs() for spec in pair]


def test_least_and_most_and_the_worst():
    found = figures([Shaken(7.0, 1e-3), Shaken(12.0, 0.5e-3), Shaken(9.0, 1.5e-3)])
    assert found == {"handshake_newtons": [7.0, 12.0], "handshake_depth_mm": pytest.approx(1.5)}
    assert found.keys() == HANDSHAKE_FIGURES.keys()


@pytest.mark.long
def test_a_pair_is_measured_as_the_experiment_is():
    shaken = handshake()
    assert measure_pair(pairs()[0]) == (shaken.grip, shaken.depth.max())
