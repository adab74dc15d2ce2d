"""Whether an object stayed in the hand while it was carried."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.quality.judge.kept import judge_kept

FRAMES = 61
TIME = np.arange(FRAMES) / 20
IN_PALM = np.array([0.08, 0.0, -0.04])


def _clip(slip=0.0, lost_from=FRAMES, way=0.3, depth=0.0005, aided=0.2):
    """A hand that moves sideways by ``way``; what it carries slips evenly by ``slip`` [m]."""
    hand = HandSpec.mean("right").build()
    forearm = np.tile([0.0, 0, 0.4, 1, 0, 0, 0], (FRAMES, 1))
    forearm[:, 0] = np.linspace(0, way, FRAMES)
    pose = forearm.copy()
    pose[:, :3] += IN_PALM + np.outer(np.linspace(0, slip, FRAMES), [0, 1, 0])
    names = ("right/thumb-phalanx-distal", "cube")
    touch = ContactFrame(
        a=np.array([0]), b=np.array([1]), pos=np.zeros((1, 3)), normal=np.eye(3)[:1],
        force=np.array([[5.0, 0, 0]]), torsion=np.zeros(1), depth=np.array([depth]),
    )  # fmt: skip
    none = ContactFrame(*(getattr(touch, field)[:0] for field in touch._fields))
    frames = [touch if k < lost_from else none for k in range(FRAMES)]
    return Clip(
        time=TIME,
        hands=(
            HandTrack(
                "right",
                hand.spec.to_json(),
                hand.joint_names,
                np.zeros((FRAMES, hand.dof)),
                forearm,
            ),
        ),
        bodies=(BodyTrack("cube", np.eye(3), np.array([[0, 1, 2]]), pose),),
        contacts=ContactTrack.from_frames(names, frames),
        finger_force=np.zeros((FRAMES, 1, 5)),
        palm_force=np.zeros((FRAMES, 1)),
        meta={"bodies": {"cube": {"com": [0, 0, 0], "aided_until": aided}}},
    )


def test_kept_and_how_far():
    found = judge_kept(_clip(slip=0.004), "cube", 0.5, 2.5)
    assert found.kept and str(found).startswith("held: yes")
    assert found.way == pytest.approx(0.3 * 2 / 3, abs=1e-9)
    assert found.moved == pytest.approx(0.004 * 2 / 3, abs=1e-9)
    assert found.turned == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"slip": 0.02}, "slipped 13.3 mm"),
        ({"lost_from": 30}, "lost at 1.45 s"),
        ({"lost_from": 0}, "never touched"),
        ({"way": 0.01}, "moved only"),
        ({"depth": 0.004}, "sank in by 4.0 mm"),
        ({"aided": 1.0}, "presented"),
    ],
)
def test_what_makes_it_lost(changes, says):
    found = judge_kept(_clip(**changes), "cube", 0.5, 2.5)
    assert not found.kept and says in found.reason


def test_a_turn_in_the_palm():
    clip = _clip()
    pose = clip.bodies[0].pose.copy()
    angle = np.linspace(0, 0.6, FRAMES)
    T = se3.from_pose7(pose)
    T[:, 0, 0], T[:, 0, 1] = np.cos(angle), -np.sin(angle)
    T[:, 1, 0], T[:, 1, 1] = np.sin(angle), np.cos(angle)
    turned = replace(clip, bodies=(replace(clip.bodies[0], pose=se3.to_pose7(T)),))
    found = judge_kept(turned, "cube", 0.5, 2.5)
    assert found.turned == pytest.approx(0.4, abs=1e-6)
    assert "turned 23°" in found.reason


def test_what_happens_after_the_carry_does_not_count():
    assert judge_kept(_clip(lost_from=52), "cube", 0.5, 2.5).kept


def test_the_verdict_says_the_same_with_units():
    kept = judge_kept(_clip(slip=0.003), "cube", 0.5, 2.5)
    assert kept.verdict.ok and str(kept.verdict) == str(kept)
    assert kept.verdict.figures["carried"] == (100 * kept.way, "cm")
    lost = judge_kept(_clip(lost_from=30), "cube", 0.5, 2.5).verdict
    assert not lost.ok and "grip harder" in lost.advice
