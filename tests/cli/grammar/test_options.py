"""The grammar that commands share: what it takes and refuses, looks, and areas."""

import importlib
from pathlib import Path
from typing import get_args

import pytest
import typer
from typer.testing import CliRunner

from prehensile.cli.grammar.options import (
    PLAIN_LOOK,
    UNITS,
    GripOption,
    Look,
    SeedOption,
    UnitOption,
    areas_of,
    load_area,
    with_look,
)
from prehensile.errors import InputError, UnknownNameError

OPTIONS = ["--hand-mesh", "--eigenskin", "--bare", "--tone", "--blush", "--no-blush", "--names"]


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


def _app(function) -> typer.Typer:
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return app


def test_options_stand_where_the_parameter_stood_and_come_as_one_value():
    seen = []

    @with_look
    def command(first: int = 1, look: Look = PLAIN_LOOK, last: bool = False) -> None:
        """What it does."""
        seen.append((first, look, last))

    parameters = typer.main.get_command(_app(command)).params
    assert [p.opts[0] for p in parameters] == ["--first", *OPTIONS, "--last"]
    for words in ([], ["--tone", "tone-7", "--hand-mesh", "a.glb", "--no-blush", "--first", "4"]):
        result = CliRunner().invoke(_app(command), words)
        assert result.exit_code == 0, result.output
    assert seen == [
        (1, PLAIN_LOOK, False),
        (4, Look(Path("a.glb"), tone="tone-7", no_blush=True), False),
    ]
    assert "What it does." in CliRunner().invoke(_app(command), ["--help"]).output


@pytest.mark.parametrize("name", ["grasp", "spell", "hand", "stage", "export"])
def test_commands_that_draw_hands_have_them_all(name):
    function = importlib.import_module(f"prehensile.cli.{name}").command
    command = typer.main.get_command(_app(function))
    given = [p.opts[0] for p in command.params]
    start = given.index(OPTIONS[0])
    assert given[start : start + len(OPTIONS)] == OPTIONS
