"""The row of a clip, and of what is refused."""

import pytest
from tests.gripped_clip import gripped_clip

from prehensile.bench.grasps.box import Box
from prehensile.bench.grasps.one_grasp import clip_row, measured_grasp, share_inside
from prehensile.bench.grasps.thing import Thing
from prehensile.control.attempt.cost import WAY, Cost
from prehensile.errors import InputError

AROUND = Box((-0.01, -0.01, -0.01), (0.01, 0.01, 0.01))


def test_force_counts_as_on_the_handle_where_it_presses() -> None:
    here, beside = gripped_clip(), gripped_clip(where=(0.02, 0.0, 0.0))
    assert share_inside(here, "ball", (AROUND,)) == pytest.approx(1.0)
    assert share_inside(beside, "ball", (AROUND,)) == 0.0


def test_a_real_clip_gives_a_whole_row(store) -> None:
    clip = store.grasped("mug")
    handle = (Box((0.044, -0.009, 0.006), (0.078, 0.009, 0.092)),)
    way = tuple(clip.meta.get(key) for key in WAY)
    row = clip_row(clip, "mug", handle, Cost([(way, 1.5)], 4.0, first_held=True))
    assert row["held"] and row["first"]
    assert row["style"] == clip.meta["example"]
    assert 0.0 <= row["on_handle"] <= 1.0
    assert row["human"] == all(row["items"].values())
    assert (row["plan_cpu_s"], row["play_cpu_s"]) == (2.5, 1.5)


def test_what_is_refused_is_tried_and_not_held(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))

    def load():
        raise InputError("it is not closed.")

    thing = Thing("torn", load, lambda: None, "handle", (AROUND,))  # type: ignore[arg-type]
    row = measured_grasp("dev", thing)
    assert (row["set"], row["thing"], row["held"]) == ("dev", "torn", False)
    assert row["line"] == "it is not closed." and row["handle"]
