"""``prehensile mocap FILE``: somebody's recording as a clip of our hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.options import OUT, HandMeshOption, JsonOption, Look, OutOption

if TYPE_CHECKING:
    from prehensile.motion.mocap.imported import Imported

MOST_LISTED = 12


def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Markers (.c3d, Qualisys .tsv, .csv), wrist, thumb and index alone (.csv), .bvh, "
            ".glb, Leap's frames (.json, .json.lz), joint angles (.csv, .npz), keypoints, Leap, "
            "MANO or Adroit arrays (.npz, .npy).",
        ),
    ],
    rate: Annotated[
        float | None,
        typer.Option("--rate", metavar="HZ", help="Frames a second. Default: what the file says."),
    ] = None,
    side: Annotated[
        str, typer.Option("--side", metavar="right|left|auto", help="Whose hand it is.")
    ] = "auto",
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout",
            metavar="NAME",
            help="Order of keypoints: mediapipe, webxr, openxr or leap. Default: by their number.",
        ),
    ] = None,
    unit: Annotated[
        str | None,
        typer.Option(
            "--unit", metavar="mm|cm|m|rad|deg", help="Of lengths or angles. Default: found out."
        ),
    ] = None,
    up: Annotated[
        str | None, typer.Option("--up", metavar="z|y", help="What points up in the recording.")
    ] = None,
    markers: Annotated[
        Path | None,
        typer.Option("--markers", metavar="TOML", help="Where markers of other names sit."),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option("--names", metavar="adroit|TOML", help="Whose joint names the angles have."),
    ] = None,
    flat_hand_mean: Annotated[
        bool | None,
        typer.Option("--flat-hand-mean/--no-flat-hand-mean", help="What zero means in MANO poses."),
    ] = None,
    take: Annotated[
        int, typer.Option("--take", metavar="N", help="Which of a file with several.")
    ] = 0,
    gap: Annotated[
        float, typer.Option("--gap", metavar="S", help="Longest gap that is filled [seconds].")
    ] = 0.2,
    smooth: Annotated[
        float | None,
        typer.Option(
            "--smooth", metavar="HZ", help="Cutoff of the filter; 0: none. Default: 12, for points."
        ),
    ] = None,
    stretch: Annotated[
        float,
        typer.Option("--stretch", metavar="DEG", help="How far joints may leave their limits."),
    ] = 0.0,
    hand_mesh: HandMeshOption = None,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Turn a recording into a clip, FILE.npz, and show how far the hand is off it.

    Sizes, side and where markers sit are found from the recording. What did not map is said. With
    --hand-mesh the clip's hand has the sizes of that mesh, and the angles of the recording.
    """
    from math import radians

    from rich.console import Console

    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.dressed import checked_dress
    from prehensile.motion.mocap.read import import_motion

    options: dict[str, Any] = {
        "rate_hz": rate, "side": side, "layout": layout, "unit": unit, "up": up,
        "markers": markers, "names": names, "flat_hand_mean": flat_hand_mean, "take": take,
        "longest_gap": gap, "smooth_hz": smooth, "stretch": radians(stretch),
    }  # fmt: skip
    dress = checked_dress(Look(mesh=hand_mesh))
    folder = output_folder(out)
    with Console(stderr=True).status(f"reading {file.name}"):
        result = import_motion(file, **options)
        clip = dress.on(result.clip)
        stem = file.stem + (f"_{take}" if result.report.get("takes", 1) > 1 else "")
        written = [clip.save(folder / f"{stem}.npz"), *_residual_files(result, folder, stem)]
    if as_json:
        import json

        typer.echo(json.dumps(result.report | {"written": [str(path) for path in written]}))
        return
    for line in report_lines(result):
        typer.echo(line)
    typer.echo("wrote " + ", ".join(str(path) for path in written))


def _residual_files(result: "Imported", folder: Path, stem: str) -> list[Path]:
    """A table and, where drawing is installed, a picture; nothing where no point was fitted."""
    if result.residual is None:
        return []
    import numpy as np

    from prehensile.atomic import atomic_path
    from prehensile.errors import MissingExtraError

    table = folder / f"{stem}_residuals.csv"
    rows = np.column_stack([result.clip.time, 1e3 * result.residual])
    with atomic_path(table) as temporary:
        header = ",".join(["time_s", *(f"{name}_mm" for name in result.names)])
        np.savetxt(temporary, rows, "%.6g", ",", header=header, comments="")
    try:
        from prehensile.draw.residual_plot import draw_residuals

        title = f"{stem}: {result.report['side']} hand over {len(result.names)} points"
        picture = folder / f"{stem}_residuals.png"
        return [
            table,
            draw_residuals(picture, result.clip.time, result.names, result.residual, title),
        ]
    except MissingExtraError:
        return [table]


def report_lines(result: "Imported") -> list[str]:
    """What a person wants to know of an import."""
    report, clip = result.report, result.clip
    lines = [
        f"{report['file']}: {report['format']}, {report['side']} hand, {clip.n_frames} frames, "
        f"{clip.duration:.2f} s"
    ]
    if "residual_mm_median" in report:
        lines.append(
            f"  residual: median {report['residual_mm_median']:.2f} mm, 95 % below "
            f"{report['residual_mm_p95']:.2f} mm"
        )
        worst = sorted(report["residual_mm_by_point"].items(), key=lambda item: -item[1])[:3]
        lines.append("  worst: " + ", ".join(f"{name} {value:.2f} mm" for name, value in worst))
    if "hand_length_mm" in report:
        lines.append(f"  hand: {report['hand_length_mm']:.0f} mm long")
    lines.append(
        f"  filled: {report['filled_frames']} frames; left out: {report['lost_frames']}; "
        f"long gaps, not invented: {len(report.get('long_gaps', []))}"
    )
    if report["smoothed_hz"]:
        lines.append(f"  filter: zero-phase, {report['smoothed_hz']:g} Hz")
    for key, text in (("unmapped", "did not map"), ("missing", "not in the file")):
        names = report.get(key, [])
        if names:
            more = ", …" if len(names) > MOST_LISTED else ""
            lines.append(f"  {text} ({len(names)}): {', '.join(names[:MOST_LISTED])}{more}")
    beyond = report.get("beyond_limits_deg", {})
    if beyond:
        lines.append(
            "  cut at our limits, degrees at most: "
            + ", ".join(f"{name} {value:.1f}" for name, value in beyond.items())
        )
    return lines + [f"  note: {note}" for note in report.get("notes", [])]
