"""Smooth motions: exact on slow sines, without delay, and clear about bad clips."""

import numpy as np
import pytest

from prehensile.control.example.smooth_motion import smooth_motion
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3

HAND = Hand()
TIME = np.arange(300) / 100
OMEGA = 2 * np.pi * 0.8


@pytest.fixture
def swinging(make_clip):
    q = HAND.spec.rest + 0.1 * np.sin(OMEGA * TIME)[:, None]
    turns = so3.exp(np.outer(0.5 * np.sin(OMEGA * TIME), [0.6, 0.0, 0.8]))
    forearm = np.concatenate(
        [np.outer(0.1 * np.sin(OMEGA * TIME), [1.0, 2.0, 3.0]), so3.to_quat(turns)], axis=1
    )
    forearm[::3, 3:] *= -1  # the same turns
    return make_clip(HAND, TIME, q, forearm)


def test_derivatives_of_a_sine(swinging):
    motion = smooth_motion(swinging, HAND)
    t = motion.time
    inner = slice(40, -40)
    sine, cosine = np.sin(OMEGA * t)[inner, None], np.cos(OMEGA * t)[inner, None]
    ones = np.ones(HAND.dof)
    assert np.abs(motion.q[inner] - HAND.spec.rest - 0.1 * sine * ones).max() < 2e-4
    assert np.abs(motion.qd[inner] - 0.1 * OMEGA * cosine * ones).max() < 2e-3
    assert np.abs(motion.qdd[inner] + 0.1 * OMEGA**2 * sine * ones).max() < 2e-2
    linear = 0.1 * OMEGA * cosine * np.array([1.0, 2, 3])
    angular = 0.5 * OMEGA * cosine * np.array([0.6, 0, 0.8])
    np.testing.assert_allclose(motion.twist[inner], np.hstack([linear, angular]), atol=0.01)


def test_noise_above_the_cutoff_is_gone(make_clip, rng):
    q = HAND.spec.rest + rng.normal(scale=0.01, size=(300, HAND.dof))
    motion = smooth_motion(make_clip(HAND, TIME, q), HAND)
    assert (motion.q - HAND.spec.rest).std() < 0.005


def test_cutting_starts_time_at_zero(swinging):
    part = smooth_motion(swinging, HAND).cut(30, 90)
    assert len(part.q) == 60 and part.time[0] == 0
    assert part.timestep == pytest.approx(1 / 120)


def test_joints_go_by_name(swinging):
    track = swinging.hands[0]
    order = np.arange(HAND.dof)[::-1]
    from dataclasses import replace

    turned = replace(track, joint_names=[track.joint_names[i] for i in order], q=track.q[:, order])
    clip = replace(swinging, hands=(turned,))
    np.testing.assert_allclose(smooth_motion(clip, HAND).q, smooth_motion(swinging, HAND).q)


def test_too_short(make_clip):
    clip = make_clip(HAND, TIME[:10], np.tile(HAND.spec.rest, (10, 1)))
    with pytest.raises(InputError, match=r"lasts 0\.09 s .*frame rate"):
        smooth_motion(clip, HAND)


def test_one_frame(make_clip):
    with pytest.raises(InputError, match="1 frames"):
        smooth_motion(make_clip(HAND, TIME[:1], HAND.spec.rest[None]), HAND)


def test_wrong_side(swinging):
    with pytest.raises(InputError, match=r"shows a right hand.*left"):
        smooth_motion(swinging, HandSpec.mean("left").build())


def test_degrees(make_clip):
    q = np.degrees(np.tile(HAND.spec.rest, (300, 1)))
    with pytest.raises(InputError, match=r"reaches 38\.0 rad.*these are degrees"):
        smooth_motion(make_clip(HAND, TIME, q), HAND)


def test_missing_joint(swinging):
    from dataclasses import replace

    track = swinging.hands[0]
    few = replace(track, joint_names=track.joint_names[:-1], q=track.q[:, :-1])
    with pytest.raises(InputError, match="little_dip_flex"):
        smooth_motion(replace(swinging, hands=(few,)), HAND)


def test_unknown_hand(swinging):
    with pytest.raises(UnknownNameError):
        smooth_motion(swinging, HAND, "left")


def test_cutoff_out_of_range(swinging):
    with pytest.raises(InputError, match="cutoff"):
        smooth_motion(swinging, HAND, cutoff=0)
