"""Damage is damage, and a command's results do not change by it."""

import numpy as np
import pytest

from prehensile.bench.hardening import damaged_caches
from prehensile.cache import cached


@pytest.mark.parametrize("way", damaged_caches.DAMAGES)
def test_every_way_changes_a_file(tmp_path, rng, way):
    path = tmp_path / "a"
    for content in (bytes(2000), rng.bytes(2000)):
        path.write_bytes(content)
        damaged_caches.damage(path, way, rng, b"other")
        assert not path.is_file() or path.read_bytes() != content
        damaged_caches._remove(path)


def _kept():
    return [np.array(cached("skin", b"a", lambda: b"whole", len))]


def _trusting():
    """A reader that believes what lies there."""
    (path,) = (damaged_caches.cache_folder() / "skin").iterdir()
    return [np.frombuffer(path.read_bytes(), np.uint8)]


def test_what_is_made_anew_is_no_failure(monkeypatch):
    monkeypatch.setattr(damaged_caches, "RESULTS", (_kept,))
    found = damaged_caches.damaged_caches(3, rounds=9)
    assert found == {"damaged_caches": 9, "damaged_cache_failures": 0}


@pytest.mark.parametrize("way", ["folder", "noise"])
def test_results_that_fail_or_change_are_counted(monkeypatch, way):
    made = []

    def first_made():
        return [] if made else made.append(1) or _kept()[:0]

    monkeypatch.setattr(damaged_caches, "RESULTS", (first_made, _trusting))
    monkeypatch.setattr(damaged_caches, "DAMAGES", (way,))
    found = damaged_caches.damaged_caches(3, rounds=3)
    assert found == {"damaged_caches": 3, "damaged_cache_failures": 3}


@pytest.mark.long
def test_every_kind_of_result_survives_two_rounds():
    found = damaged_caches.damaged_caches(23, rounds=2)
    assert found["damaged_caches"] >= 8 and found["damaged_cache_failures"] == 0
