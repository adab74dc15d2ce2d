"""``prehensile hand``: one hand's sizes, limits and poses, as a table, JSON or pictures."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.grouped import grouped
from prehensile.cli.grammar.options import (
    OUT,
    PLAIN_LOOK,
    AssetsOption,
    HandOption,
    JsonOption,
    Look,
    OutOption,
)

if TYPE_CHECKING:
    import numpy as np

    from prehensile.hand.hand import Hand
    from prehensile.skin.dress import Dress

SHEET_VIEWS = {"flat": "palm", "adduction_grip": "palm", "fixed_hook": "palm"}
"""Poses of the sheet that another view than three-quarter tells better."""


@grouped
def command(
    what: Annotated[
        str | None,
        typer.Argument(metavar="[HAND]", help="The same as --hand.", show_default=False),
    ] = None,
    hand: HandOption = None,
    assets: AssetsOption = None,
    look: Look = PLAIN_LOOK,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Draw all named poses on one sheet: hand_poses.png.")
    ] = False,
    pose: Annotated[
        str | None,
        typer.Option("--pose", metavar="NAME", help="Draw one named pose: hand_NAME.png."),
    ] = None,
    view: Annotated[
        str,
        typer.Option(
            "--view", metavar="VIEW", help="Of --pose: palm, back, thumb, three-quarter or front."
        ),
    ] = "three-quarter",
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Describe a hand: lengths, breadth, mass and joint limits; or draw its named poses.

    Of another hand's model or mapping it says what was found: digits, joints and those missing,
    fingertips and palmar sides. What --json writes is a file that --hand reads back.
    """
    from prehensile.cli.grammar.dressed import dressed_hand

    the_hand, _, dress = dressed_hand(hand if what is None else what, look, assets)
    with stdout_to_stderr():
        written = _draw(the_hand, dress, sheet, pose, view, out)
    if as_json:
        report = _report(the_hand) | {"written": [str(path) for path in written]}
        typer.echo(json.dumps(report, indent=2))
        return
    if not written:
        _print_tables(the_hand)
    for path in written:
        typer.echo(f"wrote {path}")


def _draw(
    hand: "Hand", dress: "Dress", sheet: bool, pose: str | None, view: str, out: Path
) -> list[Path]:
    """Draw what is asked for; everything that can be wrong is found before the first picture."""
    if not sheet and pose is None:
        return []
    from rich.console import Console

    from prehensile.atomic import output_folder
    from prehensile.draw.camera import VIEWS
    from prehensile.draw.pose_sheet import draw_pose_sheet
    from prehensile.draw.probe import require_drawing
    from prehensile.errors import UnknownNameError
    from prehensile.hand.corpus import corpus

    if view not in VIEWS:
        raise UnknownNameError("view", view, VIEWS)
    one = None if pose is None else _posed(hand, pose)
    require_drawing()
    folder = output_folder(out)
    written = []
    console = Console(stderr=True)
    if sheet:
        poses = {name: _posed(hand, name) for name in corpus()}
        with console.status(f"drawing {len(poses)} poses"):
            path = folder / "hand_poses.png"
            written.append(
                draw_pose_sheet(hand, poses, path, columns=7, views=SHEET_VIEWS, dress=dress)
            )
    if pose is not None and one is not None:
        with console.status(f"drawing {pose}"):
            path = folder / f"hand_{pose}.png"
            large: dict[str, Any] = {"columns": 1, "tile": (800, 860), "level": 2}
            written.append(
                draw_pose_sheet(hand, {pose: one}, path, view=view, dress=dress, **large)
            )
    return written


def _posed(hand: "Hand", name: str) -> "np.ndarray":
    """A named pose's angles; on a loaded hand with its fingertips where ours would be."""
    from prehensile.hand.corpus import corpus_pose
    from prehensile.hand.pose import Pose
    from prehensile.kinematics.transfer import carried_over

    return Pose(hand, carried_over(hand, corpus_pose(name).q)).q


def _report(hand: "Hand") -> dict[str, Any]:
    from prehensile.hand.loaded.hand import LoadedHand

    if isinstance(hand, LoadedHand):
        from prehensile.hand.loaded.inspect import inspect_hand

        return inspect_hand(hand) | {"spec": hand.spec.to_json()}
    from prehensile.hand.anthropometry import BONES
    from prehensile.hand.corpus import corpus
    from prehensile.hand.joints import DIGITS

    lengths = hand.spec.bone_lengths
    return {
        "side": hand.side,
        "length_m": hand.length,
        "breadth_m": hand.spec.breadth,
        "mass_kg": hand.mass,
        "bone_lengths_m": {
            digit: {bone: float(v) for bone, v in zip(BONES, row, strict=True) if v}
            for digit, row in zip(DIGITS, lengths, strict=True)
        },
        "limits_rad": {
            name: [float(lo), float(hi)]
            for name, lo, hi in zip(hand.joint_names, hand.lower, hand.upper, strict=True)
        },
        "poses": {
            p.name: {"title": p.title, "feix": p.feix, "kind": p.kind, "thumb": p.thumb}
            for p in corpus().values()
        },
        "spec": hand.spec.to_json(),
    }


def _print_tables(hand: "Hand") -> None:
    from prehensile.hand.loaded.hand import LoadedHand

    if isinstance(hand, LoadedHand):
        from prehensile.hand.loaded.inspect import report_lines

        for line in report_lines(hand):
            typer.echo(line)
        return
    import numpy as np
    from rich.console import Console
    from rich.table import Table

    from prehensile.hand.anthropometry import BONES
    from prehensile.hand.corpus import corpus
    from prehensile.hand.joints import DIGITS

    typer.echo(
        f"{hand.side} hand: {hand.length * 1e3:.0f} mm long, {hand.spec.breadth * 1e3:.0f} mm "
        f"broad, {hand.mass:.2f} kg, {hand.dof} joints"
    )
    bones = Table(title="bone lengths in mm", title_justify="left")
    bones.add_column("")
    for bone in BONES:
        bones.add_column(bone.replace("_", " "), justify="right")
    for digit, row in zip(DIGITS, hand.spec.bone_lengths, strict=True):
        bones.add_row(digit, *(f"{v * 1e3:.1f}" if v else "–" for v in row))
    limits = Table(title="joint limits in degrees", title_justify="left")
    for column in ("joint", "from", "to") * 2:
        limits.add_column(column, justify="left" if column == "joint" else "right")
    lower, upper = np.degrees(hand.lower), np.degrees(hand.upper)
    cells = [
        (name, f"{lo:.0f}", f"{hi:.0f}")
        for name, lo, hi in zip(hand.joint_names, lower, upper, strict=True)
    ]
    half = -(-len(cells) // 2)
    for left, right in zip(cells[:half], [*cells[half:], ("", "", "")], strict=False):
        limits.add_row(*left, *right)
    console = Console()
    console.print(bones)
    console.print(limits)
    typer.echo(f"poses: {', '.join(corpus())}")
