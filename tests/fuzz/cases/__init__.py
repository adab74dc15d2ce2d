"""Every file that ever did harm, as code that makes its bytes: none may do it again.

A case is the name of a reader and a function that returns the content of its file; the neighbours
are those of the reader's seed.
"""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

GROUPS = ("texts", "arrays", "models", "swollen")
"""Modules beside this one, each with ``CASES``."""


class Case(NamedTuple):
    """One file."""

    reader: str
    content: Callable[[], bytes]
    slow: bool = False
    """it takes seconds: the long tests read it"""


def all_cases() -> dict[str, Case]:
    """By a name that says what is wrong with the file."""
    found: dict[str, Case] = {}
    for group in GROUPS:
        found |= import_module(f"{__name__}.{group}").CASES
    return found
