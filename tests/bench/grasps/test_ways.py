"""Ways that differ in place, approach or digits are counted; a millimetre is no difference."""

from types import SimpleNamespace

import numpy as np
from tests.gripped_clip import gripped_clip
from tests.quality.judge.test_came_from import coming

from prehensile.bench.grasps import ways as module
from prehensile.bench.grasps.thing import Thing
from prehensile.bench.grasps.ways import different, measured_ways
from prehensile.control.attempt.cost import note_play
from prehensile.errors import InputError


def test_a_way_counts_if_it_differs_from_all_before_it() -> None:
    here = gripped_clip()
    assert different([], "ball") == 0
    assert different([here, here], "ball") == 1
    assert different([here, gripped_clip(where=(0.029, 0, 0))], "ball") == 1
    assert different([here, gripped_clip(where=(0.031, 0, 0))], "ball") == 2
    pinched = gripped_clip(pressing={"thumb": 2.0, "index": 2.0})
    assert different([here, pinched, here], "ball") == 2
    above, aside = (coming(np.array(way)) for way in ((0.0, 0, 0.3), (0.3, 0, 0.1)))
    steep = coming(np.array([0.1, 0, 0.3]))
    assert different([above, steep], "ball") == 1
    assert different([above, aside], "ball") == 2


def test_planning_is_all_but_the_plays_that_are_shown(monkeypatch) -> None:
    clip = gripped_clip(meta={"style": "disk", "pose": "a"})

    def two_ways(_obj, n):
        note_play(clip.meta, -10.0)  # one play that is shown and took ten seconds more than it did
        return [clip, clip][:n]

    monkeypatch.setattr(module, "ways", two_ways)
    monkeypatch.setattr(module, "judge_held", lambda *_: SimpleNamespace(held=True))
    ball = SimpleNamespace(name="ball")
    row = measured_ways("dev", Thing("ball", lambda: ball, lambda: None))  # type: ignore[arg-type]
    assert (row["ways"], row["held"]) == (1, 2)
    assert row["cpu_s"] >= 0.0 and row["plan_cpu_s"] == 0.0


def test_what_is_refused_has_no_ways() -> None:
    def load():
        raise InputError("it is not closed.")

    row = measured_ways("dev", Thing("torn", load, lambda: None))  # type: ignore[arg-type]
    assert row["ways"] == 0 and row["line"] == "it is not closed."
