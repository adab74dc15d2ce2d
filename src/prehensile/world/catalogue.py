"""Objects by name: a table of factories, and the words that size them on a command line.

    mug                                  as it is
    box:30x50x70mm                       sides
    cylinder:r=30mm,h=120mm,mass=0.2     by letter; mass in kg, or 200g
    ball:d=70mm,friction=0.5
    dial:endless                         a word that makes it another one
    some/where/spoon.stl                 any closed mesh

A size without a unit is in the unit given beside it (``--unit``, metres by default). An object
that is resized and not given a mass keeps the density of the one in the table.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from os import PathLike
from pathlib import Path

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.objects import primitives
from prehensile.world.objects.object import UNITS, Object


@dataclass(frozen=True)
class Entry:
    """One line of the table.

    Attributes:
        about: what it is, for lists and help.
        make: builds it from lengths [m] by letter, and ``mass`` [kg] if there are lengths.
        lengths: letters of the lengths that may be given, with their defaults [m].
        mass: [kg] at the default lengths.
        words: what else may be said of it; ``make`` takes each as a switch.
    """

    about: str
    make: Callable[..., Object]
    lengths: Mapping[str, float] = field(default_factory=dict)
    mass: float | None = None
    words: tuple[str, ...] = ()


def _thing(name: str) -> Callable[..., Object]:
    """Calls ``things.<name>.<name>`` when asked: listing the catalogue builds and loads nothing."""

    def make(**words: bool) -> Object:
        return getattr(import_module(f"prehensile.world.things.{name}"), name)(**words)

    return make


CATALOGUE: dict[str, Entry] = {
    "box": Entry(
        "a box, sides x, y, z",
        lambda x, y, z, mass: primitives.box((x, y, z), mass, color=(0.76, 0.60, 0.42)),
        {"x": 0.03, "y": 0.05, "z": 0.07},
        mass=0.012,
    ),
    "ball": Entry(
        "a ball the size of a tennis ball, radius r",
        lambda r, mass: primitives.ball(r, mass, color=(0.75, 0.80, 0.30)),
        {"r": 0.033},
        mass=0.058,
    ),
    "cylinder": Entry(
        "an upright cylinder, radius r, height h",
        lambda r, h, mass: primitives.cylinder(r, h, mass, color=(0.45, 0.58, 0.70)),
        {"r": 0.030, "h": 0.120},
        mass=0.2,
    ),
    "mug": Entry("a mug with a handle", _thing("mug")),
    "bottle": Entry("a half-litre bottle of water, nearly full", _thing("bottle")),
    "apple": Entry("an apple with its stem", _thing("apple")),
    "bulb": Entry("a light bulb, standing on its screw base", _thing("bulb")),
    "pen": Entry("a ballpoint pen, lying along x", _thing("pen")),
    "phone": Entry("a telephone, standing upright", _thing("phone")),
    "banana": Entry("a banana, lying on its side", _thing("banana")),
    "hammer": Entry("a claw hammer, lying on its side", _thing("hammer")),
    "jar": Entry("the lid of a jar, which turns on the jar", _thing("jar")),
    "dial": Entry("a knob, which turns on its plate", _thing("dial"), words=("endless",)),
    "hold": Entry("a climbing hold on a wall", _thing("hold")),
}

_MASS_UNITS = {"kg": 1.0, "g": 0.001}
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?"
_SIDES = re.compile(rf"({_NUMBER}(?:x{_NUMBER})+)\s*([a-z]*)")
_QUANTITY = re.compile(rf"({_NUMBER})\s*([a-z]*)")


def load_object(
    what: str | PathLike[str] | Object,
    unit: str = "m",
    mass: float | None = None,
    friction: float | None = None,
    close: bool = False,
) -> Object:
    """The object that a name, a sized name, a path or an object itself stands for.

    Args:
        what: a catalogue name with or without sizes (see the module), or a mesh file.
        unit: of a mesh file and of sizes that carry none: ``m``, ``cm``, ``mm``, ``in``.
        mass: [kg] in place of the object's own; its inertia follows.
        friction: sliding coefficient in place of the object's own.
        close: whether holes of any size of a mesh file are closed, and not the small ones alone.

    Raises:
        UnknownNameError: neither a name in the catalogue nor a file.
        InputError, FileError: sizes or a file that do not fit.
    """
    if unit not in UNITS:
        raise UnknownNameError("unit", unit, UNITS)
    if mass is not None and not (np.isfinite(mass) and mass > 0.0):
        raise InputError(f"mass must be positive and finite, not {mass} kg.")
    if isinstance(what, Object):
        found = what
    elif not isinstance(what, str) or _is_path(what):
        from prehensile.world.objects.mesh_file import load_mesh_object

        found = load_mesh_object(Path(what), unit=unit, mass=mass, close=close)
    else:
        found = _from_text(what, unit)
    if mass is not None:
        found = found.with_mass(mass)
    return found if friction is None else found.with_friction(friction)


def _is_path(text: str) -> bool:
    name = text.partition(":")[0]
    if name in CATALOGUE:
        return False
    return "/" in text or bool(Path(name).suffix) or Path(text).is_file()


def _from_text(text: str, unit: str) -> Object:
    name, _, sizes = text.strip().partition(":")
    entry = CATALOGUE.get(name)
    if entry is None:
        from prehensile.world.objects.surface import SUFFIXES

        raise UnknownNameError(
            "object", name, (*CATALOGUE, f"or a path to a mesh file ({' '.join(SUFFIXES)})")
        )
    said = [w.strip().lower() for w in sizes.split(",")]
    words = {word: True for word in said if word in entry.words}
    given = _parse_sizes(text, [w for w in said if w and w not in words], entry, unit)
    mass, friction = given.pop("mass", None), given.pop("friction", None)
    made = entry.make(**words) if entry.mass is None else _sized(text, entry, given)
    if mass is not None:
        made = made.with_mass(mass)
    return made if friction is None else made.with_friction(friction)


def _sized(text: str, entry: Entry, given: Mapping[str, float]) -> Object:
    assert entry.mass is not None
    plain = entry.make(**entry.lengths, mass=entry.mass)
    if not given:
        return plain
    for letter, value in given.items():
        if not (np.isfinite(value) and value > 0.0):
            raise InputError(f"{text!r}: {letter} must be a positive length.")
    sized = entry.make(**{**entry.lengths, **given}, mass=entry.mass)
    return sized.with_mass(entry.mass * sized.parts[0].volume / plain.parts[0].volume)


def _parse_sizes(text: str, sizes: Sequence[str], entry: Entry, unit: str) -> dict[str, float]:
    """Lengths [m] by letter, ``mass`` [kg] and ``friction`` that the text gives."""
    given: dict[str, float] = {}
    for word in sizes:
        key, equals, value = (w.strip() for w in word.partition("="))
        if not equals:
            found = _parse_sides(text, word, entry, unit)
        elif key == "mass":
            found = {"mass": _quantity(text, value, _MASS_UNITS, "kg")}
        elif key == "friction":
            found = {"friction": _quantity(text, value, {}, "")}
        elif key in entry.lengths:
            found = {key: _quantity(text, value, UNITS, unit)}
        elif key == "d" and "r" in entry.lengths:
            found = {"r": _quantity(text, value, UNITS, unit) / 2.0}
        else:
            raise _not_understood(text, f"{key!r} is not a size of it", entry)
        for name in found:
            if name in given:
                raise _not_understood(text, f"{name!r} is given twice", entry)
        given.update(found)
    return given


def _parse_sides(text: str, word: str, entry: Entry, unit: str) -> dict[str, float]:
    """All lengths in one word, in the table's order: ``30x50x70mm``."""
    match = _SIDES.fullmatch(word)
    if match is None:
        raise _not_understood(text, f"{word!r} is neither letter=value nor AxBxC", entry)
    numbers = match[1].split("x")
    if len(numbers) != len(entry.lengths):
        raise _not_understood(text, f"{word!r} has {len(numbers)} lengths", entry)
    return {
        letter: _quantity(text, number + match[2], UNITS, unit)
        for letter, number in zip(entry.lengths, numbers, strict=True)
    }


def _quantity(text: str, value: str, units: Mapping[str, float], default: str) -> float:
    match = _QUANTITY.fullmatch(value)
    if match is None or (match[2] and match[2] not in units):
        choice = f" with a unit ({', '.join(units)})" if units else ""
        raise InputError(f"{text!r}: expected a number{choice}, not {value!r}.")
    return float(match[1]) * units.get(match[2] or default, 1.0)


def _not_understood(text: str, why: str, entry: Entry) -> InputError:
    words = [*(f"{letter}=30mm" for letter in entry.lengths), "mass=0.2", "friction=0.8"]
    words += entry.words
    if len(entry.lengths) > 1:
        words.insert(0, f"{'x'.join(['30'] * len(entry.lengths))}mm")
    return InputError(f"{text!r}: {why}; it takes {', '.join(words)}.")
