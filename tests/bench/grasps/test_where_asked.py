"""Requests are drawn once for a seed; met and missed ones are told apart."""

import numpy as np
import pytest
from tests.gripped_clip import gripped_clip
from tests.quality.judge.test_came_from import coming

from prehensile.bench.grasps.make.draw import drawn_things
from prehensile.bench.grasps.where_asked import (
    FACES_TABLE,
    is_met,
    requests,
    surface_point,
    where_figures,
)
from prehensile.control.place.stand import stand_pose
from prehensile.lie import se3
from prehensile.world.catalogue import load_object


def test_twenty_requests_and_the_same_ones_again() -> None:
    things = drawn_things(500)
    first, again = requests(501, things), requests(501, things)
    assert len(first) == 20 and len({r.name for r in first}) == 20
    assert [r.name for r in first] == [r.name for r in again]
    assert [r.name for r in first] != [r.name for r in requests(502, things)]
    box = load_object("box")
    kinds = [next(iter(r.asks(box))) for r in first]
    assert (kinds.count("where"), kinds.count("avoid"), kinds.count("approach")) == (10, 5, 5)
    assert [r.asks(box) for r in first] == [r.asks(box) for r in again]


def test_points_lie_on_the_surface_and_do_not_face_the_table() -> None:
    box = load_object("box")
    up = se3.from_pose7(stand_pose(box))[2, :3]
    for seed in range(20):
        point = np.array(surface_point(box, seed))
        # A point of a box lies on one of its faces; the one below faces the table.
        to_faces = np.abs(np.abs(point) - box.extents / 2)
        assert to_faces.min() == pytest.approx(0, abs=1e-9)
        assert point @ up > (box.vertices @ up).min() + 1e-6
    assert FACES_TABLE < 0


def test_what_is_asked_is_met_or_not() -> None:
    clip = gripped_clip(where=(0.01, 0.0, 0.0))
    assert is_met(clip, "ball", {"where": (0.034, 0.0, 0.0)})
    assert not is_met(clip, "ball", {"where": (0.036, 0.0, 0.0)})
    assert is_met(clip, "ball", {"avoid": (0.051, 0.0, 0.0, 0.04)})
    assert not is_met(clip, "ball", {"avoid": (0.049, 0.0, 0.0, 0.04)})
    above = coming(np.array([0.0, 0.0, 0.4]))
    assert is_met(above, "ball", {"approach": (0.5, 0.0, 1.0)})
    assert not is_met(above, "ball", {"approach": (0.7, 0.0, 1.0)})


def test_figures_count_the_met_and_the_refused() -> None:
    assert where_figures({}) == {"where_met": None, "where_refused": None}
    rows = {"a": {"met": True, "refused": False}, "b": {"met": False, "refused": True}}
    assert where_figures(rows) == {"where_met": 1, "where_refused": 1}
