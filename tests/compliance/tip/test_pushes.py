"""Pushes: where a platform rises, and what the finger does there."""

import numpy as np
import pytest

from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.recorded.windows import moved_joints
from prehensile.compliance.tip.pushes import pushes_of, releases

TIME = np.arange(0, 4, 0.002)


def risen(at: float, seconds: float, by: float = 0.008) -> np.ndarray:
    s = np.clip((TIME - at) / seconds, 0, 1)
    return by * s**3 * (10 - 15 * s + 6 * s**2)


def test_every_quick_rise_is_a_release(rng) -> None:
    height = risen(1.0, 0.035) - risen(2.0, 0.02) + risen(3.0, 0.03)
    found = releases(TIME, height + 1.5e-4 * rng.normal(size=len(TIME)))
    assert TIME[found] == pytest.approx([1.0, 3.0], abs=0.015)


def test_what_is_slow_small_or_short_is_none(rng) -> None:
    noise = 1.5e-4 * rng.normal(size=len(TIME))
    assert releases(TIME, risen(1.0, 0.8) + noise) == []
    assert releases(TIME, risen(1.0, 0.03, 0.001) + noise) == []
    assert releases(TIME[:20], TIME[:20]) == []


def test_the_lab_lets_its_platform_go(perturbed) -> None:
    recording, truth = perturbed
    session = session_of(recording)
    pushes = pushes_of(recording, session)
    assert len(truth.plans) - 1 <= len(pushes) <= len(truth.plans)  # one's markers may be hidden
    for push in pushes:
        plan = min(truth.plans, key=lambda one: abs(one["released"] - push.released))
        assert push.released == pytest.approx(plan["released"], abs=0.015)
        assert np.median(push.z[push.time > 0.06]) == pytest.approx(0.008, abs=0.001)
        assert push.force[push.time < -0.05].mean() == pytest.approx(plan["planned_force"], abs=0.3)
        assert push.bend.shape == push.torque.shape == (len(push.time), len(moved_joints(session)))


def test_a_pressed_plate_is_not_let_go(pressed) -> None:
    assert pushes_of(pressed.recording, session_of(pressed.recording)) == ()
