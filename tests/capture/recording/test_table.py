"""Tables with a description beside them, known ones, and those of the reference data."""

import json

import numpy as np
import pytest

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.table import load, read_description
from prehensile.errors import FileError

HEAD = {"format": "prehensile-table", "version": 1}
TABLE = "t,a0,a1,fx,fy,fz\n0,1,2,3,4,5\n10,6,7,,,\n20,nan,9,1,2,3\n"
SAID = {
    **HEAD,
    "time": {"column": "t", "scale": 0.001},
    "streams": [
        {"name": "fsr", "kind": "voltages", "scale": 0.001, "channels": {"thumb": "a0", "b": "a1"}},
        {"name": "f", "kind": "force_vectors", "channels": {"tip": ["fx", "fy", "fz"]},
         "clock": "card", "sensor": {"model": "x"}},
    ],
    "clocks": {"card": [0.5, 1.0, "trigger"]},
    "meta": {"who": "me"},
}  # fmt: skip


def write(folder, table=TABLE, said=SAID):
    (folder / "x.csv").write_text(table)
    if said is not None:
        (folder / "x.json").write_text(said if isinstance(said, str) else json.dumps(said))
    return folder / "x.csv"


def test_columns_become_streams(tmp_path):
    found = Recording.load(write(tmp_path))
    fsr, force = found["fsr"], found["f"]
    np.testing.assert_allclose(fsr.time, [0, 0.01, 0.02])
    np.testing.assert_allclose(fsr.values, [[0.001, 0.002], [0.006, 0.007], [np.nan, 0.009]])
    assert fsr.channels == ("thumb", "b") and fsr.flags.tolist() == [[0, 0], [0, 0], [1, 0]]
    assert force.values[:, 0].tolist() == [[3, 4, 5], [1, 2, 3]], "a blank row is no sample"
    np.testing.assert_allclose(found.time("f"), [0.5, 0.52])
    assert found.meta["who"] == "me"


def test_a_rate_stands_for_times_and_a_description_may_be_named(tmp_path):
    said = {**SAID, "time": {"rate_hz": 50}, "clocks": {}}
    path = write(tmp_path, said=None)
    other = tmp_path / "other.json"
    other.write_text(json.dumps(said))
    np.testing.assert_allclose(load(path, other)["fsr"].time, [0, 0.02, 0.04])


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ({**SAID, "time": {"column": "T"}}, "unknown column 'T'"),
        ({**SAID, "time": {}}, "no time"),
        ({**SAID, "time": {"column": "a0"}}, "increase|finite"),
        ({**HEAD, "streams": []}, "no streams"),
        ({"streams": []}, "format"),
        ({**SAID, "version": 3}, "version 3"),
        ("[1, 2", "x.json"),
        ({**SAID, "streams": [{"name": "f", "kind": "magic", "channels": {}}]}, "kind of stream"),
        ({**SAID, "streams": [{"name": "f", "kind": "wrenches", "channels": {"a": ["fx"]}}]},
         "6 columns"),
        ({**SAID, "streams": [{"kind": "forces", "channels": {"a": "fx"}}]}, "name"),
        ({**SAID, "streams": [7]}, "x.csv"),
    ],
)  # fmt: skip
def test_descriptions_that_do_not_fit_are_one_line(tmp_path, said, word):
    with pytest.raises(FileError, match=word) as caught:
        load(write(tmp_path, said=said))
    assert "\n" not in str(caught.value)


def test_columns_that_nobody_described_say_what_to_do(tmp_path):
    with pytest.raises(FileError, match="--describe"):
        load(write(tmp_path, said=None))
    with pytest.raises(FileError, match="No such file"):
        read_description(tmp_path / "none.json")


def test_forces_of_texture_exploration_import(reference_data):
    for path in sorted(reference_data("force", "texture_exploration").glob("*.csv")):
        found = Recording.load(path)["force"]
        theirs = np.loadtxt(path, delimiter=",", skiprows=1)
        assert np.array_equal(found.values[:, 0], theirs[:, :6])
        assert np.array_equal(found.time, theirs[:, 6])
        assert found.unit == "N, Nm" and found.sensor["model"] == "Robotiq FT300-S"
