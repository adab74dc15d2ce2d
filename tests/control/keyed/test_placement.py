"""Axes of hand and object, when the object is turned about the vertical to fit."""

from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.keyed.placement import LEANS, PathPlacement
from prehensile.control.keyed.plan import given_palm
from prehensile.control.place.graspable import sections
from prehensile.control.place.style_candidates import style_candidates
from prehensile.lie import se3
from prehensile.world.objects.primitives import box


def _laid(hand, arm, plan, obj):
    made = []

    def keep(*args, **kwargs):
        made.append(PathPlacement(given, *args, **kwargs))
        return made[-1]

    given = given_palm(hand, arm, plan.times, np.eye(3))
    style_candidates(plan.style, hand, obj, np.eye(4), np.random.default_rng(0), 1, "post", keep)
    return made


def test_flat_sides_lie_across_the_line_from_pad_to_pad(hand, arm, plans):
    """A book-like box is turned so that digits press on its broad sides, not on its edges."""
    obj = box((0.03, 0.09, 0.15), 0.1)
    placement = _laid(hand, arm, plans["post"][0], obj)[0]
    placement.worst_fit = 9.0  # any girth
    slices = [s for s in sections(obj, placement.scene.points) if s.across is not None]
    line = placement.opposing(placement.virtual_object()[1])
    found = [(s, T) for s in slices for _, T in placement.placements([s])]
    assert found
    for s, T in found:
        assert s.across is not None
        assert abs(s.across @ T[:3, :3] @ line) / np.linalg.norm(line) >= LEANS - 1e-9
        assert T[2, 2] == pytest.approx(placement.given.R_world_palm[2, 2])  # turned about z only


def test_what_the_hand_would_run_into_on_its_way_is_refused(hand, arm, plans):
    plan = plans["table"][0]
    placement = _laid(hand, arm, plan, box((0.05, 0.05, 0.12), 0.1))[0]
    T, hand_there = plan.candidate.T_object_palm, (placement.opened, placement.given.wrist)
    wall = se3.apply(T @ placement.given.way[3], np.array([[0.08, 0.0, 0.0]]))  # of the palm there
    for points, clear in ((np.array([[9.0, 9.0, 9.0]]), True), (wall, False)):
        other = copy(placement)
        other.scene = replace(placement.scene, points=points, stand=points)
        assert (other.way_in(T, *hand_there) is not None) == clear
