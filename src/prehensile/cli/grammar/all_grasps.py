"""``--all``: the whole catalogue grasped, one after the other."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from prehensile.cli.grammar.dressed import Dressed


def grasp_all(dressed: "Dressed", out: Path, how: dict[str, Any]) -> None:
    """Every object of the catalogue: clips, one picture and a table."""
    from rich.console import Console
    from rich.table import Table

    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.one_grasp import grip_of, managed
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.control.grasp import grasp
    from prehensile.draw.probe import drawing_backend
    from prehensile.errors import PrehensileError
    from prehensile.motion.clip import Clip
    from prehensile.world.catalogue import CATALOGUE

    the_hand = dressed.hand
    folder = output_folder(out)
    clips: dict[str, Clip] = {}
    table = Table(title=f"every object, {the_hand}", title_justify="left")
    for column in ("object", "pose", "grip", "result"):
        table.add_column(column, overflow="fold")
    with progress_bar("grasping") as bar:
        for count, name in enumerate(CATALOGUE, 1):
            bar.describe(name)
            try:
                clip = grasp(name, the_hand, **how)
            except PrehensileError as error:
                table.add_row(name, "", "", str(error))
                continue
            clip = clips[name] = dressed.dress.on(clip)
            clip.save(folder / "clips" / f"{name}.npz")
            table.add_row(name, clip.meta["pose"], grip_of(clip), str(clip.verdict))
            bar.update(count, len(CATALOGUE))
        if drawing_backend().works and clips:
            from prehensile.draw.clip_tiles import draw_last_frames

            bar.describe("drawing")
            draw_last_frames(clips, folder / "grasp_all.png", dress=dressed.dress)
    Console().print(table, markup=False)
    done = sum(map(managed, clips.values()))
    typer.echo(f"managed {done} of {len(CATALOGUE)}; wrote {folder}/clips and grasp_all.png")
