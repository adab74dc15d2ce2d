"""Warnings of ours as commands show errors: in one line on stderr."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from prehensile.errors import CacheWarning, MeshWarning
from prehensile.fast_path import PlainKernelsWarning

COSTLY = ("stage", "bench", "figures")
"""Commands that take more than three times as long with plain kernels, or draw frames by them. In
the others something else takes the time: ``grasp`` takes 1.1 times as long, ``forks`` 1.5 times."""
OURS = (PlainKernelsWarning, CacheWarning, MeshWarning)


@contextmanager
def own_warnings_in_one_line(command: str | None) -> Iterator[None]:
    """Show our warnings once each, that of plain kernels only where it matters; others stay."""
    with warnings.catch_warnings():
        warnings.simplefilter("always" if command in COSTLY else "ignore", PlainKernelsWarning)
        warnings.simplefilter("always", CacheWarning)
        warnings.simplefilter("always", MeshWarning)
        others = warnings.showwarning
        said: set[str] = set()

        def show(message, category, filename, lineno, file=None, line=None) -> None:
            if not issubclass(category, OURS):
                others(message, category, filename, lineno, file, line)
            elif str(message) not in said:
                said.add(str(message))
                typer.echo(f"prehensile: {message}", err=True)

        warnings.showwarning = show
        yield
