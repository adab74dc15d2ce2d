"""The reason of a drop names what was needed, what there was, and the weakest direction."""

from prehensile.control.grasp import grasp
from prehensile.quality.explain import explain_drop
from prehensile.world.objects.primitives import ball


def test_a_ball_too_heavy_for_its_grip():
    clip = grasp(ball(0.035, 6.0, name="shot"), grip=6.0, tries=2)
    assert clip.verdict is not None and not clip.verdict.ok and clip.verdict.advice
    line = explain_drop(clip, "shot")
    assert "grip needed at least 73.6 N" in line or "no finger pressed" in line
    assert "\n" not in line
