"""Controls that several scenes have."""

from prehensile.stage.messages import Control
from prehensile.world.catalogue import CATALOGUE

HANDS = ("right", "left", "right:p5", "left:p5", "right:p95", "left:p95")


MOUNTED = ("jar", "dial", "hold")
"""of the catalogue: fixed to something"""


def object_choice(value: str, loose_only: bool = False, more: tuple[str, ...] = ()) -> Control:
    """Which object; the one from the command line is among the choices."""
    names = [*more, *(n for n in CATALOGUE if not (loose_only and n in MOUNTED))]
    return Control(
        name="object",
        label="Object",
        kind="choice",
        value=value,
        choices=_with(value, names),
        group="Scene",
        help="What stands there.",
    )


def hand_choice(value: str) -> Control:
    """Which hand: side, and size as a percentile of adults."""
    return Control(
        name="hand",
        label="Hand",
        kind="choice",
        value=value,
        choices=_with(value, HANDS),
        group="Scene",
        help="Side, and size: p5 is small, p95 large.",
    )


def _with(value: str, choices: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return tuple(choices) if value in choices else (value, *choices)
