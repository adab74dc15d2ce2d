"""``prehensile export CLIP``: a clip as files that other programs open."""

from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.grammar.grouped import grouped
from prehensile.cli.grammar.options import PLAIN_LOOK, Look
from prehensile.errors import InputError

FILES = ("glb", "bvh", "csv", "html", "mp4", "gif")
"""Formats that are one file, in the order in which they are written."""


@grouped
def command(
    clip: Annotated[
        Path,
        typer.Argument(metavar="CLIP", help="What prehensile grasp wrote (.npz), or a .glb, .bvh."),
    ],
    glb: Annotated[bool, typer.Option("--glb", help="Blender, Unity, three.js (default).")] = False,
    bvh: Annotated[bool, typer.Option("--bvh", help="The hands' joints alone.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="A table: angles, poses, forces.")] = False,
    obj: Annotated[bool, typer.Option("--obj", help="A folder, one mesh for each frame.")] = False,
    html: Annotated[bool, typer.Option("--html", help="A page that plays it offline.")] = False,
    mp4: Annotated[bool, typer.Option("--mp4", help="A video.")] = False,
    gif: Annotated[bool, typer.Option("--gif", help="An animated picture.")] = False,
    blush_sheet: Annotated[
        bool, typer.Option("--blush-sheet", help="Fingertips as they colour: PNG and JSON.")
    ] = False,
    rate: Annotated[
        float | None,
        typer.Option("--rate", metavar="HZ", help="Frames per second. Default: the clip's own."),
    ] = None,
    no_stand: Annotated[
        bool, typer.Option("--no-stand", help="Leave out the table or post below the object.")
    ] = False,
    look: Look = PLAIN_LOOK,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="A folder other than the clip's own."),
    ] = None,
) -> None:
    """Write a clip for other programs: skinned hands, objects, motion, forces.

    Files are named after the clip and lie beside it. GLB, HTML and OBJ have y up and metres. A clip
    that was made with --hand-mesh wears that mesh again (--hand-mesh none: our own skin), and its
    GLB has that mesh's joint names, nesting and axes: its rotations play on the rig that the mesh
    came from.
    """
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.dressed import check_blush
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.cli.grammar.remembered import dress_of_clip, said_dress
    from prehensile.motion.formats import writer
    from prehensile.motion.tracked_hand import hand_of

    flags = {"glb": glb, "bvh": bvh, "csv": csv, "html": html, "mp4": mp4, "gif": gif}
    wanted = [name for name in FILES if flags[name]] or ([] if obj or blush_sheet else ["glb"])
    folder = clip.parent if out is None else out
    for name in wanted:
        if (folder / f"{clip.stem}.{name}").resolve() == clip.resolve():
            raise InputError(f"{clip} would be written over; name another folder with --out DIR.")
    dress = said_dress(look)
    checked = _checked_clip(clip, rate)
    dress = dress_of_clip(look, dress, checked, clip.parent)
    checked = dress.on(checked)
    if no_stand:
        from prehensile.motion.stand import without_stand

        checked = without_stand(checked)
    if look.blush is not None:
        for track in checked.hands:
            check_blush(dress, hand_of(track), track.name)
    if blush_sheet:
        from prehensile.export.blush_sheet import check_colored

        check_colored(checked, dress)
    folder = output_folder(folder)
    written = []
    with progress_bar("exporting") as bar:
        for name in wanted:
            path = folder / f"{clip.stem}.{name}"
            bar.describe(path.name)
            if name in ("mp4", "gif"):
                from prehensile.draw.video import save

                save(checked, path, rate=rate, progress=bar.update, dress=dress)
            elif name in ("glb", "html"):
                writer(path)(checked, path, dress=dress)
            else:
                checked.save(path)
            written.append(path)
        if obj:
            from prehensile.export.obj import save_folder

            path = folder / f"{clip.stem}_obj"
            bar.describe(path.name)
            written.append(save_folder(checked, path, bar.update, dress))
        if blush_sheet:
            from prehensile.export.blush_sheet import save as save_sheet

            path = folder / f"{clip.stem}_blush.png"
            bar.describe(path.name)
            written += save_sheet(checked, path, dress)
    typer.echo("wrote " + ", ".join(str(path) for path in written))


def _checked_clip(path: Path, rate: float | None):
    """The clip, known to be fit for every format before anything is written."""
    from prehensile.motion.clip import Clip
    from prehensile.motion.clip_files.npz import frame_count
    from prehensile.motion.frame_limit import check_frames
    from prehensile.motion.tracked_hand import angles_of

    if path.suffix.lower() == ".npz":
        check_frames(frame_count(path))
    clip = Clip.load(path)
    for track in clip.hands:
        angles_of(track)
    if rate is not None:
        clip = clip.resample(rate)
    check_frames(clip.n_frames)
    return clip
