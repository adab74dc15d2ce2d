"""Tokens that outlive their server by up to a day."""

import os
import stat
import time

import pytest

from prehensile.stage.entrance.kept_token import (
    KEPT_SECONDS,
    fresh_token,
    kept_token,
    new_token,
    token_source,
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PREHENSILE_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "stage"


def age(path, seconds):
    when = time.time() - seconds
    os.utime(path, (when, when))


def test_a_port_has_the_same_token_for_a_day(folder):
    token = kept_token(8080)
    assert kept_token(8080) == token and len(token) >= 32
    assert kept_token(8081) != token
    age(folder / "8080.token", KEPT_SECONDS - 60)
    assert kept_token(8080) == token
    age(folder / "8080.token", KEPT_SECONDS + 1)
    assert kept_token(8080) != token


def test_another_is_drawn_and_kept_on_demand(folder):
    token = kept_token(1)
    another = new_token(1)
    assert another != token and kept_token(1) == another


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_nobody_else_can_read_it(folder):
    old = os.umask(0)
    try:
        kept_token(8080)
    finally:
        os.umask(old)
    assert stat.S_IMODE((folder / "8080.token").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="modes")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o604])
def test_one_that_others_could_read_is_not_used(folder, mode):
    token = kept_token(8080)
    (folder / "8080.token").chmod(mode)
    assert kept_token(8080) != token
    assert stat.S_IMODE((folder / "8080.token").stat().st_mode) == 0o600


@pytest.mark.parametrize("text", [b"", b"short", b"x" * 1000, b"a b" * 20, b"\xff" * 40])
def test_a_file_that_holds_none_is_replaced(folder, text):
    kept_token(8080)
    (folder / "8080.token").write_bytes(text)
    (folder / "8080.token").chmod(0o600)
    token = kept_token(8080)
    assert len(token) == 32 and kept_token(8080) == token


@pytest.mark.skipif(os.name != "posix", reason="links and pipes")
def test_a_link_or_a_pipe_in_its_place_is_not_read(folder):
    token = kept_token(8080)
    (folder / "8081.token").symlink_to(folder / "8080.token")
    assert kept_token(8081) != token and not (folder / "8081.token").is_symlink()
    os.mkfifo(folder / "8082.token", 0o600)
    assert kept_token(8082) == kept_token(8082)


def test_a_folder_that_cannot_be_had_costs_the_keeping_only(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PREHENSILE_STATE", str(tmp_path / "file"))
    assert kept_token(8080) != kept_token(8080)


def test_old_ones_are_swept(folder):
    for port in range(3):
        kept_token(port)
        age(folder / f"{port}.token", 2 * KEPT_SECONDS)
    kept_token(8080)
    assert [path.name for path in folder.iterdir()] == ["8080.token"]


def test_any_port_is_a_new_one_each_time(folder):
    assert token_source(0) is fresh_token and token_source(0, fresh=True) is fresh_token
    assert token_source(8080) is kept_token and token_source(8080, fresh=True) is new_token
    assert fresh_token() != fresh_token() and not folder.exists()
