"""The reason of a drop names what was needed, what there was, and the weakest direction."""

import re
from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.quality.judge.explain import drop_advice, explain_drop, grip_at_lift
from prehensile.quality.judge.touches import ELSEWHERE

TIME = np.arange(0, 1.01, 0.1)
NAMES = ("right/thumb-phalanx-distal", "right/index-finger-phalanx-distal", "ball")


def pinched(newtons):
    """A ball of 1 kg, rough as 0.5, between thumb and index that press as hard as each other."""
    hand = HandSpec.mean("right").build()
    frames = len(TIME)
    still = np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (frames, 1))
    normal = np.array([[1.0, 0, 0], [-1.0, 0, 0]])
    n = 2 if newtons else 0
    frame = ContactFrame(
        np.array([0, 1])[:n], np.array([2, 2])[:n], (still[0, :3] - 0.03 * normal)[:n], normal[:n],
        newtons * normal[:n], np.zeros(n), np.zeros(n),
    )  # fmt: skip
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, np.zeros((frames, hand.dof)), still
    )
    facts = {"mass": 1.0, "friction": 0.5, "com": [0.0, 0, 0]}
    return Clip(
        time=TIME,
        hands=(track,),
        bodies=(BodyTrack("ball", 0.03 * np.eye(3), np.array([[0, 1, 2]]), still),),
        contacts=ContactTrack.from_frames(NAMES, [frame] * frames),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
        meta={"bodies": {"ball": facts}, "phases": [["squeeze", 0.0, 0.5], ["lift", 0.5, 1.0]]},
    )


def test_two_fingers_need_the_weight_over_friction():
    grip = grip_at_lift(pinched(6.0), "ball")
    assert grip.needed == pytest.approx(9.81 / 0.5)
    np.testing.assert_allclose(grip.force, 6.0)
    line = explain_drop(pinched(6.0), "ball")
    assert "grip needed at least 19.6 N, had 12.0 N" in line
    assert "could bear 6.0 N downwards of 9.8 N weight" in line  # μ N at either finger


def test_contacts_on_one_side_bear_nothing_however_hard_they_press():
    clip = pinched(6.0)
    c = clip.contacts
    one = np.arange(0, len(c), 2)
    lone = ContactTrack(
        c.names, np.arange(len(TIME) + 1), *(getattr(c, f)[one] for f in ContactFrame._fields)
    )
    clip = replace(clip, contacts=lone)
    assert grip_at_lift(clip, "ball").needed == np.inf
    assert explain_drop(clip, "ball").startswith("no grip is enough where the fingers were")
    assert drop_advice(clip, "ball") == ELSEWHERE


def test_without_friction_nothing_is_carried():
    clip = pinched(6.0)
    facts = {"mass": 1.0, "friction": 0.0, "com": [0.0, 0, 0]}
    clip = replace(clip, meta=clip.meta | {"bodies": {"ball": facts}})
    assert "without friction" in explain_drop(clip, "ball")
    assert drop_advice(clip, "ball") == ELSEWHERE


def test_advice_is_to_grip_harder_or_elsewhere():
    assert "with 59 N or more; it was gripped with 12.0 N" in drop_advice(pinched(6.0), "ball")
    assert drop_advice(pinched(40.0), "ball") == ELSEWHERE
    assert drop_advice(pinched(0.0), "ball") == ELSEWHERE
    assert "the hand closed beside it" in explain_drop(pinched(0.0), "ball")


@pytest.mark.long
def test_a_ball_too_heavy_for_its_grip(store):
    clip = store.grasped("ball:r=40mm,mass=8", grip=5.0, tries=2, controller="example", on="table")
    assert clip.verdict is not None and not clip.verdict.ok and clip.verdict.advice
    line = explain_drop(clip, "ball")
    needed = re.search(r"grip needed at least ([\d.]+) N", line)
    # A contact of unit normal force pulls with √(1 + μ²) at most.
    assert needed is None or float(needed[1]) >= 8 * 9.81 / np.hypot(1, 0.8)
    assert needed or "no finger pressed" in line or "no grip is enough" in line
    assert "\n" not in line
