"""``prehensile objects``: what can be grasped by name, or what a mesh file holds."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import OUT, JsonOption, OutOption, UnitOption

if TYPE_CHECKING:
    from prehensile.world.objects.object import Object


def command(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="OBJECT",
            help="A mesh file to inspect, or a name with or without sizes "
            "(cylinder:r=30mm,h=120mm). Default: everything in the catalogue.",
            show_default=False,
        ),
    ] = None,
    unit: UnitOption = None,
    sheet: Annotated[
        bool,
        typer.Option("--sheet", help="Draw each with its best grasp on one sheet: objects.png."),
    ] = False,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """List the objects that can be grasped by name, or inspect one, a mesh file for example.

    Of one object its parts are listed, by the names that it or its file has for them.

    A mesh that is not closed, or whose size says that its unit is another one, is an error that
    says what to do.
    """
    from rich.console import Console

    from prehensile.world.catalogue import CATALOGUE, load_object

    with stdout_to_stderr():
        if what is None:
            found = {name: load_object(name) for name in CATALOGUE}
        else:
            with Console(stderr=True).status(f"reading {what}"):
                found = {what: load_object(what, unit=unit or "m")}
        written = [_draw(found, out)] if sheet else []
    if as_json:
        report = {"objects": [_report(name, o) for name, o in found.items()]}
        typer.echo(json.dumps(report | {"written": [str(p) for p in written]}, indent=2))
        return
    _print_table(found)
    if what is not None:
        _print_regions(found[what])
    else:
        typer.echo("sizes: box:30x50x70mm, ball:d=70mm, cylinder:r=30mm,h=120mm,mass=0.2")
        typer.echo("or any closed mesh: prehensile objects spoon.stl --unit mm")
    for path in written:
        typer.echo(f"wrote {path}")


def _draw(objects: dict[str, "Object"], out: Path) -> Path:
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.control.grasp import grasp
    from prehensile.draw.clip_tiles import draw_last_frames
    from prehensile.draw.probe import require_drawing

    require_drawing()
    folder = output_folder(out)
    clips = {}
    with progress_bar("grasping") as bar:
        for name, thing in objects.items():
            bar.describe(f"grasping {name}")
            clips[name] = grasp(thing, tries=SHEET_TRIES)
            bar.update(len(clips), len(objects))
        bar.describe("drawing")
        return draw_last_frames(clips, folder / "objects.png")


SHEET_TRIES = 6
"""Ways of grasping that are tried for each object of the sheet."""


def _report(name: str, thing: "Object") -> dict[str, Any]:
    from prehensile.mesh.open_edges import open_edge_count
    from prehensile.world.catalogue import CATALOGUE

    entry = CATALOGUE.get(name)
    return {
        "name": name,
        "about": entry.about if entry else "",
        "size_m": [float(v) for v in thing.extents],
        "mass_kg": thing.mass,
        "friction": thing.friction[0],
        "closed": open_edge_count(thing.faces) == 0,
        "convex_parts": len(thing.parts),
        "faces": len(thing.faces),
        "regions": [_region_report(thing, part) for part in thing.regions],
    }


def _region_report(thing: "Object", part: str) -> dict[str, Any]:
    corners = thing.region_triangles(part).reshape(-1, 3)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return {
        "name": part,
        "faces": len(thing.region(part)),
        "size_m": [float(v) for v in high - low],
        "centre_m": [float(v) for v in (low + high) / 2.0],
    }


def _print_table(objects: dict[str, "Object"]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    table.add_column("object", overflow="fold")
    for column in ("size, cm", "mass, kg", "parts", "closed"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("what it is")
    for name, thing in objects.items():
        row = _report(name, thing)
        size = " × ".join(f"{v * 100:.1f}" for v in row["size_m"])
        closed = "yes" if row["closed"] else "no"
        parts = str(row["convex_parts"])
        table.add_row(name, size, f"{row['mass_kg']:.3f}", parts, closed, row["about"])
    Console().print(table)


def _print_regions(thing: "Object") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if not thing.regions:
        typer.echo("no part of it has a name; a point X,Y,Z of its surface says where as well")
        return
    table = Table(title="parts by name", title_justify="left")
    table.add_column("part", overflow="fold")
    for column in ("faces", "size, cm", "centre X,Y,Z, m"):
        table.add_column(column, justify="right", no_wrap=True)
    for part in thing.regions:
        row = _region_report(thing, part)
        size = " × ".join(f"{v * 100:.1f}" for v in row["size_m"])
        centre = ",".join(f"{round(v, 3) + 0.0:.3f}" for v in row["centre_m"])
        table.add_row(escape(part), str(row["faces"]), size, centre)
    Console().print(table)
