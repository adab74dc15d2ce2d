"""The hand that a JSON description describes, whichever kind it is."""

from typing import Any

from prehensile.hand.hand import Hand
from prehensile.hand.loaded.spec import SCHEMA, LoadedSpec
from prehensile.hand.spec import HandSpec


def hand_from_json(data: dict[str, Any]) -> Hand:
    """Build what ``hand.spec.to_json()`` wrote: our own hand or a loaded one.

    Raises:
        InputError: it is neither. Numbers only: safe on a stranger's file.
    """
    loaded = isinstance(data, dict) and data.get("kind") == SCHEMA
    return (LoadedSpec if loaded else HandSpec).from_json(data).build()
