"""A clip's grasp over time: two soft fingers that press more and more, and are carried about."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.quality.judge.grasp_track import GRAVITY, grasp_track
from prehensile.quality.measure.hertz_patch import patch_torsion

TIME = np.arange(0, 1.01, 0.1)
NAMES = ("right/thumb-phalanx-distal", "right/index-finger-phalanx-distal", "ball")
R, MASS, FRICTION = 0.03, 0.5, 0.5
FACTS = {"mass": MASS, "friction": FRICTION, "com": [0.0, 0, 0]}


def pinched(poses, newtons, facts=FACTS):
    """A ball between thumb and index along its own x, pressed with newtons[k] in frame k."""
    hand = HandSpec.mean("right").build()
    frames = len(poses)
    own = np.array([[1.0, 0, 0], [-1.0, 0, 0]])
    contacts = []
    for pose, force in zip(poses, newtons, strict=True):
        T = se3.from_pose7(pose)
        n = 2 if force else 0
        normal = (own @ T[:3, :3].T)[:n]
        contacts.append(
            ContactFrame(
                np.arange(n),
                np.full(n, 2),
                T[:3, 3] - R * normal,
                normal,
                force * normal,
                np.zeros(n),
                np.zeros(n),
            )
        )
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, np.zeros((frames, hand.dof)), poses
    )
    return Clip(
        time=TIME[:frames],
        hands=(track,),
        bodies=(BodyTrack("ball", R * np.eye(3), np.array([[0, 1, 2]]), poses),),
        contacts=ContactTrack.from_frames(NAMES, contacts),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
        meta={"bodies": {"ball": facts}, "phases": [["hold", 0.0, 1.0]]},
    )


@pytest.fixture
def still():
    return np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (len(TIME), 1))


def test_forces_closure_and_the_smallest_grip(still):
    newtons = np.linspace(0, 10, len(TIME))
    track = grasp_track(pinched(still, newtons), "ball")
    np.testing.assert_allclose(track.force, 2 * newtons)
    assert track.contacts.tolist() == [0] + [2] * 10
    assert track.closed.tolist() == [False] + [True] * 10
    assert track.length == pytest.approx(R) and track.friction == FRICTION
    assert track.slow.tolist() == list(range(11))
    np.testing.assert_allclose(track.needed[1:], MASS * GRAVITY / FRICTION)
    assert track.needed[0] == np.inf


def test_torsion_grows_with_the_force(still):
    """It is the weakest axis of two fingers: poles and their parallels, 2 + 8/2 times s²."""
    newtons = np.linspace(1, 10, len(TIME))
    track = grasp_track(pinched(still, newtons), "ball")
    s = patch_torsion(newtons, FRICTION) / R
    np.testing.assert_allclose(track.value, np.sqrt(2 * (2 + 8 / 2)) * s, rtol=1e-6)
    np.testing.assert_allclose(np.abs(track.weakest @ [0, 0, 0, 1, 0, 0]), 1, atol=1e-9)
    assert (np.diff(track.epsilon) > 0).all()


def test_carrying_and_turning_it_changes_nothing_but_the_direction(still, rng):
    twist = np.linspace(0, 1, len(TIME))[:, None] * [0.1, 0.2, 0.3, 1.0, 0.5, 0.2]
    moving = se3.to_pose7(se3.exp(twist))
    a = grasp_track(pinched(still, np.full(len(TIME), 3.0)), "ball")
    b = grasp_track(pinched(moving, np.full(len(TIME), 3.0)), "ball")
    np.testing.assert_allclose(a.value, b.value, rtol=1e-9)
    np.testing.assert_allclose(a.epsilon, b.epsilon, rtol=1e-6)
    axis = se3.from_pose7(moving)[:, :3, 0]
    np.testing.assert_allclose(np.abs((axis * b.weakest[:, 3:]).sum(axis=1)), 1, atol=1e-9)


def test_what_the_clip_does_not_say_can_be_told(still):
    clip = pinched(still, np.full(len(TIME), 3.0), {})
    with pytest.raises(InputError, match="how rough"):
        grasp_track(clip, "ball")
    track = grasp_track(clip, "ball", friction=0.7)
    assert track.closed.all() and np.isnan(track.needed).all()


@pytest.mark.parametrize("facts", [{"friction": "wet", "com": "here"}, [1, 2], {"com": [1, 2]}])
def test_facts_of_a_stranger_are_not_trusted(still, facts):
    clip = pinched(still, np.full(len(TIME), 3.0), facts)
    with pytest.raises(InputError, match="how rough"):
        grasp_track(clip, "ball")


def test_bad_names_and_friction_are_refused(still):
    clip = pinched(still, np.full(len(TIME), 3.0))
    with pytest.raises(UnknownNameError, match="ball"):
        grasp_track(clip, "mug")
    with pytest.raises(UnknownNameError, match="right"):
        grasp_track(clip, "ball", "left")
    for friction in (0.0, -1.0, np.nan):
        with pytest.raises(InputError, match="friction must be above 0"):
            grasp_track(clip, "ball", friction=friction)
