"""Perturbations: the finger is lifted before it can react, and answers like Table 4.4's."""

import numpy as np
import pytest

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.touches import contact_force
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.tracked_hand import hand_of


@pytest.fixture(scope="module")
def perturbed():
    return lab_session("perturb", 3, contacts=2).truth


def test_the_fingertip_rises_before_the_reaction(perturbed):
    clip = perturbed.clip
    hand, track = hand_of(clip.hands[0]), clip.hands[0]
    T = segment_transforms(hand, track.q, se3.from_pose7(track.T_world_forearm))
    height = T[TIP_SEGMENT["index"]][:, 2, 3]
    for plan in perturbed.plans:
        at, later = np.searchsorted(clip.time, [plan["released"], plan["released"] + 0.06])
        assert 0.003 < height[later] - height[at] < 0.015
        assert 0.08 < plan["reaction"] - plan["released"] < 0.13


def test_a_second_order_system_fits(perturbed):
    clip = perturbed.clip
    hand, track = hand_of(clip.hands[0]), clip.hands[0]
    T = segment_transforms(hand, track.q, se3.from_pose7(track.T_world_forearm))
    z = T[TIP_SEGMENT["index"]][:, 2, 3]
    force = -contact_force(clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
    v = np.gradient(z, 1e-3)
    a = np.gradient(v, 1e-3)
    for plan in perturbed.plans:
        at = int(np.searchsorted(clip.time, plan["released"]))
        s = slice(at, at + 40)
        A = np.stack([a[s], v[s], z[s] - z[at], np.ones(40)], axis=1)
        m, b, k, f0 = np.linalg.lstsq(A, force[s], rcond=None)[0]  # (4.13)
        assert 0.001 < m < 0.03 and 0.5 < b < 8 and k > 20
        assert f0 == pytest.approx(force[at - 1], abs=0.25)
