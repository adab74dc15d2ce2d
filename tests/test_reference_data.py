from pathlib import Path

import pytest

import prehensile
from prehensile.errors import FileError
from prehensile.reference_data import reference_data, reference_data_folder


def test_the_environment_says_where_it_lies(tmp_path, monkeypatch):
    (tmp_path / "objects").mkdir()
    (tmp_path / "objects" / "x.obj").write_text("v 0 0 0\n")
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    assert reference_data("objects", "x.obj").read_text() == "v 0 0 0\n"
    assert reference_data("objects") == tmp_path / "objects"
    assert reference_data() == tmp_path


@pytest.mark.parametrize("value", [None, ""])
def test_otherwise_it_is_looked_for_beside_the_working_copy(monkeypatch, value):
    monkeypatch.delenv("PREHENSILE_DATA", raising=False)
    if value is not None:
        monkeypatch.setenv("PREHENSILE_DATA", value)
    found = reference_data_folder()
    assert found.parts[-2:] == ("shared", "data")
    assert Path(prehensile.__file__).resolve().is_relative_to(found.parents[1])


def test_what_is_missing_is_one_line_that_says_what_to_set(tmp_path, monkeypatch):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    with pytest.raises(FileError, match="PREHENSILE_DATA") as caught:
        reference_data("hands", "none.xml")
    assert str(tmp_path / "hands" / "none.xml") in str(caught.value)
    assert "\n" not in str(caught.value) and not list(tmp_path.iterdir())
