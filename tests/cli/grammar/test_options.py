"""The grammar that commands share: what it takes and refuses, and areas."""

import importlib
from pathlib import Path
from typing import get_args

import pytest

from prehensile.cli.grammar.options import (
    UNITS,
    GripOption,
    SeedOption,
    UnitOption,
    areas_of,
    load_area,
)
from prehensile.errors import InputError, UnknownNameError


def _parser(option):
    return get_args(option)[1].parser


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [(GripOption, "12.5", 12.5), (GripOption, "1e-3", 1e-3), (SeedOption, "0", 0),
     (SeedOption, "0042", 42), *((UnitOption, unit, unit) for unit in UNITS)],
)  # fmt: skip
def test_good_words_are_their_values(option, text, value):
    assert _parser(option)(text) == value


@pytest.mark.parametrize(
    ("option", "text"),
    [(GripOption, text) for text in ("0", "-1", "nan", "inf", "5 N", "")]
    + [(SeedOption, text) for text in ("-1", "1.0", "one", "", "²")]
    + [(UnitOption, text) for text in ("km", "MM", "")],
)
def test_bad_words_are_refused_with_what_to_do(option, text):
    advice = {GripOption: "Try --grip", SeedOption: "Try --seed", UnitOption: "Valid: m, cm, mm"}
    with pytest.raises((InputError, UnknownNameError)) as refused:
        _parser(option)(text)
    line = str(refused.value)
    assert repr(text) in line and advice[option] in line and "\n" not in line


def test_areas_are_the_modules_that_do_not_begin_with_an_underscore():
    for package in ("bench", "figures"):
        folder = Path(importlib.import_module(f"prehensile.{package}").__file__).parent
        there = {
            p.stem for p in folder.iterdir() if p.name[0] not in "_." and p.suffix in (".py", "")
        }
        assert set(areas_of(package)) == there - {"data"}
    assert load_area("bench", "world").__name__ == "prehensile.bench.world"
    for odd in ("wold", "_turns", "world.x", "../world", ""):
        with pytest.raises(UnknownNameError, match="unknown area"):
            load_area("bench", odd)
