"""Quality of what a glove shows: closed when thumb and fingers oppose, not with one finger."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.sensors.glove import GripPressure, ShapeHand, buffered
from prehensile.capture.sensors.readout.glove_quality import glove_quality
from prehensile.capture.sensors.trials import press_trial
from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.pad_load import tip_transforms
from prehensile.motion.tracked_hand import angles_of, hand_of


def streams(force: np.ndarray, q: np.ndarray | None = None):
    clip = press_trial(np.arange(len(force)) / 100, force, q)
    rng = np.random.default_rng(0)
    turned = ShapeHand(noise_deg=0, wearing_deg=0).observe(clip, rng)
    pressed = GripPressure(noise=0, gain=0).observe(clip, rng)
    return clip, turned, buffered(pressed, turned.time)


def test_centres_and_forces_are_those_of_the_pads() -> None:
    force = np.zeros((3, 5, 3))
    force[:, 1, 2], force[:, 0, 2] = -3.0, -2.0
    clip, turned, pressed = streams(force)
    found = glove_quality(turned, pressed, hand_of(clip.hands[0]))
    block = [b for b in range(found.force.shape[1]) if found.force[0, b] > 0.5]
    assert len(block) == 2 and found.force[0].sum() == pytest.approx(5, rel=0.1)
    track = clip.hands[0]
    T = tip_transforms(hand_of(track), angles_of(track), track.T_world_forearm)[0]
    pads = [
        T[d, :3, :3] @ hand_of(track).segments[TIP_SEGMENT[digit]].pad + T[d, :3, 3]
        for d, digit in enumerate(("thumb", "index"))
    ]
    centres = found.pos[0, block]
    for pad in pads:
        assert np.linalg.norm(centres - pad, axis=1).min() < 0.003


def test_all_fingers_close_a_grasp_that_one_does_not() -> None:
    q = np.zeros(len(JOINT_NAMES))
    opposed = {"thumb_cmc_abd": 0.92, "thumb_cmc_flex": -0.42, "thumb_ip_flex": 0.31}
    for digit in DIGITS[1:]:
        opposed |= {f"{digit}_mcp_flex": 0.49, f"{digit}_pip_flex": 0.83, f"{digit}_dip_flex": 0.42}
    for joint, angle in opposed.items():
        q[JOINT_NAMES.index(joint)] = angle
    force = np.zeros((2, 5, 3))
    force[0, :, 2] = -2.0
    force[1, 1, 2] = -2.0
    clip, turned, pressed = streams(force, q)
    found = glove_quality(turned, pressed, hand_of(clip.hands[0]), friction=1.0)
    assert found.closed.tolist() == [True, False]
    assert found.value[0] > 0 == found.value[1]


def test_streams_of_other_samples_are_refused() -> None:
    clip, turned, pressed = streams(np.zeros((3, 5, 3)))
    hand = hand_of(clip.hands[0])
    with pytest.raises(InputError, match="buffer"):
        glove_quality(replace(turned, time=turned.time + 1), pressed, hand)
    with pytest.raises(InputError, match="16 rotations"):
        glove_quality(pressed, pressed, hand)
    with pytest.raises(InputError, match="taxels"):
        glove_quality(turned, turned, hand)
