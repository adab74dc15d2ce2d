"""Where Numba cannot be imported, a command that gets slow by it says so once, in one line."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from prehensile.fast_path import PlainKernelsWarning

COSTLY = ("stage", "bench", "figures")
"""Commands that take more than three times as long with plain kernels, or draw frames by them. In
the others something else takes the time: ``grasp`` takes 1.1 times as long, ``forks`` 1.5 times."""


@contextmanager
def plain_kernels_in_one_line(command: str | None) -> Iterator[None]:
    """Show a `PlainKernelsWarning` as commands show errors; other warnings stay as they are."""
    with warnings.catch_warnings():
        warnings.simplefilter("always" if command in COSTLY else "ignore", PlainKernelsWarning)
        others = warnings.showwarning

        def show(message, category, filename, lineno, file=None, line=None) -> None:
            if issubclass(category, PlainKernelsWarning):
                typer.echo(f"prehensile: {message}", err=True)
            else:
                others(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield
