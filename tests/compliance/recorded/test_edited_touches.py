"""Touches that somebody edited come in, and nothing else does."""

import json

import pytest
from tests.compliance.sessions import made_session

from prehensile.compliance.recorded.edited_touches import read_touches, with_edited
from prehensile.errors import FileError

ROW = {"contact": "index", "onset": 1.0, "settled": 1.02, "end": 1.5}


def test_they_take_the_place_of_those_found(tmp_path) -> None:
    path = tmp_path / "touches.json"
    path.write_text(json.dumps([ROW]))
    recording = with_edited(made_session(0, 1).recording, path)
    assert [tuple(touch) for touch in recording.touches] == [("index", 1.0, 1.02, 1.5, "edited")]


@pytest.mark.parametrize(
    "rows", [[], {}, [1], [{"contact": "index"}], [ROW | {"end": 0.5}], [ROW | {"onset": "soon"}]]
)
def test_other_files_are_refused(rows, tmp_path) -> None:
    path = tmp_path / "touches.json"
    path.write_text(json.dumps(rows))
    with pytest.raises(FileError, match="cannot read"):
        read_touches(path)


def test_a_contact_that_nobody_named_is_refused(tmp_path) -> None:
    path = tmp_path / "touches.json"
    path.write_text(json.dumps([ROW | {"contact": "toe"}]))
    with pytest.raises(FileError, match="toe"):
        with_edited(made_session(0, 1).recording, path)
