"""Experiment 6 on few balls; the bench has four, and ten seeds."""

import pytest

from prehensile.bench.synthesis.warping import pinched, warping_figures


def test_a_pea_is_held_with_the_warp() -> None:
    found, held = pinched(0, 0.01, warp=True)
    assert held.held, held.reason
    assert not found.unsolved and held.moved < 0.002


@pytest.mark.long
def test_not_without() -> None:
    assert not pinched(0, 0.01, warp=False)[1].held


@pytest.mark.long
def test_all_four_of_a_seed() -> None:
    found = warping_figures([0])
    assert found["warp_held"] == 4 and found["no_warp_held"] < 4
