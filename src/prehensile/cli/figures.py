"""``prehensile figures AREA``: the plots of one area, drawn again from fresh results."""

from typing import Annotated

import typer

from prehensile.cli.grammar.options import OUT, OutOption, areas_of, load_area


def command(
    area: Annotated[
        str, typer.Argument(metavar="AREA", help=f"One of: {', '.join(areas_of('figures'))}.")
    ],
    out: OutOption = OUT,
) -> None:
    """Redraw the plots of one area into the folder figures/ under --out; print their paths."""
    from rich.console import Console

    from prehensile.atomic import output_folder

    module = load_area("figures", area)
    folder = output_folder(out / "figures")
    with Console(stderr=True).status(f"figures {area}"):
        paths = module.draw(folder)
    for path in paths:
        typer.echo(path)
