"""The command ``prehensile``: a table of commands, each loaded only when it is used."""

import importlib
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from prehensile._version import __version__
from prehensile.cli.grammar.errors_to_exit import exit_code_of
from prehensile.cli.grammar.own_warnings import own_warnings_in_one_line
from prehensile.cli.grammar.replaced import replaced_in_one_line
from prehensile.errors import UnknownNameError

COMMANDS = {
    "grasp": "Pick an object up, hold it, write the clip and pictures.",
    "spell": "Spell a text in the finger alphabet: a picture and a clip.",
    "hand": "Describe a hand, or draw its poses on one sheet.",
    "objects": "List the objects that can be grasped by name.",
    "stage": "Play with a hand in the browser.",
    "quality": "Tell how good a clip's grasp is, over time and in a line.",
    "mocap": "Turn markers, BVH, angles or keypoints into a clip.",
    "capture": "Recordings of motion and force: tell, check, convert, draw.",
    "estimate": "Tell from a recording how soft a hand is, joint by joint.",
    "resynthesize": "Play a captured hand, on its springs, on another object.",
    "learn": "Learn to turn a thing in the hand: a policy.",
    "turn": "Let a learned hand turn a thing to some angles: a clip.",
    "evaluate": "Tell how often a policy reaches its goals.",
    "skin": "Solve or learn how bent joints fold and bulge a skin.",
    "blush": "Learn from photographs how fingertips blanch with force.",
    "forks": "Reduce a mechanism to its ends, pull it, write a clip.",
    "synergies": "Find the few axes along which postures or forces vary.",
    "holds": "Hang a hand on climbing holds: find grasps, pull on them.",
    "export": "Write a clip for Blender, three.js, a browser, or as video.",
    "bench": "Measure one area, beside what is to be reached.",
    "figures": "Redraw the plots of one area.",
    "doctor": "Report what is installed, and what to do about lacks.",
}
"""Name and help line of every command; ``prehensile.cli.<name>.command`` is its function, or a
group of subcommands."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 for what the user can mend."""
    arguments = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    return exit_code_of(lambda: _run(arguments))


def build_app(loaded: str | None) -> typer.Typer:
    """The typer application, in which only the command ``loaded`` is more than its help line."""
    app = typer.Typer(
        name="prehensile",
        add_completion=False,
        rich_markup_mode=None,  # plain help: no boxes in a pipe, and half the start-up time
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    for name, line in COMMANDS.items():
        found = _load(name) if name == loaded else None
        if isinstance(found, typer.Typer):  # a group of subcommands
            app.add_typer(found, name=name, help=line)
        elif found is not None:
            app.command(name, short_help=line)(found)
        else:
            app.command(name, help=line)(_not_loaded)
    return app


def _run(arguments: list[str]) -> None:
    name = next((a for a in arguments if not a.startswith("-")), None)
    if name is not None and name not in COMMANDS:
        raise UnknownNameError("command", name, COMMANDS)
    command = typer.main.get_command(build_app(name))
    with (
        own_warnings_in_one_line(name),
        replaced_in_one_line(),
        command.make_context("prehensile", arguments) as context,
    ):
        command.invoke(context)


def _load(name: str) -> Callable[..., object] | typer.Typer:
    return importlib.import_module(f"prehensile.cli.{name}").command


def _not_loaded() -> None:
    raise AssertionError("a command ran without being loaded")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"prehensile {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Simulated human hands that grasp, hold, turn and yield like real ones.

    Start with: prehensile grasp mug
    """
