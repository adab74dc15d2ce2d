"""Files that a command overwrote, said in one line on stderr."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from prehensile.atomic import replaced_files

MOST_NAMED = 4


@contextmanager
def replaced_in_one_line() -> Iterator[None]:
    """Say at the end of the block what it replaced; nothing where it replaced nothing."""
    with replaced_files() as found:
        try:
            yield
        finally:
            names = [str(path) for path in found.paths]
            if names:
                more = len(names) - MOST_NAMED
                text = ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
                typer.echo(f"prehensile: replaced {text}.", err=True)
