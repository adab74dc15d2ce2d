"""One exception family: what a user can cause, said in one line.

Every message says what was wrong, what was expected and what to do. The command line prints
it without a traceback and exits with code 2. Mistakes of our own are plain ``AssertionError``s.
"""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 100
"""Characters of an unknown name that a message repeats."""


class PrehensileError(Exception):
    """Base of all errors that a user can cause and mend."""

    def __reduce__(self):
        # A worker process hands errors over pickled. Past __init__, which takes other things than
        # the message.
        return Exception.__new__, (type(self), *self.args), self.__dict__


class InputError(PrehensileError):
    """A value, array or file content that does not fit."""


class UnknownNameError(PrehensileError):
    """A name that is not in a closed list; the message holds the nearest and the valid ones."""

    def __init__(self, kind: str, name: str, valid: Iterable[str]):
        self.kind = kind
        self.name = name
        self.valid = tuple(dict.fromkeys(valid))  # two lists side by side may share names
        # A stranger's file may hold a name of any length.
        shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
        near = get_close_matches(shown, self.valid, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        super().__init__(f"unknown {kind} {shown!r}.{hint} Valid: {', '.join(self.valid)}.")


class FileError(PrehensileError):
    """A file that is missing, unreadable, unwritable, or not what its name says."""


class MissingExtraError(PrehensileError):
    """An optional dependency is not installed; the message names the extra that brings it."""

    def __init__(self, package: str, extra: str):
        self.package = package
        self.extra = extra
        super().__init__(
            f"this needs the package {package!r}, which is not installed: "
            f"pip install 'prehensile[{extra}]'."
        )


class SimulationError(PrehensileError):
    """The simulation produced numbers that are not finite."""


class MeshWarning(UserWarning):
    """A mesh was mended, or is not quite what it ought to be; the message says what was done."""


class CacheWarning(UserWarning):
    """A result could not be kept: the next command will make it again."""
