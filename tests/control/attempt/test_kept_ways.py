"""Ways beyond the first come back bit by bit, and know whether there are more."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt.kept_plans import planned_anew
from prehensile.control.attempt.kept_ways import keep_ways, kept_ways
from prehensile.control.place.candidate import Candidate


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))


def attempt(rng):
    q, T = rng.normal(size=(3, 23)), rng.normal(size=(2, 4, 4))
    way = Candidate(
        "wrap", *q, *T, rng.normal(size=3), 1.5, 4, q[0], q[1] > 0, 0.001, 2.5,
        rng.normal(size=(5, 3)),
    )  # fmt: skip
    meta = {"controller": "example", "example": "disk", "on": "table", "rehearsed": 1}
    return SimpleNamespace(candidate=way, clip=SimpleNamespace(meta=meta), human=True)


@pytest.mark.parametrize("ended", [True, False])
def test_what_was_kept_comes_back(rng, ended):
    found = [attempt(rng), attempt(rng)]
    keep_ways(b"key", found, ended)
    kept = kept_ways(b"key")
    assert kept is not None and kept.ended is ended and len(kept.plans) == 2
    for plan, one in zip(kept.plans, found, strict=True):
        np.testing.assert_array_equal(plan.candidate.T_object_palm, one.candidate.T_object_palm)
        np.testing.assert_array_equal(plan.candidate.touched, one.candidate.touched)
        assert (plan.style, plan.on, plan.said) == ("disk", "table", {"rehearsed": 1})
    # Two beyond the first are three ways.
    assert kept.suffice(3) and kept.suffice(4) is ended


def test_nothing_comes_of_another_key_nor_where_all_is_planned_anew(rng):
    keep_ways(b"key", [attempt(rng)], True)
    assert kept_ways(b"other") is None and kept_ways(None) is None
    with planned_anew():
        assert kept_ways(b"key") is None
    assert kept_ways(b"key") is not None


def test_without_a_key_nothing_is_kept(rng, tmp_path):
    keep_ways(None, [attempt(rng)], True)
    assert not list(tmp_path.rglob("*"))
