"""What a failure looks like to the person at the terminal: one line on stderr, exit code 2."""

import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator

import typer

from prehensile.errors import PrehensileError

DONE = 0
FAILED = 2

# Older typers raise the exceptions of the package click, newer ones those of a copy inside typer.
# A BadParameter is a UsageError is a ClickException in both.
ClickException: type[Exception] = typer.BadParameter.__mro__[2]


def exit_code_of(action: Callable[[], object]) -> int:
    """Run ``action`` and return the exit code; say what failed in one line.

    ``PREHENSILE_DEBUG=1`` shows the traceback above that line. Errors that are our own mistake
    are not caught: their traceback belongs in a report.
    """
    try:
        action()
        sys.stdout.flush()
    except typer.Exit as leave:
        return leave.exit_code
    except BrokenPipeError:
        _close_stdout()  # the reader has seen enough, as in `prehensile objects | head -1`
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted; nothing half-written.")
    except PrehensileError as error:
        return _fail(str(error))
    except ClickException as error:
        return _fail(_usage_message(error))
    return DONE


@contextlib.contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Send whatever is written to stdout to stderr, compiled libraries included.

    Used where stdout must hold one JSON object and nothing else.
    """
    sys.stdout.flush()
    saved = os.dup(1)
    try:
        os.dup2(2, 1)
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(saved, 1)
        os.close(saved)


def _fail(message: str) -> int:
    if os.environ.get("PREHENSILE_DEBUG") == "1":
        traceback.print_exc()
    typer.echo(f"prehensile: {' '.join(message.split())}", err=True)
    return FAILED


def _usage_message(error: Exception) -> str:
    """The parser's complaint, the names that are valid, and where to read more."""
    format_message = getattr(error, "format_message", error.__str__)
    message = format_message().rstrip(".") + "."
    message = message[:1].lower() + message[1:]
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    if type(error).__name__ == "MissingParameter":
        message += f" {getattr(getattr(error, 'param', None), 'help', None) or ''}"
    if hasattr(error, "option_name"):
        options = sorted(o for p in context.command.params for o in p.opts if o.startswith("--"))
        message += f" Valid: {', '.join([*options, '--help'])}."
    return f"{message} See '{context.command_path} --help'."


def _close_stdout() -> None:
    """Point stdout at nothing, so that the interpreter does not complain when it flushes."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
