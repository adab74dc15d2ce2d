"""Setpoints that are scaled to what the hand closes on."""

import numpy as np
import pytest

from prehensile.control.example.style import load_style
from prehensile.control.law.setpoints import GRIP, OPEN
from prehensile.control.live.sized_setpoints import (
    GENTLY,
    NUDGE,
    PACE,
    SQUEEZE,
    closing_seconds,
    sized_setpoints,
)
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import FURTHEST, style_candidates
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import load_object

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)


def ways(obj, most=8):
    T = se3.from_pose7(stand_pose(obj))
    return style_candidates(STYLE, HAND, obj, T, np.random.default_rng(0), most)


@pytest.mark.parametrize("in_newtons", [True, False])
def test_what_presses_goes_beyond_the_contact_and_what_does_not_stops_at_it(
    make_candidate, in_newtons
):
    presses = np.arange(23) % 2 == 0
    wide = STYLE.setpoints.rest_poses(STYLE.neutral)[OPEN]
    candidate = make_candidate(
        np.eye(4), [0, 0, 0.1], q_open=wide, q_closed=wide + 0.8, presses=presses
    )
    setpoints = sized_setpoints(STYLE, HAND, candidate, in_newtons)
    went = (setpoints.rest_poses(STYLE.neutral)[GRIP] - wide) / 0.8
    touch = FURTHEST * 0.5
    np.testing.assert_allclose(went[~presses], touch)
    beyond = (1 + (GENTLY if in_newtons else SQUEEZE)) * touch + NUDGE
    np.testing.assert_allclose(went[presses], beyond)
    assert closing_seconds(setpoints) == pytest.approx(0.8 * beyond / PACE)


@pytest.mark.long
def test_setpoints_scale_with_the_object():
    """Wider things are met earlier on the way from open to grip."""
    shares = []
    for radius in (0.02, 0.036):
        candidate = ways(load_object(f"cylinder:r={1e3 * radius:g}mm,h=150mm"), 1)[0]
        rest = sized_setpoints(STYLE, HAND, candidate).rest_poses(STYLE.neutral)
        k = HAND.joint_index("middle_pip_flex")
        np.testing.assert_allclose(rest[OPEN], candidate.q_shaped)
        share = (rest[GRIP] - candidate.q_open)[k] / (candidate.q_closed - candidate.q_open)[k]
        beyond = (1 + SQUEEZE) * FURTHEST * candidate.shut[k] + NUDGE
        assert share == pytest.approx(beyond)
        shares.append(share)
    assert shares[1] < shares[0]
