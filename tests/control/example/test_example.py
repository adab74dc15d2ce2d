"""The grasp that a clip shows: by distance to an object, or by aperture; clips that show none."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.example.example import grasp_example
from prehensile.control.example.states import GRASPS, State
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import BodyTrack
from prehensile.world.objects.primitives import ball

HAND = Hand()
RADIUS = 0.02


def ball_track(name, pose):
    obj = ball(RADIUS, mass=0.1)
    return BodyTrack(name, obj.vertices.astype(np.float32), obj.faces, pose)


@pytest.fixture
def approaching(make_clip):
    """``approaching(nearest)``: a still hand, and a ball that comes below its palm and goes."""

    def make(nearest, count=1):
        time = np.arange(0, 4, 1 / 100)
        depth = nearest + 0.4 * np.abs(np.interp(time, [0, 1.5, 2.5, 4], [1, 0, 0, 1]))
        pose = np.tile([0.06, 0, 0, 1.0, 0, 0, 0], (len(time), 1))
        pose[:, 2] = 0.4 - 0.0145 - RADIUS - depth
        q = np.tile(np.clip(np.zeros(HAND.dof), HAND.lower, HAND.upper), (len(time), 1))
        q[:, HAND.joint_index("thumb_cmc_flex")] = np.radians(-20)
        bodies = tuple(ball_track(f"ball{k}", pose) for k in range(count))
        return make_clip(HAND, time, q, bodies=bodies)

    return make


def test_states_by_distance(approaching):
    example = grasp_example(approaching(0.0), HAND)
    assert example.driven_by == "ball0"
    order = list(dict.fromkeys(example.states.tolist()))
    assert order == sorted(order)
    assert {State.OPENING_I, State.CLOSING, State.GRIPPING, State.OPENING_II} <= set(order)
    grips = example.motion.time[example.contact]
    assert grips[0] == pytest.approx(1.5, abs=0.1)
    assert example.release_time == pytest.approx(2.5, abs=0.1)


def test_blends_are_those_of_the_distance(approaching):
    example = grasp_example(approaching(0.0), HAND)
    closing = example.states == State.CLOSING
    share = example.blends[closing][:, 2]
    np.testing.assert_allclose(
        share, np.clip(1 - example.distance[closing] / GRASPS.close, 0, 1), atol=1e-12
    )


def test_a_recording_some_millimetres_off_still_touches(approaching):
    example = grasp_example(approaching(0.006), HAND)
    assert example.contact.any()


def test_never_near(approaching):
    with pytest.raises(InputError, match=r"never comes nearer to 'ball0' than \d+ mm"):
        grasp_example(approaching(0.2), HAND)


def test_which_of_two_bodies(approaching):
    clip = approaching(0.0, count=2)
    with pytest.raises(InputError, match="ball0, ball1"):
        grasp_example(clip, HAND)
    assert grasp_example(clip, HAND, body="ball1").driven_by == "ball1"
    with pytest.raises(UnknownNameError):
        grasp_example(clip, HAND, body="cube")


def test_without_an_object_the_aperture_drives(played):
    example = grasp_example(played.clip, played.hand)
    assert example.driven_by == "aperture"
    assert len(example.distance) < len(played.clip.time)
    order = list(dict.fromkeys(example.states.tolist()))
    assert order == sorted(order) and State.GRIPPING in order and State.RELAXING in order
    assert example.before_contact.stop == int(np.flatnonzero(example.contact)[0])


def test_a_hand_that_keeps_still(make_clip):
    time = np.arange(200) / 100
    clip = make_clip(HAND, time, np.tile(HAND.spec.rest, (200, 1)))
    with pytest.raises(InputError, match="shows no grasp"):
        grasp_example(clip, HAND)


def test_distance_between_frames(played):
    example = grasp_example(played.clip, played.hand)
    t = example.motion.time
    middle = example.distance_at(float(t[50] + t[51]) / 2)
    assert middle == pytest.approx(example.distance[50:52].mean())


def test_an_example_that_never_lets_go(played):
    example = grasp_example(played.clip.at_times(np.arange(0, 2.9, 0.01)), played.hand)
    assert example.release_time == float("inf")
    assert example.states.max() == State.GRIPPING
    assert replace(example, release=0).states.min() >= State.RELEASING
