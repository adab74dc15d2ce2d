"""``prehensile capture lab``: record in the virtual lab, whose truth is known."""

import json
from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import AssetsOption, HandOption, JsonOption, SeedOption

LAB_OUT = Path("out") / "lab"


def lab(
    task: Annotated[
        str,
        typer.Argument(
            metavar="TASK",
            help="explore, scratch, perturb, perturb_scratch, press, box, lift, bulb or tango.",
        ),
    ],
    seed: SeedOption = 0,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for what is recorded.")
    ] = LAB_OUT,
    contacts: Annotated[
        int | None,
        typer.Option("--contacts", metavar="N", min=1, help="Touches. Default: the task's own."),
    ] = None,
    hand: HandOption = None,
    assets: AssetsOption = None,
    sensors: Annotated[
        str | None,
        typer.Option(
            "--sensors", metavar="A,B,…", help="Which sensors watch. Default: the task's own."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Record a session in the virtual lab.

    Writes recording.h5 and, in a file of its own, truth.npz: stiffness, reference, touches and
    forces as they were. Seeds 0 to 99 are for development.
    """
    from prehensile.atomic import output_folder
    from prehensile.capture.lab.session import lab_session, write_session
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.hand.parse import parse_hand

    folder = output_folder(out)
    with stdout_to_stderr(), progress_bar(f"recording {task}") as bar:
        session = lab_session(
            task,
            seed,
            contacts,
            None if hand is None else parse_hand(hand, assets).build(),
            None if sensors is None else [s.strip() for s in sensors.split(",") if s.strip()],
            progress=bar.update,
        )
        files = write_session(session, folder)
    said = {
        "task": task,
        "seed": seed,
        "recording": str(files[0]),
        "truth": str(files[1]),
        "seconds": session.truth.clip.duration,
        "touches": len(session.truth.touches),
        "streams": list(session.recording.names),
    }
    lines = [
        f"{said['touches']} touches in {said['seconds']:.0f} s, seen by "
        f"{', '.join(session.recording.names)}",
        *map(str, files),
    ]
    typer.echo(json.dumps(said) if as_json else "\n".join(lines))
