"""The area: figures from rows, recording that goes on where it was, and what it refuses."""

import json

import pytest

from prehensile.bench import grasps
from prehensile.bench.grasps.rows import keep_row, kept_rows, todays_code
from prehensile.bench.grasps.thing import Thing
from prehensile.errors import UnknownNameError


@pytest.fixture
def two(tmp_path, monkeypatch):
    """Two things to develop on, none to judge, and a grasp that costs nothing."""
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    things = tuple(Thing(name, lambda: None, lambda: None) for name in ("cup", "pan"))  # type: ignore
    monkeypatch.setattr(grasps, "listed", lambda which: things if which == "dev" else ())
    monkeypatch.setattr(grasps, "demo_seconds", lambda: 7.0)
    made = []

    def measured(which, thing, **asked):
        made.append(thing.name)
        return {"set": which, "thing": thing.name, "held": False, "handle": False,
                "code": todays_code()}  # fmt: skip

    monkeypatch.setattr(grasps, "measured_grasp", measured)
    return made


def test_recording_goes_on_where_it_was(two) -> None:
    keep_row({"set": "dev", "thing": "cup", "held": True, "code": todays_code()})
    told = []
    grasps.record("dev", lambda *numbers: told.append(numbers))
    assert two == ["pan"] and told == [(0, 1), (1, 1)]
    grasps.record("dev", lambda *_: None)
    assert two == ["pan"]
    grasps.record("dev", lambda *_: None, ["cup"])
    assert two == ["pan", "cup"] and not kept_rows("dev")["cup"]["held"]


def test_what_other_code_measured_is_measured_again(two) -> None:
    keep_row({"set": "dev", "thing": "cup", "held": False, "handle": False, "code": "before"})
    assert grasps.run(lambda _: None)["recorded_by_other_code"] == 1
    grasps.record("dev", lambda *_: None)
    assert two == ["cup", "pan"]
    assert grasps.run(lambda _: None)["recorded_by_other_code"] == 0


def test_unknown_sets_and_things_are_refused(two, run_cli) -> None:
    for asked in (("mine", None), ("dev", ["mine"])):
        with pytest.raises(UnknownNameError, match="mine"):
            grasps.record(asked[0], lambda *_: None, asked[1])
    run_cli("bench", "grasps", "--things", "cup").assert_refused("--record")
    run_cli("bench", "compliance", "--record", "judged", "--things", "a").assert_refused("--things")
    assert two == []


def test_all_figures_are_there_and_those_not_recorded_are_null(two, run_cli) -> None:
    ran = run_cli("bench", "grasps", "--record", "dev", "--json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert list(found) == list(dict.fromkeys([*found, *grasps.REFERENCE]))
    assert found["dev"]["tried"] == 2 and found["dev"]["human"] == 0.0
    assert found["judged"] is None and found["demo_s"] == 7.0
    assert found["where_met"] is None and found["table_held"] is None
    assert found["missing"] and all("--record" in line for line in found["missing"])
