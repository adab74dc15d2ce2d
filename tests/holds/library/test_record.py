"""Results as files: found again with the same seed, and never half there."""

import json

import numpy as np
import pytest
import trimesh
from tests.holds.library.test_library import result

from prehensile.errors import FileError
from prehensile.holds.kinds.kinds import find_hold
from prehensile.holds.library.record import read_result, result_path, write_result
from prehensile.holds.library.report import summary


def test_a_result_is_found_again_with_its_seed(tmp_path):
    path = result_path(tmp_path, find_hold("edge:3"), "design")
    assert read_result(path, 0) is None
    write_result(path, result("design", 123.0))
    again = read_result(path, 0)
    assert again is not None and again.strength == 123.0 and not again.supported
    np.testing.assert_array_equal(again.grasp.q, result("design", 1.0).grasp.q)
    assert read_result(path, 1) is None and read_result(path, 0, push=True) is None
    assert result_path(tmp_path, find_hold("edge:3"), "design", push=True) != path


def test_a_mesh_that_was_changed_is_another_hold(tmp_path):
    paths = []
    for depth in (0.03, 0.04):
        trimesh.creation.box((0.1, depth, 0.03)).export(tmp_path / "mine.stl")
        paths.append(result_path(tmp_path, find_hold(str(tmp_path / "mine.stl")), "design"))
    assert paths[0] != paths[1] and all(p.name.startswith("mine.stl-") for p in paths)


def test_a_damaged_one_is_one_line(tmp_path):
    path = result_path(tmp_path, find_hold("edge"), "left")
    for content in ("{", "[]", json.dumps({"grasp": {}})):
        path.write_text(content)
        with pytest.raises(FileError, match=r"edge\.left\.json"):
            read_result(path, 0)


def test_a_summary_lists_all():
    found = summary([result("design", 200.0), result("left", 100.0), result("right", 160.0)], 7)
    assert (found["tried"], found["supported"], found["strength_N"]) == (3, 2, 160.0)
    assert found["seed"] == 7 and [h["supported"] for h in found["holds"]] == [True, False, True]
