import numpy as np
import pytest

from prehensile.forks.models.shipped import grasping_hand, helix
from prehensile.forks.reduced.model import reduce
from prehensile.forks.statics.spectrum import spectrum


def test_rigid_directions_are_found_in_the_spectrum() -> None:
    hand = reduce(grasping_hand())
    assert hand.size == 23 and hand.spectrum.gap > 1e6  # 5 × 6 directions, 23 joints
    assert reduce(helix(50)).spectrum.gap == float("inf")


def test_the_rank_does_not_depend_on_units() -> None:
    compliance = reduce(grasping_hand()).linearisation.compliance
    assert {spectrum(compliance, length).rank for length in (0.03, 0.1, 0.3)} == {23}


def test_a_gap_made_by_hand_is_where_it_was_put(rng) -> None:
    Q = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    found = spectrum(Q @ np.diag([5.0, 2.0, 1.0, 1e-3, 1e-12, 1e-13]) @ Q.T, 1.0)
    assert found.rank == 4 and found.gap == pytest.approx(1e9, rel=1e-2)
    assert found.values[:4] == pytest.approx([5, 2, 1, 1e-3])
    whole = spectrum(np.diag([5.0, 2.0, 1.0, 1e-3, 1e-4, 1e-5]), 1.0)
    assert whole.rank == 6 and whole.gap == float("inf")
