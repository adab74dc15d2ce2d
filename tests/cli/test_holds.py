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


def write_boxes(path, *boxes):
    """Boxes (low, high) [m] as one OBJ."""
    corners = [[(a, b, c) for a in x for b in y for c in z] for x, y, z in boxes]
    sides = ["013", "032", "467", "475", "045", "051", "237", "276", "026", "064", "157", "173"]
    rows = [f"v {x} {y} {z}" for box in corners for x, y, z in box]
    rows += [
        "f " + " ".join(str(1 + 8 * n + int(k)) for k in side)
        for n in range(len(boxes))
        for side in sides
    ]
    path.write_text("\n".join(rows))
    return str(path)


def test_meshes_that_are_no_holds_are_one_line(run_cli, tmp_path):
    """Too long; and one that reaches to where the hand would begin, 16 cm before the ridge."""
    long = write_boxes(tmp_path / "long.obj", ((0, 1.4), (-0.1, 0), (0, 0.1)))
    low, ridge = ((0, 0.1), (-0.9, 0), (0, 0.05)), ((0, 0.1), (-0.5, -0.46), (0.051, 0.13))
    inside = write_boxes(tmp_path / "inside.obj", low, ridge)
    for mesh, words in ((long, "1 m"), (inside, "inside the hand")):
        done = run_cli("holds", "test", mesh, "--out", str(tmp_path))
        assert done.code == 2 and words in done.err and len(done.err.splitlines()) == 1


def test_a_damaged_record_of_a_search_is_one_line(run_cli, tmp_path):
    (tmp_path / "holds").mkdir()
    (tmp_path / "holds" / "edge.design.push.json").write_text('{"schema": "prehensile.holds/9"}')
    done = run_cli("holds", "optimise", "edge", "--push", "--out", str(tmp_path))
    assert done.code == 2 and "edge.design.push.json" in done.err
    assert len(done.err.splitlines()) == 1
