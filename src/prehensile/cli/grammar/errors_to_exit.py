"""What a failure looks like to the person at the terminal: one line on stderr, exit code 2."""

import contextlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator

import typer

from prehensile.cli.grammar.interrupts import interrupts
from prehensile.errors import PrehensileError

DONE = 0
OUR_MISTAKE = 1
FAILED = 2
INTERRUPTED = "interrupted; nothing half-written."

LONGEST_DETAIL = 200
"""letters of somebody else's words in our line"""

# Older typers raise the exceptions of the package click, newer ones those of a copy inside typer.
# A BadParameter is a UsageError is a ClickException in both.
ClickException: type[Exception] = typer.BadParameter.__mro__[2]


def exit_code_of(action: Callable[[], object]) -> int:
    """Run ``action`` and return the exit code; say what failed in one line.

    ``PREHENSILE_DEBUG=1`` shows the traceback above that line. An error that is our own mistake is
    said to be one, with another exit code: its traceback belongs in a report.
    """
    with interrupts() as came:
        try:
            action()
            if sys.stdout is not None:
                sys.stdout.flush()
        except typer.Exit as leave:
            return leave.exit_code
        except BrokenPipeError:
            _close_stdout()  # the reader has seen enough, as in `prehensile objects | head -1`
        except SystemExit as leave:
            if not isinstance(leave.__context__, BrokenPipeError):  # as rich has it
                raise
        except (KeyboardInterrupt, typer.Abort):
            return _fail(INTERRUPTED)
        except Exception as error:
            # An interrupt that a library met comes as whatever it makes of it.
            if came.came or isinstance(error.__cause__, KeyboardInterrupt):
                return _fail(INTERRUPTED)
            message = message_of(error)
            return _fail(_bug_message(error), OUR_MISTAKE) if message is None else _fail(message)
        finally:
            _settle_stdout()
    return DONE


def message_of(error: Exception) -> str | None:
    """What is said of an error that the user or the machine caused; None: it is our mistake."""
    if isinstance(error, PrehensileError):
        return str(error)
    if isinstance(error, ClickException):
        return _usage_message(error)
    if isinstance(error, MemoryError):
        return f"there is not enough memory for this{_detail(error)}."
    if isinstance(error, RecursionError):
        return "what was given is nested too deeply."
    if isinstance(error, UnicodeEncodeError):
        return (
            f"cannot write {error.object[error.start : error.end][:20]!a} as {error.encoding}; "
            "set PYTHONIOENCODING=utf-8, or another locale."
        )
    if isinstance(error, UnicodeError):
        return f"a text cannot be read{_detail(error)}."
    if isinstance(error, OSError):
        name = f"{_short(str(error.filename))}: " if error.filename is not None else ""
        return f"{name}{error.strerror or error or type(error).__name__}."
    return None


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


def _fail(message: str, code: int = FAILED) -> int:
    with contextlib.suppress(OSError, ValueError):  # stderr is closed or full: the code says it
        if os.environ.get("PREHENSILE_DEBUG") == "1":
            traceback.print_exc()
        typer.echo(f"prehensile: {' '.join(message.split())}", err=True)
    return code


def _bug_message(error: Exception) -> str:
    return (
        f"this is a mistake of ours ({type(error).__name__}{_detail(error)}). Please report it "
        "with what PREHENSILE_DEBUG=1 shows."
    )


def _detail(error: Exception) -> str:
    text = " ".join(str(error).split()).rstrip(".")
    return f": {_short(text)}" if text else ""


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_DETAIL else f"{text[:LONGEST_DETAIL]}…"


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


def _settle_stdout() -> None:
    """Nothing is left that the interpreter would fail to write when it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        _close_stdout()


def _close_stdout() -> None:
    """Point stdout at nothing, so that the interpreter does not complain when it flushes."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
