"""``prehensile grasp OBJECT``: the main job."""

from typing import Annotated

import typer

from prehensile.cli.options import OUT, GripOption, HandOption, OutOption, SeedOption, UnitOption


def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="OBJECT",
            help="A name (prehensile objects lists them), a size (cylinder:r=30mm,h=120mm), "
            "or a mesh file.",
        ),
    ],
    hand: HandOption = "right",
    grip: GripOption = None,
    mass: Annotated[
        float | None, typer.Option("--mass", metavar="KG", help="Mass of the object [kg].")
    ] = None,
    unit: UnitOption = None,
    seed: SeedOption = 0,
    out: OutOption = OUT,
) -> None:
    """Pick an object up: approach, close, lift 15 cm, hold 3 s.

    Writes grasp.npz (the clip), grasp.png (a contact sheet) and forces.png (force per finger), and
    says whether the object was held and, if not, why. A grasp that fails is not an error.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from prehensile.atomic import output_folder
    from prehensile.control.grasp import checked_grip, default_grip, grasp
    from prehensile.draw.probe import drawing_backend
    from prehensile.hand.spec import parse_hand
    from prehensile.quality.held import judge_held
    from prehensile.world.catalogue import load_object

    the_hand = parse_hand(hand).build()
    obj = load_object(what, unit=unit or "m", mass=mass)
    newtons = default_grip(obj) if grip is None else checked_grip(grip)
    folder = output_folder(out)
    size = " × ".join(f"{100 * v:.1f}" for v in obj.extents)
    typer.echo(f"{obj.name}: {size} cm, {obj.mass:.3g} kg; {the_hand}; grip {newtons:.3g} N")
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("trying grasps", total=None)
        clip = grasp(
            obj,
            the_hand,
            grip=newtons,
            seed=seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
        bar.update(task, description="drawing")
        written = [clip.save(folder / "grasp.npz")]
        drawing = drawing_backend()
        if drawing.works:
            from prehensile.draw.contact_sheet import draw_contact_sheet

            written.append(draw_contact_sheet(clip, folder / "grasp.png"))
        from prehensile.draw.forces import draw_forces

        written.append(draw_forces(clip, folder / "forces.png"))
    held = judge_held(clip, obj.name)
    typer.echo(f"{held}, with the pose {clip.meta['pose']!r}")
    typer.echo("wrote " + ", ".join(str(path) for path in written))
    if not drawing.works:
        typer.echo(f"no picture: {drawing.reason} prehensile doctor says what to install.")
