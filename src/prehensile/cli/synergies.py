"""``prehensile synergies [FILE…]``: few coordinates for whole hands, or for pressure images."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import OUT, JsonOption, OutOption
from prehensile.errors import InputError


class _Done(NamedTuple):
    """What is told and where it lies."""

    report: dict[str, Any]
    lines: list[str]
    written: list[Path]


def command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE…]",
            help="Clips and recordings, all their takes: whatever prehensile mocap reads. Default: "
            "the 24 grasps of our corpus. With --force: clips with contacts, Tekscan tables "
            "(.csv), arrays time and frames (.npz).",
            show_default=False,
        ),
    ] = None,
    components: Annotated[
        int, typer.Option("--components", metavar="K", help="Axes of the basis that is written.")
    ] = 3,
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Of what presses on the hand instead of its postures; count cycles, find phases.",
        ),
    ] = False,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Find synergies: the mean posture, and the axes along which postures differ most.

    Writes the basis (synergies.npz) and a sheet of its axes (synergies.png). With --force the same
    of pressure, FILE by FILE (FILE_force.npz, FILE_force.png).
    """
    from prehensile.atomic import output_folder

    if components < 1:
        raise InputError(f"--components is a whole number from 1 up, got {components}.")
    if force and not files:
        raise InputError("prehensile synergies --force needs a FILE: a clip with contacts, say.")
    with stdout_to_stderr():
        done = (_force if force else _posture)(files or [], components, output_folder(out))
    if as_json:
        written = {"written": [str(path) for path in done.written]}
        typer.echo(json.dumps(done.report | written, allow_nan=False))
        return
    for line in done.lines:
        typer.echo(line)
    typer.echo("wrote " + ", ".join(str(path) for path in done.written))


def _posture(files: list[Path], components: int, folder: Path) -> _Done:
    from prehensile.hand.joints import JOINT_NAMES
    from prehensile.synergy.file import save
    from prehensile.synergy.posture import corpus_postures, posture_basis
    from prehensile.synergy.posture_samples import postures_of, read_clips
    from prehensile.synergy.report import posture_lines, posture_report

    q, names, takes, source = corpus_postures(), JOINT_NAMES, 1, "corpus"
    if files:
        found = postures_of(clip for file in files for clip in read_clips(file))
        q, names, takes = found.q, found.joint_names, len(found.takes)
        source = ", ".join(file.name for file in files)
    whole = posture_basis(q, names)
    basis = whole.first(components)
    about = {"source": source, "samples": len(q), "takes": takes}
    lines = posture_lines(whole, components, source, len(q))
    written = [save(basis, folder / "synergies.npz", about)]

    def draw(path: Path) -> Path:
        from prehensile.draw.posture_sheet import draw_posture_sheet

        return draw_posture_sheet(basis, path)

    if names == JOINT_NAMES:
        _add_picture(draw, folder / "synergies.png", written, lines)
    else:
        lines.append("no sheet: the postures are those of another hand than ours.")
    return _Done(about | posture_report(whole, components), lines, written)


def _force(files: list[Path], components: int, folder: Path) -> _Done:
    from prehensile.synergy.basis import basis_of
    from prehensile.synergy.cycles import count_cycles
    from prehensile.synergy.file import save
    from prehensile.synergy.force_samples import read_forces
    from prehensile.synergy.phases import find_phases
    from prehensile.synergy.report import force_lines, force_report

    found = {file: read_forces(file) for file in files}
    reports, written, notes = [], [], []
    for file, (time, frames) in found.items():
        whole = basis_of(frames)
        cycles, phases = count_cycles(time, frames), find_phases(time, frames)
        reports.append(force_report(file.name, whole, cycles, phases))
        about = {"source": file.name, "samples": len(frames)}
        stem = folder / f"{file.stem}_force"
        written.append(save(whole.first(components), stem.with_suffix(".npz"), about))

        def draw(path: Path, name: str = file.stem, trial: Any = (time, frames)) -> Path:
            from prehensile.draw.force_plot import draw_force_synergies

            return draw_force_synergies(path, {name: trial})

        _add_picture(draw, stem.with_suffix(".png"), written, notes)
    return _Done({"files": reports}, [*force_lines(reports), *notes], written)


def _add_picture(
    draw: Callable[[Path], Path], path: Path, written: list[Path], lines: list[str]
) -> None:
    """Draw, where that can be done here."""
    from prehensile.draw.probe import drawing_backend

    drawing = drawing_backend()
    if drawing.works:
        written.append(draw(path))
    else:
        lines.append(f"no picture: {drawing.reason}; prehensile doctor says what to install.")
