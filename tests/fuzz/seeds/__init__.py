"""A small honest file for every reader, made by our own writers or by hand.

A reader adds itself by a row here, under its name in `prehensile.files.readers.READERS`: a function
that writes the file at a path, and its neighbours beside it.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

GROUPS = ("motion", "hands", "shapes", "recordings", "learned")
"""Modules beside this one, each with ``SEEDS``."""


def seeds_of(group: str) -> dict[str, Callable[[Path], None]]:
    """Name of a reader → what writes an honest file for it."""
    return import_module(f"{__name__}.{group}").SEEDS


def all_seeds() -> dict[str, Callable[[Path], None]]:
    """Those of all groups."""
    return {name: seed for group in GROUPS for name, seed in seeds_of(group).items()}
