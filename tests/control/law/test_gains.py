"""The animator's numbers: Table 1, and what is refused."""

import pytest

from prehensile.control.law.gains import GRASPS, HANDSHAKE, SOFTEST, STIFFEST, Gains, gains_for
from prehensile.errors import InputError


def test_table_1():
    assert (GRASPS.stiffness, GRASPS.damping, GRASPS.limit) == (200, 50, 5000)
    assert (HANDSHAKE.stiffness, HANDSHAKE.damping, HANDSHAKE.limit) == (300, 60, 5000)


def test_strength_scales_spring_and_damper_alike():
    strong = GRASPS.stronger(60)
    assert (strong.spring, strong.damper) == (12000, 3000)
    assert strong.limit == 5000


@pytest.mark.parametrize(
    "wrong",
    [{"stiffness": 0}, {"stiffness": -1}, {"damping": -1}, {"limit": float("nan")},
     {"strength": 0}, {"strength": float("inf")}],
)  # fmt: skip
def test_refused(wrong):
    with pytest.raises(InputError, match="Gains"):
        Gains(**wrong)


def test_a_firmer_grip_asks_for_stiffer_springs_within_bounds():
    strengths = [gains_for(grip).strength for grip in (1.0, 25.0, 35.0, 500.0)]
    assert strengths == sorted(strengths) and strengths[1] < strengths[2]
    assert strengths[0] == SOFTEST and strengths[-1] == STIFFEST
