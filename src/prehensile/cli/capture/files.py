"""``prehensile capture info|check|convert|view``: files of motion and force."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import JsonOption
from prehensile.errors import InputError

if TYPE_CHECKING:
    from prehensile.capture.recording.recording import Recording

FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A recording: .h5, .c3d, .xdf, .tsv (Qualisys), .csv (described by a "
        "JSON beside it, of known columns, or Tekscan's)."
    ),
]  # fmt: skip
DescribeOption = Annotated[
    Path | None,
    typer.Option(
        "--describe", metavar="DESC.json", help="What the columns of a .csv mean. Default: the "
        "JSON of the same name beside it."
    ),
]  # fmt: skip


def info(file: FileArgument, describe: DescribeOption = None, as_json: JsonOption = False) -> None:
    """Tell what a recording holds: streams, rates, units, clocks, contacts."""
    from prehensile.capture.recording.summary import summary, summary_lines

    with stdout_to_stderr():
        said = summary(_loaded([file], describe))
    typer.echo(json.dumps(said) if as_json else "\n".join(summary_lines(said)))


def check(file: FileArgument, describe: DescribeOption = None, as_json: JsonOption = False) -> None:
    """Tell what is wrong with a recording: gaps, swaps, clipped sensors, clocks."""
    from prehensile.capture.signals.faults import fault_lines, faults

    with stdout_to_stderr():
        found = fault_lines(faults(_loaded([file], describe)))
    lines = found or ["nothing is wrong with it"]
    typer.echo(json.dumps({"problems": found}) if as_json else "\n".join(lines))


def convert(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE... OUT",
            help="Recordings, then the file to write: .h5, .c3d or .csv. Several files of Tekscan "
            "become one recording; those of a .zip are written into the folder OUT as .h5.",
        ),
    ],
    describe: DescribeOption = None,
) -> None:
    """Write a recording in another format."""
    from prehensile.atomic import output_folder
    from prehensile.capture.recording.packed import recordings_in

    if len(files) < 2:
        raise InputError("convert needs a FILE and what to write: convert take.c3d take.h5.")
    *given, out = files
    written = []
    with stdout_to_stderr():
        if given[0].suffix.lower() == ".zip" and not out.suffix:
            folder = output_folder(out)
            for name, recording in recordings_in(given[0]):
                written.append(recording.save(folder / f"{name}.h5"))
        else:
            written.append(_loaded(given, describe).save(out))
    typer.echo(str(written[0]) if len(written) == 1 else f"{len(written)} recordings in {out}")


def view(
    file: FileArgument,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="PNG", help="The picture. Default: beside FILE."),
    ] = None,
    describe: DescribeOption = None,
) -> None:
    """Draw the streams of a recording over time as a picture."""
    from prehensile.draw.recording_plot import draw_recording

    with stdout_to_stderr():
        path = draw_recording(_loaded([file], describe), out or file.with_suffix(".png"))
    typer.echo(str(path))


def _loaded(files: list[Path], describe: Path | None) -> "Recording":
    from prehensile.capture.recording import table, tekscan
    from prehensile.capture.recording.formats import load_recording

    if describe is not None:
        if len(files) > 1 or files[0].suffix.lower() != ".csv":
            raise InputError("--describe is for one .csv.")
        return table.load(files[0], describe)
    return load_recording(files[0]) if len(files) == 1 else tekscan.load_frames(files)
