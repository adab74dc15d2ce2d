"""What a failing command leaves: an exit code, and one line on stderr."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import typer

from prehensile.cli.grammar.errors_to_exit import (
    DONE,
    FAILED,
    OUR_MISTAKE,
    exit_code_of,
    stdout_to_stderr,
)
from prehensile.errors import InputError


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _raising(error: BaseException):
    def action() -> None:
        raise error

    return action


def test_what_works_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(lambda: None) == DONE
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (InputError("the mug\n  is  broken."), "prehensile: the mug is broken.\n"),
        (KeyboardInterrupt(), "prehensile: interrupted; nothing half-written.\n"),
        (typer.Abort(), "prehensile: interrupted; nothing half-written.\n"),
        (typer.BadParameter("No such mug"), "prehensile: invalid value: No such mug.\n"),
    ],
)
def test_a_failure_is_one_line(error, line: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(_raising(error)) == FAILED
    assert capfd.readouterr() == ("", line)


def test_an_interrupt_in_compiled_code_is_one(capfd: pytest.CaptureFixture[str]) -> None:
    def action() -> None:
        raise SystemError("a result with an exception set") from KeyboardInterrupt()

    assert exit_code_of(action) == FAILED
    assert capfd.readouterr().err == "prehensile: interrupted; nothing half-written.\n"
    assert exit_code_of(_raising(SystemError("no interrupt"))) == OUR_MISTAKE


def test_a_command_may_choose_its_code() -> None:
    assert exit_code_of(_raising(typer.Exit(7))) == 7


def test_a_mistake_of_ours_is_said_to_be_one(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Another exit code than what users cause, so that no test takes it for a refusal."""
    assert exit_code_of(lambda: 1 / 0) == OUR_MISTAKE
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "ZeroDivisionError" in said and "PREHENSILE_DEBUG=1" in said
    monkeypatch.setenv("PREHENSILE_DEBUG", "1")
    assert exit_code_of(lambda: 1 / 0) == OUR_MISTAKE
    assert capfd.readouterr().err.startswith("Traceback")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "not enough memory"),
        (np._core._exceptions._ArrayMemoryError((10**9, 3), np.dtype(float)), "not enough memory"),
        (RecursionError("maximum recursion depth exceeded"), "nested too deeply"),
        (OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), "x" * 300), "name too long"),
        (OSError("a library's own words"), "a library's own words"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "cannot be read"),
        (UnicodeEncodeError("ascii", "12 °", 3, 4, "ordinal not in range"), "PYTHONIOENCODING"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_machine_lacks_is_one_line(error, words, capfd) -> None:
    assert exit_code_of(_raising(error)) == FAILED
    out, said = capfd.readouterr()
    assert out == "" and said.startswith("prehensile: ") and said.count("\n") == 1
    assert words in said and len(said) < 400


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("redirected", "environment", "words"),
    [
        (">/dev/full", {}, "No space left"),
        ("", {"PYTHONIOENCODING": "ascii"}, "PYTHONIOENCODING"),
        (">&-", {}, ""),
        ("2>/dev/full >/dev/full", {}, None),
    ],
)
def test_a_stdout_that_is_full_ascii_or_closed(redirected, environment, words) -> None:
    program = (
        "from prehensile.cli.grammar.errors_to_exit import exit_code_of; "
        "raise SystemExit(exit_code_of(lambda: print('12 °')))"
    )
    run = subprocess.run(
        ["sh", "-c", f'exec "$0" -c "$1" {redirected}', sys.executable, program],
        env={**_environment(), **environment},
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in run.stderr and "Exception ignored" not in run.stderr
    assert run.returncode == (DONE if words == "" else FAILED), run
    if words:
        assert words in run.stderr and run.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_after_an_interrupt_whatever_fails_is_the_interrupt(capfd) -> None:
    def action() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt:
            raise RuntimeError("a library gave up") from None

    assert exit_code_of(action) == FAILED
    assert capfd.readouterr().err == "prehensile: interrupted; nothing half-written.\n"


def test_the_traceback_is_shown_on_demand(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PREHENSILE_DEBUG", "1")
    assert exit_code_of(_raising(InputError("broken."))) == FAILED
    lines = capfd.readouterr().err.splitlines()
    assert lines[0].startswith("Traceback") and lines[-1] == "prehensile: broken."


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    code = (
        "from prehensile.cli.grammar.errors_to_exit import exit_code_of\n"
        "def action():\n"
        "    for _ in range(100_000): print('a line')\n"
        "raise SystemExit(exit_code_of(action))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        said = child.stderr.read()
        assert child.wait() == DONE and said == b""


def test_compiled_libraries_write_to_stderr_too(capfd: pytest.CaptureFixture[str]) -> None:
    with stdout_to_stderr():
        print("from Python", flush=True)  # noqa: T201
        os.write(1, b"from below\n")
    os.write(1, b"afterwards\n")
    out, err = capfd.readouterr()
    assert out == "afterwards\n"
    assert "from Python" in err and "from below" in err
