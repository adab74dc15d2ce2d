"""Recordings are kept whole or not at all, and those of other sensors are refused."""

import json

import pytest
from tests.workers_here import workers_here

from prehensile.bench.compliance import kept_sessions as kept
from prehensile.bench.hardening.damaged_caches import DAMAGES, damage
from prehensile.capture.lab.session import lab_session
from prehensile.errors import FileError


@pytest.fixture(scope="module")
def session():
    """A short one."""
    return lab_session("explore", 3, contacts=1)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def kept_one(session, monkeypatch):
    """It, kept."""
    monkeypatch.setattr(kept, "lab_session", lambda *_: session)
    kept.record_session("explore", 3)
    return kept.folder_of("explore", 3)


def test_a_session_comes_back_with_what_made_it(kept_one):
    assert kept.is_kept("explore", 3) and not kept.is_kept("explore", 4)
    (found,) = kept.kept_sessions("explore", range(6))
    assert found.seed == 3 and found.truth.facts["task"] == "explore"
    note = json.loads((kept_one / kept.NOTE).read_text())
    assert set(note) == {"task", "seed", "prehensile", "commit", "code", "configuration", "files"}
    assert not kept.by_other_code("explore", 3)
    assert [p.name for p in kept_one.parent.iterdir()] == ["explore-3"]


def test_what_was_made_by_other_code_is_known(kept_one):
    note = kept_one / kept.NOTE
    note.write_text(json.dumps({**json.loads(note.read_text()), "code": "another"}))
    assert kept.by_other_code("explore", 3) and kept.is_kept("explore", 3)


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_nothing_half_written_stays(session, monkeypatch, error, own_cache):
    def write(session, folder):
        (folder / "recording.h5").write_bytes(b"half")
        raise error

    monkeypatch.setattr(kept, "lab_session", lambda *_: session)
    monkeypatch.setattr(kept, "write_session", write)
    with pytest.raises((KeyboardInterrupt, FileError)):
        kept.record_session("explore", 3)
    assert not kept.is_kept("explore", 3)
    assert not list((own_cache / "compliance").iterdir())


def test_other_sensors_are_refused_in_words(kept_one, monkeypatch):
    monkeypatch.setattr(kept, "digest", lambda: "0123456789abcdef")
    assert not kept.is_kept("explore", 3)
    with pytest.raises(FileError, match=r"other sensors .*--record development"):
        kept.kept_session("explore", 3)
    with pytest.raises(FileError, match="not recorded yet"):
        kept.kept_session("explore", 1000)


def test_a_damaged_note_counts_as_missing(kept_one):
    (kept_one / kept.NOTE).write_text("{")
    assert not kept.is_kept("explore", 3)


@pytest.mark.parametrize("way", DAMAGES)
@pytest.mark.parametrize("name", [kept.RECORDING, kept.TRUTH])
def test_a_damaged_session_counts_as_missing(kept_one, rng, name, way):
    """So that it is recorded again, and no bench ends by it."""
    damage(kept_one / name, way, rng, b"something else")
    assert not kept.is_kept("explore", 3)
    assert not list(kept.kept_sessions("explore", [3]))


def test_recording_goes_on_where_it_stopped(kept_one, monkeypatch):
    made, told = [], []
    monkeypatch.setattr(kept, "workers", workers_here)
    monkeypatch.setattr(kept, "record_session", lambda task, seed: made.append((task, seed)))
    wanted = [("explore", 3), ("explore", 4), ("box", 0), ("box", 0)]
    kept.record_missing(wanted, lambda *done: told.append(done))
    assert made == [("explore", 4), ("box", 0)] and told == [(0, 2), (1, 2), (2, 2)]


def test_seeds_are_apart():
    assert not set(kept.JUDGED) & set(kept.DEVELOPMENT)
    assert max(kept.DEVELOPMENT) < 100 and list(kept.JUDGED) == list(range(1000, 1020))
