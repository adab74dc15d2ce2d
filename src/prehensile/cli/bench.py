"""``prehensile bench AREA``: measured figures beside what is to be reached."""

import json
import math
from collections.abc import Callable
from inspect import signature
from types import ModuleType
from typing import Annotated, Any

import typer

from prehensile.bench._needs import lacking
from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import JsonOption, areas_of, load_area
from prehensile.errors import InputError, MissingExtraError
from prehensile.reference_data import ReferenceDataError


def command(
    area: Annotated[
        str, typer.Argument(metavar="AREA", help=f"One of: {', '.join(areas_of('bench'))}.")
    ],
    record: Annotated[
        str | None,
        typer.Option(
            "--record",
            metavar="SET",
            help="First record what the area reads and is not kept yet: minutes to an hour. "
            "Compliance: development, judged, all; grasps: dev, judged, table, where, ways-dev, "
            "ways-judged, all. Ctrl-C keeps what is finished; the same command goes on.",
        ),
    ] = None,
    things: Annotated[
        str | None,
        typer.Option(
            "--things",
            metavar="NAME,NAME",
            help="With --record, for grasps: only these of the set, kept already or not.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure one area and set the figures beside what is to be reached.

    Timings are the best of several repeats, taken in the same run as what they are compared
    with. Progress goes to stderr. Ends within three minutes, recording left out.
    """
    from rich.console import Console

    module = load_area("bench", area)
    if record is not None:
        _record(module, area, record, things)
    elif things is not None:
        raise InputError("--things says what is recorded: give --record SET with it.")
    with stdout_to_stderr(), Console(stderr=True).status(f"bench {area}") as status:
        measured, why = _measured(module, status.update)
        found = {name: _plain(value) for name, value in measured.items()}
    if None in found.values() and (line := lacking(area) or why):
        typer.echo(f"prehensile: bench {area} lacks {line}; what needs it has no figure.", err=True)
    if as_json:
        typer.echo(json.dumps(found, indent=2, allow_nan=False))
    else:
        _print_table(area, found, module.REFERENCE)


def _measured(module: ModuleType, progress: Callable[[str], None]) -> tuple[dict[str, Any], str]:
    """Every figure of an area, None for what could not be measured, and why nothing could."""
    try:
        found, why = module.run(progress), ""
    except (MissingExtraError, ReferenceDataError) as error:
        found, why = {}, str(error).rstrip(".")
    return {**found, **{name: None for name in module.REFERENCE if name not in found}}, why


def _record(module: ModuleType, area: str, which: str, things: str | None) -> None:
    from prehensile.cli.grammar.progress import progress_bar

    if not hasattr(module, "record"):
        raise InputError(f"bench {area} reads no recordings of its own: leave --record out.")
    chosen: dict[str, Any] = {}
    if things is not None:
        if "things" not in signature(module.record).parameters:
            raise InputError(f"bench {area} records whole sets: leave --things out.")
        chosen["things"] = [name.strip() for name in things.split(",") if name.strip()]
    with stdout_to_stderr(), progress_bar("recording") as bar:
        module.record(which, bar.update, **chosen)


def _plain(value: Any) -> Any:
    """Numbers, truth values and lists of them as JSON knows them; not finite becomes null."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _print_table(area: str, found: dict[str, Any], reference: dict[str, str]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"bench {area}", title_justify="left")
    table.add_column("figure", overflow="fold")
    table.add_column("reached", justify="right")
    table.add_column("to reach", overflow="fold")
    for name, value in found.items():
        table.add_row(name, _text(value), reference.get(name, ""))
    console = Console()
    console.print(table, markup=False)
    for name, value in found.items():
        if _is_nested(value):
            _print_nested(console, name, value)


def _is_nested(value: Any) -> bool:
    """Whether it is figures by name, such as those of several mechanisms."""
    return isinstance(value, dict) and all(isinstance(one, dict) for one in value.values())


def _print_nested(console: Any, title: str, nested: dict[str, dict[str, Any]]) -> None:
    """A row for each figure, a column for each name."""
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    table.add_column("figure", overflow="fold")
    for name in nested:
        table.add_column(name, justify="right", overflow="fold")
    for figure in dict.fromkeys(key for one in nested.values() for key in one):
        table.add_row(figure, *(_text(one.get(figure)) for one in nested.values()))
    console.print(table, markup=False)


def _text(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return "; ".join(value) or "none"
    if isinstance(value, list):
        return f"{len(value)} rows, in --json"
    if isinstance(value, dict):
        return f"{len(value)} rows, {'below' if _is_nested(value) else 'in --json'}"
    if value is None:
        return "no figure"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1e4 else f"{value:,.0f}"
    return str(value)
