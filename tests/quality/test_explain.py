"""The reason of a drop names what was needed, what there was, and the weakest direction."""

import pytest

from prehensile.quality.explain import explain_drop


@pytest.mark.long
def test_a_ball_too_heavy_for_its_grip(store):
    clip = store.grasped("ball:r=40mm,mass=8", grip=5.0, tries=2, controller="example", on="table")
    assert clip.verdict is not None and not clip.verdict.ok and clip.verdict.advice
    line = explain_drop(clip, "ball")
    assert "grip needed at least 98.1 N" in line or "no finger pressed" in line
    assert "\n" not in line
