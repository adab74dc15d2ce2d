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
    "rows",
    [[], {}, [1], [{"contact": "index"}], [ROW | {"onset": "soon"}], [ROW | {"end": float("inf")}]],
)
def test_other_files_are_refused(rows, tmp_path) -> None:
    path = tmp_path / "touches.json"
    path.write_text(json.dumps(rows))
    with pytest.raises(FileError, match="cannot read"):
        read_touches(path)


@pytest.mark.parametrize(
    ("change", "said"), [({"contact": "toe"}, "toe"), ({"end": 0.5}, "in order")]
)
def test_touches_that_the_recording_cannot_have_are_refused(change, said, tmp_path) -> None:
    path = tmp_path / "touches.json"
    path.write_text(json.dumps([ROW | change]))
    with pytest.raises(FileError, match=said):
        with_edited(made_session(0, 1).recording, path)
