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


def slider(
    name: str,
    label: str,
    value: float,
    span: tuple[float, float],
    text: str,
    *,
    unit: str = "",
    step: float = 0.0,
    group: str = "Hand",
) -> Control:
    """A number between two others."""
    return Control(
        name=name,
        label=label,
        kind="slider",
        value=value,
        low=span[0],
        high=span[1],
        step=step,
        unit=unit,
        group=group,
        help=text,
    )


def switch(name: str, label: str, value: bool, text: str, *, group: str = "Hand") -> Control:
    """On or off."""
    return Control(name=name, label=label, kind="switch", value=value, group=group, help=text)


def button(name: str, label: str, enabled: bool = True, *, primary: bool = False) -> Control:
    """Something to do."""
    return Control(
        name=name, label=label, kind="button", group="Do", enabled=enabled, primary=primary
    )


def _with(value: str, choices: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return tuple(choices) if value in choices else (value, *choices)
