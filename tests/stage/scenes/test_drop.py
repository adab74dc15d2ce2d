"""The drop scene with the passive hand of equation (3)."""

import numpy as np
import pytest

from prehensile.stage.scenes.drop import DropStage


def _hit(limits: bool):
    """The scene after a ball fell into the hand, and the worst angle [rad] past a joint's limit."""
    scene = DropStage()
    scene.set("curl", 0.0)
    scene.set("passive", True)
    scene.set("limits", limits)
    hand = scene.world.hands[0].hand
    scene.press("drop")
    past = 0.0
    for _ in range(120):
        scene.step()
        q = scene.world.observe().q
        if limits:
            past = max(past, float(np.maximum(hand.lower - q, q - hand.upper).max()))
    return scene, past


def test_limits_hold_what_falls():
    scene, past = _hit(limits=True)
    assert np.degrees(past) < 3
    names = {c.name for c in scene.controls()}
    assert {"stiffness", "damping", "limit", "limits"} <= names and "firmness" not in names


def test_without_limits_joints_bend_back():
    with_limits, _ = _hit(limits=True)
    without, _ = _hit(limits=False)
    lower = with_limits.world.hands[0].hand.lower
    bent = [(lower - s.world.observe().q).max() for s in (with_limits, without)]
    assert bent[1] > bent[0] + np.radians(5)


def test_gains_act_at_once_and_firmness_comes_back():
    scene = DropStage()
    scene.set("passive", True)
    for name, value in (("stiffness", 500.0), ("damping", 20.0), ("limit", 0.0)):
        scene.set(name, value)
    scene.step()
    shown = {c.name: c.value for c in scene.controls()}
    assert [shown[n] for n in ("stiffness", "damping", "limit")] == pytest.approx([500, 20, 0])
    scene.set("passive", False)
    assert "firmness" in {c.name for c in scene.controls()}
    scene.step()
