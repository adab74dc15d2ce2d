"""What the long runs wrote down: ``docs/measured/{fuzz,faults,soak}.json`` of the repository."""

import json
from typing import Any

from prehensile.bench._needs import CHECKOUT

FOLDER = CHECKOUT / "docs" / "measured"


def record(name: str) -> dict[str, Any] | None:
    """A record by its name; None where there is none, as in an installed package."""
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return json.load(file)


def total(*parts: int | None) -> int | None:
    """The sum of what was counted; None if something was not."""
    return None if any(part is None for part in parts) else sum(part or 0 for part in parts)
