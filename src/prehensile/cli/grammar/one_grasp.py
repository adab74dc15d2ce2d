"""One thing grasped for the command line: clip, pictures, other files, and how it went in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from prehensile.errors import MissingExtraError

if TYPE_CHECKING:
    from prehensile.cli.grammar.dressed import Dressed
    from prehensile.cli.grammar.progress import Bar
    from prehensile.motion.clip import Clip
    from prehensile.world.objects.object import Object


def grasp_one(
    obj: "Object",
    dressed: "Dressed",
    out: Path,
    how: dict[str, Any],
    files: Sequence[str] = (),
) -> None:
    """Grasp it, write clip and pictures, and say how it went.

    Args:
        obj: what is taken.
        dressed: with which hand, and how it looks.
        out: the folder that is written into.
        how: what `grasp` takes; with ``arm`` what `grasp_along` takes; with ``way`` the number of
            one of `ways`.
        files: suffixes of what else is written, "glb" or "html".
    """
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.draw.probe import begin_probe

    the_hand = dressed.hand
    folder = output_folder(out)
    size = " × ".join(f"{100 * v:.1f}" for v in obj.extents)
    typer.echo(f"{obj.name}: {size} cm, {obj.mass:.3g} kg; {the_hand}")
    begin_probe()  # it is over when there is something to draw
    with progress_bar("trying grasps") as bar:
        clip = dressed.dress.on(_found(obj, dressed, how, bar))
        bar.describe("drawing")
        written = [clip.save(folder / "grasp.npz")]
        pictures, lack = _drawn(clip, dressed, folder)
        written += pictures
        for suffix in files:
            from prehensile.motion.formats import writer

            path = folder / f"grasp.{suffix}"
            bar.describe(path.name)
            writer(path)(clip, path, dress=dressed.dress)
            written.append(path)
    _say(clip, obj)
    typer.echo("wrote " + ", ".join(str(path) for path in written))
    if lack:
        typer.echo(f"no picture: {lack}")


def _found(obj: "Object", dressed: "Dressed", how: dict[str, Any], bar: "Bar") -> "Clip":
    """The clip, in whichever way it is asked for."""
    if "arm" in how:
        from prehensile.control.keyed.grasp import grasp_along

        return grasp_along(obj=obj, hand=dressed.hand, progress=bar.update, **how)
    if "way" in how:
        from prehensile.cli.grammar.numbered import one_of_the_ways

        rest = {name: value for name, value in how.items() if name != "way"}
        return one_of_the_ways(obj, dressed.hand, how["way"], rest)
    from prehensile.control.grasp import grasp

    return grasp(obj, dressed.hand, progress=bar.update, tell=bar.describe, **how)


def _drawn(clip: "Clip", dressed: "Dressed", folder: Path) -> tuple[list[Path], str]:
    """Pictures that were written, and why there are no others."""
    from prehensile.draw.forces import draw_forces
    from prehensile.draw.probe import drawing_backend

    written = []
    drawing = drawing_backend()
    if drawing.works:
        from prehensile.draw.contact_sheet import draw_contact_sheet

        written.append(draw_contact_sheet(clip, folder / "grasp.png", dress=dressed.dress))
    lack = "" if drawing.works else f"{drawing.reason}; prehensile doctor says what to install."
    try:
        written.append(draw_forces(clip, folder / "forces.png"))
    except MissingExtraError as error:
        lack = str(error)
    return written, lack


def _say(clip: "Clip", obj: "Object") -> None:
    """How it went."""
    typer.echo(f"{clip.verdict}, with the pose {clip.meta['pose']!r}, {grip_of(clip)}")
    if "rehearsed" in clip.meta:
        tried = f"{clip.meta['rehearsed']} ways rehearsed, {clip.meta['played']} played"
        strength = clip.meta.get("strength")
        typer.echo(tried if strength is None else f"{tried}; strength {strength:.3g}")
    if "fallback" in clip.meta:
        typer.echo(f"by the controller 'sequence': {clip.meta['fallback']}")
    if "arm" in clip.meta:
        typer.echo(f"{clip.meta['played']} ways played; strength {clip.meta['strength']:.3g}")
        typer.echo(_path_line(clip.meta["arm"]))
    if clip.meta["job"] == "lift" and not managed(clip):
        from prehensile.quality.judge.explain import explain_drop

        typer.echo(explain_drop(clip, obj.name))


def _path_line(arm: dict[str, Any]) -> str:
    """When it grasped, and how well the path was kept."""
    let_go = "never" if arm["release"] is None else f"at {arm['release']:.2f} s"
    if arm["run_out"]:
        let_go += f" ({arm['run_out']:.1f} s were added to see whether it stands)"
    x, y, z = arm["object_at"]
    return (
        f"grasped from {arm['arrive']:.2f} to {arm['depart']:.2f} s, let go {let_go}; object at "
        f"{x:.3f}, {y:.3f}, {z:.3f} m; the wrist was off its path by {arm['path_error_mm']:.2f} mm "
        f"at most, {arm['path_error_in_contact_mm']:.2f} mm in contact"
    )


def managed(clip: "Clip") -> bool:
    """Whether its job was done."""
    return clip.verdict is not None and clip.verdict.ok


def grip_of(clip: "Clip") -> str:
    """What was asked of the grip, and what it came to."""
    k = clip.last_frame_of("carry" if "arm" in clip.meta else "hold")
    pressed = clip.finger_force[k, 0].sum() + clip.palm_force[k, 0]
    return f"grip {clip.meta['grip']:.3g} N ({pressed:.3g} N at the end)"
