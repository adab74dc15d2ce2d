"""One progress bar for all commands, on stderr, gone when the work is done."""

from collections.abc import Iterator
from contextlib import contextmanager


class Bar:
    """What a command holds while it works."""

    def __init__(self, progress, task):
        self._progress, self._task = progress, task

    def update(self, done: int, total: int) -> None:
        """Move the bar to ``done`` of ``total``."""
        self._progress.update(self._task, completed=done, total=total)

    def describe(self, text: str) -> None:
        """Change the words beside the bar."""
        self._progress.update(self._task, description=text)


@contextmanager
def progress_bar(text: str) -> Iterator[Bar]:
    """A bar that stands while the block runs."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    # Into a file or a pipe it would write an empty line, and an error is one line only.
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        yield Bar(progress, progress.add_task(text, total=None))
