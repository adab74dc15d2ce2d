"""``prehensile figures``: drawn where it is said, and said where it is drawn."""

import sys
from types import ModuleType

import pytest

from prehensile.cli.grammar import options


@pytest.fixture
def area(monkeypatch):
    """An area that draws two files, whose folder must be there."""
    module = ModuleType("prehensile.figures.dots")

    def draw(folder):
        paths = [folder / "one.png", folder / "two.png"]
        for path in paths:
            path.write_bytes(b"picture")
        return paths

    module.draw = draw
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(options, "areas_of", lambda package: ("dots",))


def test_paths_of_what_was_drawn_are_all_of_stdout(area, run_cli, tmp_path):
    ran = run_cli("figures", "dots", "--out", tmp_path / "deep" / "out")
    folder = tmp_path / "deep" / "out" / "figures"
    assert ran.code == 0 and ran.err == ""
    assert ran.out.splitlines() == [str(folder / "one.png"), str(folder / "two.png")]
    assert {p.name for p in folder.iterdir()} == {"one.png", "two.png"}


def test_an_unknown_area_is_refused_before_a_folder_is_made(area, run_cli, tmp_path):
    run_cli("figures", "dits", "--out", tmp_path / "out").assert_refused("'dits'", "dots")
    assert not (tmp_path / "out").exists()
    (tmp_path / "file").write_text("in the way")
    run_cli("figures", "dots", "--out", tmp_path / "file").assert_refused("file", "--out")
