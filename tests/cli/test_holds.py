"""``prehensile holds``: what it lists, and what it refuses in one line."""

import json

import pytest

WRONG = {
    "climb": "list",
    "test crim": "crimp",
    "test crimp:x": "seed",
    "test edge --direction 0,0,0": "zero",
    "test edge --direction 0,0": "three numbers",
    "test edge --direction a,b,c": "three numbers",
    "test edge --random 2": "leave HOLD",
    "test --random 0": "random",
    "play": "needs a HOLD",
    "test nowhere.stl": "nowhere.stl",
}


@pytest.mark.parametrize("words", WRONG)
def test_a_mistake_is_one_line(run_cli, words, tmp_path):
    done = run_cli("holds", *words.split(), "--out", str(tmp_path))
    assert done.code == 2 and WRONG[words] in done.err and len(done.err.splitlines()) == 1
    assert not done.out


def test_the_kinds_are_listed(run_cli):
    done = run_cli("holds", "list", "--json")
    assert done.code == 0
    found = {row["hold"]: row for row in json.loads(done.out)["holds"]}
    assert set(found) == {"jug", "edge", "crimp", "sloper", "pinch", "pocket"}
    assert all(row["strength_N"] > 0 for row in found.values())


def test_a_hold_is_pulled_on_now(run_cli):
    done = run_cli("holds", "test", "crimp", "--json")
    said = json.loads(done.out)
    assert (done.code, said["tried"], said["supported"]) == (0, 1, 1)
    assert said["holds"][0]["strength_N"] >= 150
