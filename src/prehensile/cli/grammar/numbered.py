"""``--ways N`` and ``--way K``: several different grasps as numbered clips, or one of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.errors import InputError

if TYPE_CHECKING:
    from prehensile.cli.grammar.dressed import Dressed
    from prehensile.motion.clip import Clip
    from prehensile.world.objects.object import Object


def _counted(ctx: typer.Context, param: typer.CallbackParam, value: int) -> int:
    """A number that is counted from 1; 0 where nobody gave one."""
    source = ctx.get_parameter_source(param.name or "")
    if value == 0 and source is not None and source.name != "DEFAULT":
        raise InputError(f"--{param.name} counts from 1, got 0.")
    return value


WaysOption = Annotated[
    int,
    typer.Option(
        "--ways",
        metavar="N",
        callback=_counted,
        help="Keep N different grasps: ways/1.npz and so on, and ways.png.",
    ),
]
WayOption = Annotated[
    int,
    typer.Option(
        "--way", metavar="K", callback=_counted, help="Take the K-th of those ways again."
    ),
]


def check_numbers(ways: int, way: int, alone: bool) -> None:
    """Refuse numbers that cannot be, and what does not go with them.

    Args:
        ways: as given; 0 if not.
        way: as given; 0 if not.
        alone: whether one object is grasped, along no path.
    """
    if not (ways or way):
        return
    from prehensile.control.ways import MOST

    if ways and way:
        raise InputError("--ways keeps several and --way takes one of them: give one of the two.")
    if not alone:
        raise InputError("--ways and --way take one OBJECT, and go neither with --all nor --arm.")
    if not 1 <= (ways or way) <= MOST:
        raise InputError(f"--ways and --way count from 1 to {MOST}, got {ways or way}.")


def one_of_the_ways(obj: "Object", hand: Any, way: int, how: dict[str, Any]) -> "Clip":
    """The clip of a number; at once if the ways were found before.

    Raises:
        InputError: fewer ways were found.
    """
    from prehensile.control.ways import count_ways, one_way

    found = one_way(obj, hand, way, **how)
    if found is None:
        count = count_ways(obj, hand, way, **how)
        offer = f"1 to {count}" if count > 1 else "1, or leave it out"
        raise InputError(f"--way {way}: {_counting(count)} found; give --way {offer}.")
    return found


def keep_ways(
    obj: "Object", dressed: "Dressed", out: Path, count: int, how: dict[str, Any]
) -> None:
    """Find them, write the clips and one picture of all, and say what each is and how it went."""
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.control.ways import ways
    from prehensile.draw.probe import drawing_backend
    from prehensile.quality.judge.way_taken import way_taken
    from prehensile.quality.judge.way_words import way_words, whence

    folder = output_folder(out)
    with progress_bar("finding ways") as bar:
        clips = ways(obj, dressed.hand, count, progress=bar.update, **how)
        taken = [way_taken(clip, obj.name) for clip in clips]
        written = [clip.save(folder / "ways" / f"{k}.npz") for k, clip in enumerate(clips, 1)]
        drawing = drawing_backend()
        if drawing.works:
            from prehensile.draw.clip_tiles import draw_last_frames

            bar.describe("drawing")
            tiles = {
                f"{k}: {_style(clip)}, from {whence(way)}": clip
                for k, (clip, way) in enumerate(zip(clips, taken, strict=True), 1)
            }
            picture = folder / "ways.png"
            draw_last_frames(tiles, picture, columns=3, dress=dressed.dress, one_side=True)
    for k, (clip, way) in enumerate(zip(clips, taken, strict=True), 1):
        typer.echo(f"{k}: {_style(clip)} {way_words(way)}; {clip.verdict}")
    if len(clips) < count:
        typer.echo(f"{len(clips)} different ways were found, of {count}")
    drawn = f" and {folder / 'ways.png'}" if drawing.works else ""
    typer.echo(f"wrote {_first_to_last(written)}{drawn}; --way K takes one of them again")


def _counting(count: int) -> str:
    """So many ways, in words."""
    return "only one way was" if count == 1 else f"only {count} different ways were"


def _style(clip: "Clip") -> str:
    """How the hand is shaped."""
    return str(clip.meta.get("style", clip.meta["pose"]))


def _first_to_last(written: Sequence[Path]) -> str:
    """Files of one folder that are numbered from 1."""
    return str(written[0]) if len(written) == 1 else f"{written[0]} to {written[-1].name}"
