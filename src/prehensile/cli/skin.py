"""``prehensile skin examples``: poses of the skin from the mechanics of the tissue below it."""

from typing import Annotated

import typer

from prehensile.cli.options import OUT, HandOption, OutOption, SeedOption
from prehensile.errors import InputError, UnknownNameError

WORKS = ("examples",)
"""What can be done to a skin."""


def command(
    work: Annotated[str, typer.Argument(metavar="|".join(WORKS), help="examples: solve them.")],
    hand: HandOption = None,
    out: OutOption = OUT,
    seed: SeedOption = 0,
    joint: Annotated[
        list[str] | None,
        typer.Option(
            "--joint",
            metavar="NAME",
            help="Only this joint's poses (thumb_cmc, index_pip, …), or mixed; may be repeated.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, help="Processes at work at once.")
    ] = 2,
) -> None:
    """Solve the soft tissue of a hand at some 185 poses: half an hour to an hour on two cores.

    Every pose is a file in the folder skin-examples/ under --out. Interrupt it at any time; the
    same command goes on where it stopped. A pose without balance is reported and left out.
    """
    if work not in WORKS:
        raise UnknownNameError("work on a skin", work, WORKS)
    from prehensile.atomic import output_folder
    from prehensile.cli.progress import progress_bar
    from prehensile.hand.spec import HandSpec, parse_hand
    from prehensile.skin.skin_levels import skin_mesh
    from prehensile.skin.tissue_examples import solve_examples
    from prehensile.skin.tissue_model import tissue_model
    from prehensile.skin.tissue_poses import example_poses
    from prehensile.skin.tissue_record import failures, write_model

    spec = parse_hand(hand or "right")
    if not isinstance(spec, HandSpec) or spec.side != "right":
        raise InputError(f"--hand {hand}: examples are solved for one of our own right hands.")
    built = spec.build()
    poses = example_poses(built, seed, tuple(joint or ()))
    folder = output_folder(out / "skin-examples")
    with progress_bar("tetrahedra") as bar:
        mesh = skin_mesh(built, 0)
        model = tissue_model(built, mesh.vertices, mesh.faces)
        write_model(folder, model, mesh.faces)
        bar.describe("poses")
        solve_examples(folder, poses, bar.update, workers)
    failed = failures(folder, poses)
    typer.echo(f"{len(poses) - len(failed)} of {len(poses)} poses solved: {folder}")
    for name, reason in failed.items():
        typer.echo(f"failed and left out: {name}: {reason}")
