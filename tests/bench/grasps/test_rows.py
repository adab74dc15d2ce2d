"""Rows are kept one by one: the last of a thing counts, half a line is passed over."""

import pytest

from prehensile.bench.grasps.rows import FILE, clip_path, keep_row, kept_rows
from prehensile.cache import kind_folder


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))


def test_the_last_row_of_a_thing_counts() -> None:
    assert kept_rows("dev") == {}
    for held in (False, True):
        keep_row({"set": "dev", "thing": "mug", "held": held})
    keep_row({"set": "judged", "thing": "mug", "held": False})
    assert kept_rows("dev") == {"mug": {"set": "dev", "thing": "mug", "held": True}}


def test_an_interrupted_line_costs_no_other() -> None:
    keep_row({"set": "dev", "thing": "mug"})
    path = kind_folder("grasps") / FILE
    with path.open("a") as file:
        file.write('{"set": "dev", "thi\n[1]\n')
    keep_row({"set": "dev", "thing": "pen"})
    assert list(kept_rows("dev")) == ["mug", "pen"]


def test_clips_lie_beside_by_a_name_that_files_may_have() -> None:
    path = clip_path("dev", "mesh:mug")
    assert path.parent.is_dir() and path.name == "mesh-mug.npz"
