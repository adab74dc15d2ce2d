"""A grip that lands: on its places, by the geometry of balls, and clear of everything else."""

import numpy as np
import pytest

from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.synthesis.warping.landed_grip import CLEAR, landed_grip
from prehensile.synthesis.warping.pinched_ball import (
    CAPTURED,
    TIP_RADIUS,
    ball_on_pin,
    drawn_pinch,
    opposed_tips,
)
from prehensile.synthesis.warping.pushed_out import HandAndObject

PINCH = drawn_pinch(4)
HAND = PINCH.hand
NAMES = list(HAND.segments)


@pytest.mark.parametrize("across", [0.012, 0.065])
def test_two_fingertips_land_on_a_ball(across: float) -> None:
    q = opposed_tips(HAND, CAPTURED + 2 * TIP_RADIUS)
    points, normals = pad_positions(HAND, q)
    tips = (points - TIP_RADIUS * normals)[:2]
    centre = tips.mean(axis=0)
    way = (tips - centre) / np.linalg.norm(tips - centre, axis=1)[:, None]
    pair = HandAndObject(HAND, ball_on_pin(PINCH, across, np.ones(3))[0])
    T_ball = np.eye(4)
    T_ball[:3, 3] = centre
    links = np.array([NAMES.index(TIP_SEGMENT[d]) for d in ("thumb", "index")])
    places = centre + 0.5 * across * way
    found = landed_grip(
        HAND, pair, q, np.eye(4), T_ball, np.array([0, 1]), links,
        centre + 0.5 * CAPTURED * way, places, np.full(len(NAMES), np.inf),
    )  # fmt: skip
    assert found.miss.max() < 1e-3
    assert np.allclose(np.linalg.norm(found.point - centre, axis=1), 0.5 * across, atol=1e-4)
    assert np.allclose(found.normal, (found.point - centre) / (0.5 * across), atol=0.02)
    c = pair.contacts(np.append(found.q, np.zeros(3)), found.T_forearm, T_ball)
    assert c.gap[~np.isin(c.link, links)].min(initial=1.0) > CLEAR - 3e-4
    assert (found.q >= HAND.lower - 1e-9).all() and (found.q <= HAND.upper + 1e-9).all()
    assert se3.apart(found.T_forearm, np.eye(4))[0] < 0.03
