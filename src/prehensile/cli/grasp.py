"""``prehensile grasp OBJECT``: the main job; ``--all`` does it with the whole catalogue."""

from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.options import OUT, GripOption, HandOption, OutOption, SeedOption, UnitOption
from prehensile.errors import InputError


def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="OBJECT",
            help="A name (prehensile objects lists them), a size (cylinder:r=30mm,h=120mm), "
            "or a mesh file.",
        ),
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Every object of the catalogue instead of one.")
    ] = False,
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
    says whether the object was held and, if not, why. A grasp that fails is not an error. Dials and
    lids are turned by 30° instead; a climbing hold bears 20 N.

    With --all: every object of the catalogue, as grasp_all.png and a table.
    """
    if everything == bool(what):
        raise InputError("name one OBJECT to grasp, or give --all; prehensile objects lists them.")
    if everything:
        _grasp_all(hand, grip, seed, out)
    else:
        _grasp_one(what, hand, grip, mass, unit, seed, out)


def _grasp_one(
    what: str,
    hand: str,
    grip: float | None,
    mass: float | None,
    unit: str | None,
    seed: int,
    out: Path,
) -> None:
    from prehensile.atomic import output_folder
    from prehensile.cli.progress import progress_bar
    from prehensile.control.grasp import checked_grip, default_grip, grasp
    from prehensile.draw.forces import draw_forces
    from prehensile.draw.probe import drawing_backend
    from prehensile.hand.spec import parse_hand
    from prehensile.quality.explain import explain_drop
    from prehensile.world.catalogue import load_object

    the_hand = parse_hand(hand).build()
    obj = load_object(what, unit=unit or "m", mass=mass)
    newtons = default_grip(obj) if grip is None else checked_grip(grip)
    folder = output_folder(out)
    size = " × ".join(f"{100 * v:.1f}" for v in obj.extents)
    typer.echo(f"{obj.name}: {size} cm, {obj.mass:.3g} kg; {the_hand}; grip {newtons:.3g} N")
    with progress_bar("trying grasps") as bar:
        clip = grasp(obj, the_hand, grip=newtons, seed=seed, progress=bar.update)
        bar.describe("drawing")
        written = [clip.save(folder / "grasp.npz")]
        drawing = drawing_backend()
        if drawing.works:
            from prehensile.draw.contact_sheet import draw_contact_sheet

            written.append(draw_contact_sheet(clip, folder / "grasp.png"))
        written.append(draw_forces(clip, folder / "forces.png"))
    typer.echo(f"{clip.meta['verdict']}, with the pose {clip.meta['pose']!r}")
    if not clip.meta["managed"] and clip.meta["job"] == "lift":
        typer.echo(explain_drop(clip, obj.name))
    typer.echo("wrote " + ", ".join(str(path) for path in written))
    if not drawing.works:
        typer.echo(f"no picture: {drawing.reason}; prehensile doctor says what to install.")


def _grasp_all(hand: str, grip: float | None, seed: int, out: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    from prehensile.atomic import output_folder
    from prehensile.cli.progress import progress_bar
    from prehensile.control.grasp import checked_grip, grasp
    from prehensile.draw.probe import drawing_backend
    from prehensile.errors import PrehensileError
    from prehensile.hand.spec import parse_hand
    from prehensile.motion.clip import Clip
    from prehensile.world.catalogue import CATALOGUE

    the_hand = parse_hand(hand).build()
    newtons = None if grip is None else checked_grip(grip)
    folder = output_folder(out)
    clips: dict[str, Clip] = {}
    table = Table(title=f"every object, {the_hand}", title_justify="left")
    for column in ("object", "pose", "grip [N]", "result"):
        table.add_column(column, overflow="fold")
    with progress_bar("grasping") as bar:
        for done, name in enumerate(CATALOGUE):
            bar.describe(name)
            try:
                clip = grasp(name, the_hand, grip=newtons, seed=seed)
            except PrehensileError as error:
                table.add_row(name, "", "", str(error))
                continue
            clips[name] = clip
            clip.save(folder / "clips" / f"{name}.npz")
            meta = clip.meta
            table.add_row(name, meta["pose"], f"{meta['grip']:.3g}", meta["verdict"])
            bar.update(done + 1, len(CATALOGUE))
        if drawing_backend().works and clips:
            from prehensile.draw.clip_tiles import draw_last_frames

            bar.describe("drawing")
            draw_last_frames(clips, folder / "grasp_all.png")
    Console().print(table, markup=False)
    managed = sum(clip.meta["managed"] for clip in clips.values())
    typer.echo(f"managed {managed} of {len(CATALOGUE)}; wrote {folder}/clips and grasp_all.png")
