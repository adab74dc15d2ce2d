"""Who is told how far a recording session has come."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""told how many touches of how many are done"""


def unheard(done: int, total: int) -> None:
    """Nobody is told."""
