"""Many recordings in one ZIP."""

import zipfile

import pytest

from prehensile.capture.recording import packed
from prehensile.capture.recording.packed import load, recordings_in
from prehensile.errors import FileError

FORCE = "Fx,Fy,Fz,Tx,Ty,Tz,Timestamp\n" + "".join(f"1,2,3,4,5,6,{k}.5\n" for k in range(3))


def write(path, **members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), text)
    return path


def test_all_400_recordings_of_the_reference_import(reference_data):
    path = reference_data("force", "texture_exploration", "raw_force_400.zip")
    found = dict(recordings_in(path))
    assert len(found) == 400 and "July3_1_force_data_1" in found
    assert {r["force"].kind for r in found.values()} == {"wrenches"}


def test_names_lead_nowhere_else(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("../../x.csv", "/etc/y.csv", "a/b.csv", "a_b.csv", "readme.txt", "...csv"):
            archive.writestr(name, FORCE)
    names = [name for name, _ in recordings_in(path)]
    assert names == ["x", "etc_y", "a_b", "a_b_2", "recording"]


def test_one_recording_is_read_as_such_and_several_are_not(tmp_path):
    assert load(write(tmp_path / "a.zip", a_dot_csv=FORCE)).names == ("force",)
    with pytest.raises(FileError, match="several"):
        load(write(tmp_path / "b.zip", a_dot_csv=FORCE, b_dot_csv=FORCE))


def test_bad_archives_are_one_line(tmp_path, monkeypatch):
    with pytest.raises(FileError, match="no recording"):
        load(write(tmp_path / "a.zip", a_dot_txt="x"))
    with pytest.raises(FileError, match=r"bad.csv"):
        load(write(tmp_path / "b.zip", bad_dot_csv="x,y\n1,2\n"))
    (tmp_path / "c.zip").write_bytes(b"PK\x03\x04" + bytes(50))
    with pytest.raises(FileError, match="ZIP"):
        load(tmp_path / "c.zip")
    monkeypatch.setattr(packed, "MOST_MEMBER", 10)
    with pytest.raises(FileError, match="too large"):
        load(write(tmp_path / "d.zip", a_dot_csv=FORCE))
    monkeypatch.setattr(packed, "MOST_ALL", 10)
    with pytest.raises(FileError, match="more than"):
        load(write(tmp_path / "d.zip", a_dot_csv=FORCE))
