"""Controls that several scenes have, and the hands that can be chosen."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, Unpack

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


class Standing(TypedDict, total=False):
    """Where a control stands, and what papers call it."""

    group: str
    """its heading; the hand's if left out"""
    symbol: str
    advanced: bool


def slider(
    name: str,
    label: str,
    value: float,
    span: tuple[float, float],
    text: str,
    *,
    unit: str = "",
    step: float = 0.0,
    **standing: Unpack[Standing],
) -> Control:
    """A number between two others; ``text`` explains it."""
    low, high = span
    plain = _hands(name, label, "slider", value, text, standing)
    return replace(plain, low=low, high=high, step=step, unit=unit)


def switch(name: str, label: str, value: bool, text: str, **standing: Unpack[Standing]) -> Control:
    """On or off; ``text`` explains it."""
    return _hands(name, label, "switch", value, text, standing)


def _hands(
    name: str,
    label: str,
    kind: Literal["slider", "switch"],
    value: float | bool,
    text: str,
    standing: Standing,
) -> Control:
    """A control of the hand, unless it is said to stand elsewhere."""
    here: Standing = {"group": "Hand", **standing}
    return Control(name, label, kind, text, value, **here)


def _with(value: str, choices: list[str]) -> tuple[str, ...]:
    return tuple(choices) if value in choices else (value, *choices)
