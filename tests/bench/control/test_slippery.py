"""Slippery things: the draw, the cone, and what is counted."""

import pytest

from prehensile.bench.control.slippery import (
    FRICTION_FIGURES,
    LABELS,
    THINGS,
    Slippery,
    cases,
    figures,
    inside_cone,
)


def test_every_thing_is_tried_at_every_label():
    every = cases(7)
    assert len(set(every)) == len(every) == THINGS * len(LABELS)


@pytest.mark.long
def test_a_held_cylinder_is_inside_its_cone_and_outside_a_smaller_one(store):
    clip = store.grasped("cylinder")
    friction = clip.meta["bodies"]["cylinder"]["friction"]
    assert inside_cone(clip, "cylinder", friction)
    assert not inside_cone(clip, "cylinder", friction / 2)


def test_only_held_clips_are_asked_for_their_cones():
    found = [Slippery(0.2, False, False), Slippery(0.2, True, True), Slippery(0.5, True, True)]
    result = figures(found)
    assert set(result) == set(FRICTION_FIGURES)
    assert result["friction_ok"] is True
    assert result["friction_held"] == pytest.approx(2 / 3)
    assert result["friction_held_by_label"] == {"0.2": 0.5, "0.5": 1.0}
    assert figures([Slippery(0.2, True, False)])["friction_ok"] is False
