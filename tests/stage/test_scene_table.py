"""The list of scenes."""

import re
from pathlib import Path

import pytest

from prehensile.errors import MissingExtraError, UnknownNameError
from prehensile.extras import EXTRA_OF_PACKAGE
from prehensile.stage import scenes
from prehensile.stage.scene_table import SCENES, SceneEntry, find_scene, scene_titles


def test_every_file_of_a_scene_has_one_line_in_the_table():
    files = {p.stem for p in Path(scenes.__path__[0]).glob("*.py")} - {"__init__"}
    modules = {re.search(r"\.(\w+):", str(entry.make))[1] for entry in SCENES.values()}
    assert set(SCENES) == modules == files


def test_titles_are_for_people():
    titles = scene_titles()
    assert [t.name for t in titles] == list(SCENES)
    assert all(t.line.endswith(".") and t.missing == "" for t in titles)


def test_a_scene_that_does_not_exist_names_those_that_do():
    with pytest.raises(UnknownNameError, match="grasp"):
        find_scene("grsp")


def test_a_missing_package_hides_that_scene_only(monkeypatch):
    monkeypatch.setitem(EXTRA_OF_PACKAGE, "no_such_package", "some")
    entry = SceneEntry("A", "…", "prehensile.stage.scenes.pose:PoseStage", ("no_such_package",))
    assert "prehensile[some]" in entry.missing()
    with pytest.raises(MissingExtraError):
        entry.start(None)
    assert [t.missing == "" for t in scene_titles({"a": entry, "drop": SCENES["drop"]})] == [
        False,
        True,
    ]
