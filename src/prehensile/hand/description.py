"""The hand that a JSON description describes, whichever kind it is."""

from typing import Any

from prehensile.hand.hand import Hand
from prehensile.hand.spec import SCHEMA, HandSpec


def hand_from_json(data: dict[str, Any]) -> Hand:
    """Build what ``hand.spec.to_json()`` wrote: our own hand or a loaded one.

    Raises:
        InputError: it is neither. Numbers only: safe on a stranger's file.
    """
    if isinstance(data, dict) and data.get("kind") != SCHEMA:
        from prehensile.hand.loaded.spec import SCHEMA as LOADED  # here: most hands are our own
        from prehensile.hand.loaded.spec import LoadedSpec

        if data.get("kind") == LOADED:
            return LoadedSpec.from_json(data).build()
    return HandSpec.from_json(data).build()
