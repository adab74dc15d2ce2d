"""What a failing command leaves: an exit code, and one line on stderr."""

import os
import subprocess
import sys

import pytest
import typer

from prehensile.cli.errors_to_exit import DONE, FAILED, exit_code_of, stdout_to_stderr
from prehensile.errors import InputError


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


def test_a_command_may_choose_its_code() -> None:
    assert exit_code_of(_raising(typer.Exit(7))) == 7


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        exit_code_of(lambda: 1 / 0)


def test_the_traceback_is_shown_on_demand(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PREHENSILE_DEBUG", "1")
    assert exit_code_of(_raising(InputError("broken."))) == FAILED
    lines = capfd.readouterr().err.splitlines()
    assert lines[0].startswith("Traceback") and lines[-1] == "prehensile: broken."


def test_a_reader_that_has_seen_enough_is_no_failure() -> None:
    code = (
        "from prehensile.cli.errors_to_exit import exit_code_of\n"
        "def action():\n"
        "    for _ in range(100_000): print('a line')\n"
        "raise SystemExit(exit_code_of(action))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
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
