"""Carried: the load that a fixed thing bore, and for how long."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.quality.judge.carried import judge_carried

TIME = np.arange(0, 5.01, 0.05)
DOWN = np.array([0.0, 0, -1])


def hanging(load):
    """A finger that pulls down on a hold with ``load(t)`` [N]."""
    hand = HandSpec.mean("right").build()
    frames = len(TIME)

    def frame(t):
        normal = DOWN[None]
        return ContactFrame(
            np.array([0]), np.array([1]), np.zeros((1, 3)), normal, load(t) * normal,
            np.zeros(1), np.array([5e-4]),
        )  # fmt: skip

    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (frames, 1))
    return Clip(
        time=TIME,
        hands=(
            HandTrack(
                "right", hand.spec.to_json(), hand.joint_names, np.zeros((frames, hand.dof)), still
            ),
        ),
        bodies=(BodyTrack("hold", np.eye(3), np.array([[0, 1, 2]]), still),),
        contacts=ContactTrack.from_frames(
            ("right/index-finger-phalanx-distal", "hold"), [frame(t) for t in TIME]
        ),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
    )


def test_25_newtons_over_the_last_three_seconds_are_carried():
    carried = judge_carried(hanging(lambda t: 25.0 if t > 1.9 else 1.0), "hold", DOWN)
    assert carried.carried and carried.load == pytest.approx(25)
    assert carried.verdict.figures["load"] == (carried.load, "N")


def test_a_moment_of_less_is_not():
    carried = judge_carried(hanging(lambda t: 12.0 if 3 < t < 3.2 else 25.0), "hold", DOWN)
    assert not carried.carried and "bore 12.0 N, 20 N are needed" in str(carried)
    assert carried.verdict.advice


def test_a_load_the_other_way_does_not_count():
    assert judge_carried(hanging(lambda t: 25.0), "hold", -DOWN).load == pytest.approx(-25)


def test_one_segment_that_presses_with_more_than_40_newtons_is_too_much():
    carried = judge_carried(hanging(lambda t: 45.0), "hold", DOWN)
    assert "45 N" in carried.reason and carried.verdict.advice == "grip less hard"
