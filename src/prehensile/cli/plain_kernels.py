"""Where Numba cannot be imported, a command says so once: one line on stderr, then slower work."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from prehensile.fast_path import PlainKernelsWarning


@contextmanager
def plain_kernels_in_one_line() -> Iterator[None]:
    """Show a `PlainKernelsWarning` as commands show errors; other warnings stay as they are."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PlainKernelsWarning)
        others = warnings.showwarning

        def show(message, category, filename, lineno, file=None, line=None) -> None:
            if issubclass(category, PlainKernelsWarning):
                typer.echo(f"prehensile: {message}", err=True)
            else:
                others(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        yield
