"""Styles: where their pads go, and what their numbers mean."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.optimise.family import (
    HIGH,
    LOW,
    STARTS,
    starts,
    style_grasp,
    style_shape,
)
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3

HAND = Hand()


@pytest.mark.parametrize("kind", KINDS)
def test_pads_go_where_the_style_says(kind):
    hold = KINDS[kind](None)
    style = starts(hold)[0]
    grasp = style_grasp(hold, HAND, style, hold.pull)
    q = style_shape(HAND, style, hold.fingers).q
    pads = pad_positions(HAND, q, se3.from_pose7(grasp.forearm))[0]
    middle = pads[1 : 1 + len(hold.fingers)].mean(axis=0)
    away = np.array([style.aside, -style.out, style.up]) * 1e-3
    np.testing.assert_allclose(middle, hold.grip + away, atol=1e-9)


def test_tilt_takes_the_elbow_away_from_the_wall():
    hold = KINDS["edge"](None)
    upright, tilted = (
        style_grasp(hold, HAND, starts(hold)[0]._replace(tilt=t), hold.pull) for t in (0, 20)
    )
    elbow = [-so3.from_quat(g.forearm[3:])[:, 0] for g in (upright, tilted)]
    assert elbow[1][1] < elbow[0][1] - 0.3  # −y is away from the wall


def test_a_squeeze_is_beyond_what_touches():
    hold = KINDS["crimp"](None)
    style = starts(hold)[0]
    grasp = style_grasp(hold, HAND, style, hold.pull)
    more = grasp.q - style_shape(HAND, style, hold.fingers).q
    k = HAND.joint_index("index_pip_flex")
    assert more[k] == pytest.approx(np.radians(style.squeeze))
    assert more[HAND.joint_index("wrist_flex")] == 0


def test_fingers_without_room_are_curled():
    hold = KINDS["pocket"](None)
    q = style_shape(HAND, starts(hold)[0], hold.fingers).q
    assert q[HAND.joint_index("ring_pip_flex")] > np.radians(90)


def test_every_start_is_within_bounds():
    for styles in STARTS.values():
        for style in styles:
            assert all(a <= v <= b for a, v, b in zip(LOW, style, HIGH, strict=True))
