"""The area as a whole: figures of both sets, what is missing said with the command for it."""

import pytest
from tests.workers_here import workers_here

from prehensile.bench import compliance
from prehensile.capture.lab.tasks.catalogue import find_task
from prehensile.errors import UnknownNameError


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))


def test_without_sessions_everything_missing_is_said(run_cli):
    ran = run_cli("bench", "compliance")
    assert ran.code == 0 and "no figure" in ran.out
    told = " ".join(ran.out.split())
    assert "explore 0–19" in told and "--record" in told
    found = compliance.run(lambda text: None)
    assert set(found) == set(compliance.REFERENCE) and found["sessions"] == 0
    assert len(found["missing"]) == 2
    assert found["missing"][0].endswith(": prehensile bench compliance --record development")
    assert "explore 1000–1019" in found["missing"][1]


def test_figures_are_told_apart_by_set(monkeypatch):
    # Of seed 1001 nothing was recorded, of the second task only seed 0 is wanted.
    part = compliance.Part({"explore": 3, "scratch": 1}, len, told, {"sum": ""})
    monkeypatch.setattr(compliance, "PARTS", (part,))
    monkeypatch.setattr(compliance.kept, "is_kept", lambda task, seed: seed != 1001)
    monkeypatch.setattr(compliance.kept, "by_other_code", lambda task, seed: seed == 2)
    monkeypatch.setattr(compliance, "workers", workers_here)
    given = []
    monkeypatch.setattr(
        compliance, "_worked", lambda number, seed, tasks: given.append((seed, *tasks)) or seed
    )
    found = compliance.run(lambda text: None)
    assert (found["sum"], found["sum_dev"], found["sessions"]) == (2002, 3, 7)
    assert found["missing"] == ["explore 1001: prehensile bench compliance --record judged"]
    assert found["recorded_by_other_code"] == ["explore 2"] and found["above_twin"] == ["sum"]
    assert given[:2] == [(0, "explore", "scratch"), (1, "explore", None)]


def told(ones):
    return {"sum": sum(ones), "not asked for": 1}


def test_every_part_says_what_is_asked_of_its_figures():
    for part in compliance.PARTS:
        assert part.reference and part.seeds
        assert all(0 < count <= 20 for count in part.seeds.values())
        assert all(find_task(task) for task in part.seeds)


JUDGED = """
median_rel_err median_rel_err_joint median_rel_err_by_kind median_rel_err_calibrated
median_rel_err_fsr coverage_90 coverage_90_fsr interval_width_90 flagged_fraction flagged_correctly
endpoint_agreement young_rel_err pad_stiffness_rel_err reference_rms_deg task_ratio
seconds_per_minute_of_recording
"""


def test_every_figure_that_is_judged_is_told_twice():
    for name in JUDGED.split():
        assert name in compliance.REFERENCE and f"{name}_dev" in compliance.REFERENCE


def test_what_to_record_is_what_the_figures_need():
    judged, all_of_them = compliance.wanted("judged"), compliance.wanted("all")
    assert ("explore", 1019) in judged and ("explore", 0) not in judged
    assert set(judged) | set(compliance.wanted("development")) == set(all_of_them)
    with pytest.raises(UnknownNameError, match="development"):
        compliance.wanted("some")


def test_sessions_are_listed_as_ranges():
    ones = [("box", 0), ("explore", 0), ("explore", 1), ("explore", 2), ("explore", 5)]
    assert compliance.listed(ones) == ["box 0", "explore 0–2", "explore 5"]


def test_recording_is_asked_for_in_the_command(run_cli, monkeypatch):
    asked = []
    monkeypatch.setattr(compliance.kept, "record_missing", lambda ones, _: asked.append(ones))
    monkeypatch.setattr(compliance, "run", lambda progress: {"sessions": 1})
    assert run_cli("bench", "compliance", "--record", "judged").code == 0
    assert asked == [compliance.wanted("judged")]
    run_cli("bench", "compliance", "--record", "mine").assert_refused("mine", "development")
    run_cli("bench", "ik", "--record", "all").assert_refused("reads no recordings")
