"""Options of skin and colour are declared once, and arrive as one `Look`."""

import importlib
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from prehensile.cli.look import PLAIN_LOOK, Look, with_look

OPTIONS = ["--hand-mesh", "--eigenskin", "--bare", "--tone", "--blush", "--no-blush"]


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
