"""Figures of files on small recordings."""

import pytest

from prehensile.bench.capture import files

pytest.importorskip("h5py", reason="needs h5py: pip install 'prehensile[capture]'")


def test_all_named_data_import(reference_data):
    reference_data("force", "texture_exploration")
    assert files.imports_ok()


def test_imports_are_not_ok_without_the_data(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    assert not files.imports_ok()


def test_recordings_come_back():
    pytest.importorskip("ezc3d", reason="C3D needs ezc3d: pip install 'prehensile[mocap]'")
    assert files.round_trip_equal()


def test_a_file_is_small_and_read():
    assert 1.0 < files.file_overhead(seconds=12) <= 1.1
    assert files.read_mb_per_s(minutes=0.1) > 1


def test_a_difference_is_seen():
    one, other = files.full_recording(60), files.full_recording(61)
    assert files.raw_bytes(one) < files.raw_bytes(other)
    assert files._same(one["nano"], one["nano"])
    assert not files._same(one["nano"], other["nano"])
