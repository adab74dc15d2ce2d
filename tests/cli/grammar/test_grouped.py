"""Options of a group stand where its parameter stood, and come as one value."""

import importlib
from pathlib import Path
from typing import Annotated, NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from prehensile.cli.grammar.grouped import grouped
from prehensile.cli.grammar.options import PLAIN_LOOK, Look

OPTIONS = ["--hand-mesh", "--eigenskin", "--bare", "--tone", "--blush", "--no-blush", "--names"]


class Place(NamedTuple):
    at: Annotated[str, typer.Option("--at")] = ""
    up: Annotated[str, typer.Option("--up")] = "z"


ANYWHERE = Place()


def _app(function) -> typer.Typer:
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return app


def test_options_stand_where_the_parameter_stood_and_come_as_one_value():
    seen = []

    @grouped
    def command(
        first: int = 1, look: Look = PLAIN_LOOK, last: bool = False, place: Place = ANYWHERE
    ) -> None:
        """What it does."""
        seen.append((first, look, last, place))

    parameters = typer.main.get_command(_app(command)).params
    assert [p.opts[0] for p in parameters] == ["--first", *OPTIONS, "--last", "--at", "--up"]
    said = ["--tone", "tone-7", "--hand-mesh", "a.glb", "--no-blush", "--first", "4", "--up", "y"]
    for words in ([], said):
        result = CliRunner().invoke(_app(command), words)
        assert result.exit_code == 0, result.output
    assert seen == [
        (1, PLAIN_LOOK, False, ANYWHERE),
        (4, Look(Path("a.glb"), tone="tone-7", no_blush=True), False, Place("", "y")),
    ]
    assert "What it does." in CliRunner().invoke(_app(command), ["--help"]).output


def test_two_options_of_one_name_are_noticed():
    with pytest.raises(ValueError, match="duplicate parameter name"):

        @grouped
        def command(at: str = "", place: Place = ANYWHERE) -> None:
            """It has two."""


@pytest.mark.parametrize("name", ["grasp", "spell", "hand", "stage", "export"])
def test_commands_that_draw_hands_have_all_of_a_look(name):
    function = importlib.import_module(f"prehensile.cli.{name}").command
    command = typer.main.get_command(_app(function))
    given = [p.opts[0] for p in command.params]
    start = given.index(OPTIONS[0])
    assert given[start : start + len(OPTIONS)] == OPTIONS
