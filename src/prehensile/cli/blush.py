"""``prehensile blush``: models of fingertip colour from photographs, and photographs to try."""

from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.grammar.options import SeedOption
from prehensile.errors import InputError, UnknownNameError

WORKS = ("fit", "photos")
"""What can be done."""
MODEL = Path("blush.npz")
PHOTOS = Path("out/photos")
REPORT = "report.html"
TONE = "tone-5"
SPACES = ("srgb", "linear")
CENTRES = ("zero", "mean")


def command(
    work: Annotated[
        str,
        typer.Argument(
            metavar="|".join(WORKS),
            help="fit: learn a model from photographs. photos: make photographs of an invented "
            "finger.",
        ),
    ],
    photos: Annotated[
        Path | None,
        typer.Argument(
            metavar="PHOTOS",
            help="For fit: a folder of JPG or PNG with forces.csv (columns file,newtons and, where "
            "known, time,centre_x,centre_y,spread,angle,view; s, mm, degrees; nail or pad), or "
            "with one Tekscan file a photograph.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|DIR",
            help="fit: the model (.npz), report.html goes beside it. photos: the folder.",
            show_default=f"{MODEL}, {PHOTOS}",
        ),
    ] = None,
    paste: Annotated[
        bool,
        typer.Option(
            "--paste", help="fit: the photograph without load becomes the hand's own colour there."
        ),
    ] = False,
    space: Annotated[
        str,
        typer.Option("--space", metavar="|".join(SPACES), help="fit: whose logarithms are taken."),
    ] = SPACES[0],
    centre: Annotated[
        str,
        typer.Option(
            "--centre",
            metavar="|".join(CENTRES),
            help="fit: changes of colour are counted from that at zero force, or from the mean.",
        ),
    ] = CENTRES[0],
    block: Annotated[
        str,
        typer.Option(
            "--block",
            metavar="NAME|ROWS:COLUMNS",
            help="fit: the finger's taxels: index, tip-1 … tip-4, or like 1-4:12-15.",
        ),
    ] = "index",
    full_scale: Annotated[
        float,
        typer.Option("--full-scale", metavar="PSI", help="fit: pressure of a raw 255 [psi]."),
    ] = 12.0,
    taxel_area: Annotated[
        float, typer.Option("--taxel-area", metavar="MM2", help="fit: area of a taxel [mm²].")
    ] = 100 / 6.2,
    tone: Annotated[
        str,
        typer.Option("--tone", metavar="tone-1 … tone-8", help="photos: of skin, light to dark."),
    ] = TONE,
    seed: SeedOption = 0,
    series: Annotated[
        bool, typer.Option("--series", help="photos: a press and a release over time.")
    ] = False,
    rolled: Annotated[
        bool, typer.Option("--rolled", help="photos: also beside the pad's middle, and on an edge.")
    ] = False,
) -> None:
    """Learn how a fingertip blanches and flushes with force, from photographs.

    fit PHOTOS writes blush.npz, which every command that draws wears with --blush, and beside it
    report.html. Photographs need not be aligned or exposed alike. One of them shows the finger
    without load. Those that are clipped, or of something else, are named and left out.

    photos makes a folder of photographs of an invented finger, with its forces.
    """
    if work not in WORKS:
        raise UnknownNameError("work", work, WORKS)
    if work == "photos":
        if photos is not None:
            raise InputError(
                f"prehensile blush photos takes no {photos}: name the folder with -o {photos}."
            )
        _photos(output or PHOTOS, tone, seed, series, rolled)
        return
    if photos is None:
        raise InputError("prehensile blush fit needs PHOTOS: a folder of photographs and forces.")
    if space not in SPACES:
        raise UnknownNameError("space", space, SPACES)
    if centre not in CENTRES:
        raise UnknownNameError("centre", centre, CENTRES)
    for name, value in (("--full-scale", full_scale), ("--taxel-area", taxel_area)):
        if not 0 < value < 1e6:
            raise InputError(f"{name} is a number above 0, got {value:g}.")
    from prehensile.appearance.fit.folder import Sensor
    from prehensile.files.tekscan import block_of

    sensor = Sensor(block_of(block), full_scale, 1e-6 * taxel_area)
    _fit(photos, output or MODEL, sensor, space, centre, paste)


def _fit(photos: Path, output: Path, sensor, space: str, centre: str, paste: bool) -> None:
    from prehensile.appearance.fit.fit import fit_ready, ready_photos
    from prehensile.appearance.fit.folder import read_folder
    from prehensile.appearance.fit.report import fit_lines, write_report
    from prehensile.appearance.model.file import FittedBlush, save
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.progress import progress_bar

    if output.suffix.lower() != ".npz":
        raise InputError(f"-o {output}: a model is written as .npz.")
    found = read_folder(photos, sensor)
    folder = output_folder(output.parent)
    with progress_bar("photographs") as bar:

        def told(text: str, done: int, total: int) -> None:
            bar.describe(text)
            bar.update(done, total)

        ready = ready_photos(found.shots, space, told)
        bar.describe("choosing")
        fit = fit_ready(ready, centre, paste)
        words = ["prehensile", "blush", "fit", photos.name]
        words += ["--paste"] if paste else []
        words += ["--space", space] if space != SPACES[0] else []
        words += ["--centre", centre] if centre != CENTRES[0] else []
        fitted = FittedBlush(fit.model, " ".join(words), 0, fit.record())
        bar.describe("report")
        # The report first: whoever interrupts it finds no model without one.
        write_report(fit, found.notes, folder / REPORT)
        save(fitted, output)
    for line in (*found.notes, *fit.lines, *fit_lines(fit)):
        typer.echo(line)
    typer.echo(f"{output}: wear it with --blush {output}; {folder / REPORT} tells how it was made")


def _photos(folder: Path, tone: str, seed: int, series: bool, rolled: bool) -> None:
    from prehensile.appearance.generate.folder import write_photos
    from prehensile.cli.grammar.progress import progress_bar

    with progress_bar("photographs"):
        taken = write_photos(folder, tone, seed, series=series, rolled=rolled)
    typer.echo(f"{len(taken.photos)} photographs of a {tone} finger: {folder}")
    typer.echo(f"learn from them: prehensile blush fit {folder}")
