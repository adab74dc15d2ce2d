"""Controls that several scenes have, and the hands that can be chosen."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from prehensile.hand.spec import HandSpec
from prehensile.stage.messages import Control
from prehensile.world.catalogue import CATALOGUE

if TYPE_CHECKING:
    from prehensile.hand.loaded.spec import LoadedSpec

HANDS: Mapping[str, HandSpec] = {
    "right": HandSpec.mean("right"),
    "left": HandSpec.mean("left"),
    "right:p5": HandSpec.at_percentile(5, "right"),
    "left:p5": HandSpec.at_percentile(5, "left"),
    "right:p95": HandSpec.at_percentile(95, "right"),
    "left:p95": HandSpec.at_percentile(95, "left"),
}
"""that every scene with a choice of hands offers, by the names that pages show"""

MOUNTED = ("jar", "dial", "hold")
"""of the catalogue: fixed to something"""


class NamedHand(NamedTuple):
    """A person's own hand, and what pages call it."""

    name: str
    spec: "HandSpec | LoadedSpec"

    @property
    def choices(self) -> "Mapping[str, HandSpec | LoadedSpec]":
        """By name: this one first, unless it is one that everybody has."""
        own = {self.name: self.spec}
        return {**HANDS, **own} if self.name in HANDS else {**own, **HANDS}


RIGHT_HAND = NamedHand("right", HANDS["right"])


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


def hand_choice(value: str, own: NamedHand) -> Control:
    """Which hand: side, and size as a percentile of adults; a person's own is among the choices."""
    return Control(
        name="hand",
        label="Hand",
        kind="choice",
        value=value,
        choices=tuple(own.choices),
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
    symbol: str = "",
    advanced: bool = False,
) -> Control:
    """A number between two others; ``text`` explains it."""
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
        symbol=symbol,
        advanced=advanced,
    )


def switch(
    name: str,
    label: str,
    value: bool,
    text: str,
    *,
    group: str = "Hand",
    symbol: str = "",
    advanced: bool = False,
) -> Control:
    """On or off; ``text`` explains it."""
    return Control(
        name=name,
        label=label,
        kind="switch",
        value=value,
        group=group,
        help=text,
        symbol=symbol,
        advanced=advanced,
    )


def _with(value: str, choices: list[str]) -> tuple[str, ...]:
    return tuple(choices) if value in choices else (value, *choices)
