"""The figures of the area: records and what is tried now, added up."""

import pytest

from prehensile.bench import hardening

FUZZED = {
    "mutations": 100, "readers": 80, "commit": "abc", "escaped": 1, "crashes": 0, "over_1gb": 2,
    "over_20s": 0, "outside_reads": 3,
}  # fmt: skip
FAULTS = {
    "faults_tried": 150, "faults_broken": 1, "orphans": 2, "half_files": 3, "damaged_caches": 50,
    "damaged_cache_failures": 4,
}  # fmt: skip
STAGE = {"stage_hz_quiet": 60.0, "stage_hz_attacked": 59.0, "stage_log_lines": 3}


@pytest.fixture
def now(monkeypatch):
    kept = {"fuzz": FUZZED, "faults": FAULTS}
    monkeypatch.setattr(hardening, "record", kept.get)
    monkeypatch.setattr(hardening, "fuzz_now", lambda seed: FUZZED | {"seed": seed})
    monkeypatch.setattr(hardening.faults, "one_of_each", lambda seed, progress: FAULTS)
    monkeypatch.setattr(hardening.stage_attack, "attacked", lambda seconds: STAGE)
    return kept


def test_harm_is_that_of_the_records_and_of_now(now):
    found = hardening.run(lambda _: None)
    assert set(found) == set(hardening.REFERENCE)
    assert (found["mutations"], found["mutations_now"], found["readers"]) == (100, 100, 80)
    assert (found["escaped"], found["over_1gb"], found["outside_reads"]) == (2, 4, 6)
    assert (found["faults_tried"], found["faults_broken"], found["damaged_caches"]) == (150, 2, 100)
    assert found["record_commit"] == "abc" and found["stage_log_lines"] == 3


def test_a_seed_is_drawn_afresh(now):
    assert hardening.run(print)["seed"] != hardening.run(print)["seed"]


def test_what_is_not_there_has_no_figure(now, monkeypatch):
    monkeypatch.setattr(hardening, "fuzz_now", lambda seed: None)
    del now["faults"]
    found = hardening.run(lambda _: None)
    assert set(found) == set(hardening.REFERENCE)
    assert found["mutations"] == 100 and found["stage_hz_quiet"] == 60.0
    for name in ("mutations_now", "escaped", "faults_tried", "faults_broken", "orphans"):
        assert found[name] is None
