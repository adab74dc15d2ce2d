"""A list of names that fits into one line of a message."""

from collections.abc import Sequence

SHOWN = 4
"""Names that are listed; of the others only the number is."""
LONGEST = 48
"""Letters shown of each name."""


def shown_names(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    first = [name if len(name) <= LONGEST else f"{name[:LONGEST]}…" for name in names[:SHOWN]]
    return ", ".join(first) + (f" and {len(names) - SHOWN} more" if names[SHOWN:] else "")
