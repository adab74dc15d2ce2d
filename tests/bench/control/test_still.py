"""Creep of what is held by default: a known drift is found, and what is dropped counts."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.bench.control import still
from prehensile.world.catalogue import load_object


@pytest.mark.long
def test_a_drift_of_known_speed_is_found(store, monkeypatch):
    monkeypatch.setattr(still, "TRIMMED", 1.0)
    clip = store.grasped("cylinder")
    rate = still.crept(clip, load_object("cylinder"))
    body = clip.body("cylinder")
    drifting = replace(body, pose=body.pose + np.outer(clip.time, [0, 0, 1e-3, 0, 0, 0, 0]))
    drifted = still.crept(replace(clip, bodies=tuple(
        drifting if b.name == "cylinder" else b for b in clip.bodies
    )), load_object("cylinder"))  # fmt: skip
    assert rate < 1e-4
    assert drifted == pytest.approx(1e-3, abs=2 * rate)


def test_what_is_dropped_counts_as_creeping_for_ever():
    rates = [1e-7] * 5 + [2e-6] * 3 + [np.inf] * 2
    assert still.figures(rates) == {
        "creep_default_um_s_median": pytest.approx(0.1),
        "creep_default_um_s_p90": np.inf,
    }


def test_the_catalogue_comes_first_and_no_primitive_twice():
    every = still.things(7, ["mug", "pen"])
    assert [name for name, _, _ in every[:2]] == ["mug", "pen"]
    assert len(set(every)) == 2 + still.PRIMITIVES
