"""Postures: the fingertip is on the plate, the finger as the table has it."""

import numpy as np
import pytest

from prehensile.capture.lab.fingertip import lowest_point
from prehensile.capture.lab.postures import POSTURES, touching_posture
from prehensile.capture.lab.tasks.on_plank import SURFACE, forearm_transform
from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec

FOREARM = forearm_transform()


@pytest.mark.parametrize("name", POSTURES)
@pytest.mark.parametrize("percentile", [5, 95])
def test_the_lowest_point_is_on_the_plate(name, percentile):
    hand = HandSpec.at_percentile(percentile).build()
    q = touching_posture(hand, name, FOREARM, SURFACE)
    assert lowest_point(hand, q, FOREARM).world[2] == pytest.approx(SURFACE, abs=1e-9)
    bent = [q[hand.joint_index(f"index_{j}_flex")] for j in ("mcp", "pip", "dip")]
    assert np.degrees(bent) == pytest.approx(POSTURES[name])
    assert (q >= hand.lower).all() and (q <= hand.upper).all()


def test_touches_vary_and_a_joint_can_be_given(subject):
    hand = subject.hand
    rng = np.random.default_rng(0)
    pip = hand.joint_index("index_pip_flex")
    several = [touching_posture(hand, "arched", FOREARM, SURFACE, rng)[pip] for _ in range(20)]
    assert 1 < np.degrees(np.std(several)) < 8
    q = touching_posture(hand, "arched", FOREARM, SURFACE, rng, pip_flex=0.005)
    assert q[pip] == 0.005
    assert lowest_point(hand, q, FOREARM).world[2] == pytest.approx(SURFACE, abs=1e-9)


@pytest.mark.parametrize("height", [-1.0, 1.0])
def test_a_plate_out_of_reach_is_refused(subject, height):
    with pytest.raises(InputError, match="does not reach"):
        touching_posture(subject.hand, "sloping", FOREARM, height)
