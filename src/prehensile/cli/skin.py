"""``prehensile skin``: poses of the skin from the tissue below it, and corrections learned."""

from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.grammar.options import OUT, HandMeshOption, HandOption, OutOption, SeedOption
from prehensile.errors import InputError, UnknownNameError

WORKS = ("examples", "fit")
"""What can be done to a skin."""
KEPT = 5
"""Displacements of each joint, if --kept is left out."""
MOST_KEPT = 17
"""Fifteen joints with as many each are all that a rig takes."""
MODEL = "eigenskin.npz"
"""File under --out that holds what was learned."""


def command(
    work: Annotated[
        str,
        typer.Argument(
            metavar="|".join(WORKS), help="examples: solve them. fit: learn corrections from them."
        ),
    ],
    source: Annotated[
        Path | None,
        typer.Argument(
            metavar="EXAMPLES",
            help="For fit: a folder of skin examples; a folder with poses.csv and OBJ meshes; or a "
            "skinned hand (.glb, .gltf) whose shape keys are named like index_pip_flex=80.",
        ),
    ] = None,
    hand: HandOption = None,
    hand_mesh: HandMeshOption = None,
    out: OutOption = OUT,
    seed: SeedOption = 0,
    joint: Annotated[
        list[str] | None,
        typer.Option(
            "--joint",
            metavar="NAME",
            help="examples: only this joint's poses (thumb_cmc, index_pip, …), mixed, or uniform "
            "(drawn anywhere within the limits, to judge by); may be repeated.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option("--workers", metavar="N", min=1, help="examples: processes at work at once."),
    ] = 2,
    kept: Annotated[
        int,
        typer.Option(
            "--kept", metavar="N", min=1, max=MOST_KEPT, help="fit: displacements of each joint."
        ),
    ] = KEPT,
) -> None:
    """Solve soft tissue at many poses, or learn from examples how joints fold and bulge a skin.

    examples solves the tissue of a hand at 250 poses: half an hour to an hour on two cores.
    Every pose is a file in the folder skin-examples/ under --out. Interrupt it at any time; the
    same command goes on where it stopped. A pose without balance is reported and left out.

    fit EXAMPLES writes eigenskin.npz under --out, which every command that draws wears with
    --eigenskin. --hand-mesh is the skinned hand that OBJ meshes are examples of.
    """
    if work not in WORKS:
        raise UnknownNameError("work on a skin", work, WORKS)
    if work == "fit":
        if source is None:
            raise InputError("prehensile skin fit needs EXAMPLES: a folder, or a skinned hand.")
        _fit(source, hand, hand_mesh, out, seed, kept)
        return
    if source is not None or hand_mesh is not None:
        raise InputError(
            f"prehensile skin examples takes no {source or '--hand-mesh'}: tissue is solved for "
            "our own hand. To learn from examples: prehensile skin fit EXAMPLES."
        )
    _solve(hand, out, seed, tuple(joint or ()), workers)


def _solve(hand: str | None, out: Path, seed: int, joints: tuple[str, ...], workers: int) -> None:
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.hand.parse import parse_hand
    from prehensile.hand.spec import HandSpec
    from prehensile.skin.template.levels import skin_mesh
    from prehensile.skin.tissue.model import tissue_model
    from prehensile.skin.tissue.poses import example_poses
    from prehensile.skin.tissue.record import failures, write_model
    from prehensile.skin.tissue.solve import solve_examples

    spec = parse_hand(hand or "right")
    if not isinstance(spec, HandSpec) or spec.side != "right":
        raise InputError(f"--hand {hand}: examples are solved for one of our own right hands.")
    built = spec.build()
    poses = example_poses(built, seed, joints)
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


def _fit(
    source: Path, hand: str | None, hand_mesh: Path | None, out: Path, seed: int, kept: int
) -> None:
    from prehensile.atomic import output_folder
    from prehensile.hand.spec import HandSpec
    from prehensile.skin.eigenskin.file import FittedSkin, save
    from prehensile.skin.eigenskin.report import fit_report
    from prehensile.skin.fit_source import fit_source

    found = fit_source(source, hand_mesh, hand)
    model = found.examples.fitted(kept)
    report = fit_report(found.examples, model)
    spec = found.examples.hand.spec
    assert isinstance(spec, HandSpec)
    words = ["prehensile", "skin", "fit", source.name, "--kept", str(kept)]
    words += ["--hand-mesh", hand_mesh.name] if hand_mesh else []
    record = {
        **found.record,
        "examples": {name: group.examples for name, group in report.joints.items()},
        "error_m": {name: [group.before, group.after] for name, group in report.joints.items()},
    }
    path = output_folder(out) / MODEL
    save(FittedSkin(model, spec, " ".join(words), seed, record, found.template), path)
    for line in (*found.lines, *report.lines()):
        typer.echo(line)
    mesh = source if hand_mesh is None else hand_mesh
    worn = "" if found.template else f" --hand-mesh {mesh}"
    typer.echo(f"{path}: wear it with{worn} --eigenskin {path}")
