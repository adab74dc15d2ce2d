"""``prehensile capture``: the group of its subcommands; each loads what it uses."""

import typer

from prehensile.cli.capture.files import check, convert, info, view
from prehensile.cli.capture.lab import lab
from prehensile.cli.capture.live import live, replay

command = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
for _subcommand in (info, check, convert, view, lab, live, replay):
    command.command()(_subcommand)
