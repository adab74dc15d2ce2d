"""Lists of names that fit into one line of a message."""

from collections.abc import Sequence

SHOWN = 4
"""Names that are listed; of the others only the number is."""
MOST = 80
"""Names that are listed where all of them matter: a body has some sixty."""
LONGEST = 48
"""Letters shown of each name."""


def shown_names(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    return _listed(names, SHOWN)


def all_names(names: Sequence[str]) -> str:
    """All names, unless they are far too many."""
    return _listed(names, MOST)


def _listed(names: Sequence[str], most: int) -> str:
    first = [name if len(name) <= LONGEST else f"{name[:LONGEST]}…" for name in names[:most]]
    return ", ".join(first) + (f" and {len(names) - most} more" if names[most:] else "")
