"""``prehensile quality CLIP``: how good a clip's grasp is, over time and in one line."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.options import OUT, JsonOption, OutOption

if TYPE_CHECKING:
    from prehensile.motion.clip import Clip
    from prehensile.motion.verdict import Verdict
    from prehensile.quality.judge.grasp_track import GraspTrack

WRENCH = ("fx", "fy", "fz", "tx", "ty", "tz")


def command(
    clip: Annotated[
        Path, typer.Argument(metavar="CLIP", help="What prehensile grasp wrote (.npz), or a .glb.")
    ],
    body: Annotated[
        str | None,
        typer.Option("--body", metavar="NAME", help="What is grasped. Default: what is touched."),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar="NAME", help="Whose grasp. Default: the first hand's."),
    ] = None,
    friction: Annotated[
        float | None,
        typer.Option("--friction", metavar="MU", help="Of the body. Default: what the clip says."),
    ] = None,
    at: Annotated[
        float | None,
        typer.Option(
            "--at", metavar="S", help="When to judge it [seconds]. Default: at the end of the hold."
        ),
    ] = None,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Measure a grasp over time: closure, ellipsoid, epsilon, smallest grip, weakest direction.

    Prints one line of verdict; writes a table, CLIP_quality.csv, and a chart, CLIP_quality.png.
    A grasp that is not closed is no error.
    """
    import json

    from prehensile.atomic import output_folder
    from prehensile.motion.clip import Clip
    from prehensile.quality.judge.grasp_track import grasp_track
    from prehensile.quality.judge.grasp_verdict import grasp_verdict

    played = Clip.load(clip)
    frame = _frame(played, at)
    track = grasp_track(played, body or _touched(played, hand), hand, friction, frame)
    verdict = grasp_verdict(track, frame)
    folder = output_folder(out)
    written = [_table(track, folder / f"{clip.stem}_quality.csv")]
    lack = _chart(played, track, frame, folder / f"{clip.stem}_quality.png", written)
    if as_json:
        typer.echo(json.dumps(_report(track, verdict, frame, written), allow_nan=False))
        return
    typer.echo(f"{track.body}: friction {track.friction:g}, {100 * track.length:.1f} cm in radius")
    typer.echo(verdict.line)
    typer.echo("wrote " + ", ".join(str(path) for path in written))
    if lack:
        typer.echo(f"no chart: {lack}")


def _frame(clip: "Clip", at: float | None) -> int:
    """The frame that is judged."""
    from prehensile.errors import InputError

    if at is None:
        return clip.last_frame_of("hold")
    if not clip.time[0] <= at <= clip.time[-1]:
        raise InputError(
            f"--at {at:g} lies outside the clip, which runs from {clip.time[0]:.2f} s to "
            f"{clip.time[-1]:.2f} s."
        )
    return int(abs(clip.time - at).argmin())


def _touched(clip: "Clip", hand: str | None) -> str:
    """The body that the hand touches in most frames; the first of the clip if none."""
    from prehensile.errors import InputError
    from prehensile.quality.judge.touches import hand_contacts

    if not clip.bodies:
        raise InputError("the clip has no body that could be grasped.")
    if not clip.hands:
        raise InputError("the clip has no hand that could grasp anything.")
    holder = (clip.hands[0] if hand is None else clip.hand(hand)).name
    return max(
        (body.name for body in clip.bodies),
        key=lambda name: int(hand_contacts(clip, name, holder).mask.sum()),
    )


def _table(track: "GraspTrack", path: Path) -> Path:
    """The fast measures of every frame."""
    import numpy as np

    from prehensile.atomic import atomic_path

    columns = [track.time, track.contacts, track.force, track.closed, track.value, *track.weakest.T]
    header = ["time_s", "contacts", "force_N", "closed", "ellipsoid"]
    header += [f"weakest_{name}" for name in WRENCH]
    with atomic_path(path) as temporary:
        np.savetxt(
            temporary, np.column_stack(columns), "%.6g", ",", header=",".join(header), comments=""
        )
    return path


def _chart(
    clip: "Clip", track: "GraspTrack", frame: int, path: Path, written: list[Path]
) -> str | None:
    """Draw it where drawing is installed; else why not."""
    from prehensile.errors import MissingExtraError

    try:
        from prehensile.draw.quality_plot import draw_quality

        written.append(draw_quality(clip, track, frame, path))
    except MissingExtraError as error:
        return str(error)
    return None


def _report(
    track: "GraspTrack", verdict: "Verdict", frame: int, written: list[Path]
) -> dict[str, Any]:
    import numpy as np

    def numbers(values: np.ndarray) -> list[float | None]:
        return [float(x) if np.isfinite(x) else None for x in values]

    return {
        "body": track.body,
        "hand": track.hand,
        "friction": track.friction,
        "length_m": track.length,
        "closed": verdict.ok,
        "verdict": verdict.line,
        "figures": {name: figure.value for name, figure in verdict.figures.items()},
        "at_s": float(track.time[frame]),
        "weakest": numbers(track.weakest[frame]),
        "over_time": {
            "time_s": numbers(track.time),
            "contacts": track.contacts.tolist(),
            "force_N": numbers(track.force),
            "closed": track.closed.tolist(),
            "ellipsoid": numbers(track.value),
        },
        "at_times": {
            "time_s": numbers(track.time[track.slow]),
            "epsilon": numbers(track.epsilon),
            "smallest_grip_N": numbers(track.needed),
        },
        "written": [str(path) for path in written],
    }
