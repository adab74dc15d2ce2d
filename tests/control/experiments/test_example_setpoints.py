"""Setpoints of an example's poses: where a hand comes to rest, and its opposed thumb."""

import numpy as np

from prehensile.control.example.aperture import aperture
from prehensile.control.example.style import load_style
from prehensile.control.experiments.example_setpoints import example_poses, example_setpoints
from prehensile.control.law.setpoints import GRIP, NEUTRAL, OPEN, RELEASE, RETURN
from prehensile.hand.hand import Hand

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)


def test_a_hand_comes_to_rest_in_the_poses_of_the_example():
    rest = example_setpoints(STYLE, HAND).rest_poses(STYLE.neutral)
    wide, grip = STYLE.poses(HAND)
    np.testing.assert_allclose(rest[OPEN], wide)
    np.testing.assert_allclose(rest[GRIP], grip)
    np.testing.assert_allclose(rest[RELEASE], wide)
    np.testing.assert_allclose(rest[[NEUTRAL, RETURN]], [STYLE.neutral] * 2)
    assert aperture(HAND, wide) > 1.3 * aperture(HAND, grip)


def test_only_the_root_of_an_opposed_thumb_is_elsewhere():
    differ = np.array(example_poses(STYLE, HAND, 0.5)) - example_poses(STYLE, HAND)
    wanted = np.array([0.5 if n == "thumb_cmc_abd" else 0.0 for n in HAND.joint_names])
    np.testing.assert_allclose(differ, [wanted, wanted])
