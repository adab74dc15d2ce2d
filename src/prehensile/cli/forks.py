"""``prehensile forks MODEL``: a whole mechanism for the price of its end effectors."""

import json
import math
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.errors_to_exit import stdout_to_stderr
from prehensile.cli.options import OUT, JsonOption, OutOption
from prehensile.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    import numpy as np

    from prehensile.forks.measure.accuracy import LoadReport
    from prehensile.forks.measure.pull_run import PullRun
    from prehensile.forks.mechanism.mechanism import Mechanism
    from prehensile.forks.reduced.model import ReducedModel
    from prehensile.motion.clip import Clip

SHARE = 0.08
"""Of the mechanism's radius: how far the load moves it unless told otherwise."""
SHOWN_MODES = 6
BUILDS = 3
"""The best of them is the build time: the first one loads SciPy."""
VIEW, HAND_VIEW = (0.75, -1.0, 0.45), (0.6, 1.0, 0.15)
"""From a mechanism that stands, or a hand that holds, to the eye."""


def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="helix50, helix100, helix400, ladder, y or arm; hand, which holds a ball; "
            "hexapod, which stands on uneven ground; hand:POSE; or an MJCF or URDF file with "
            "springs at its joints.",
        ),
    ],
    end_effectors: Annotated[
        str | None,
        typer.Option(
            "--end-effectors",
            metavar="A,B,…",
            help="Links that the world touches: more of them are closer to the full mechanism "
            "and cost more. Default: the ends of its branches.",
        ),
    ] = None,
    stiffness: Annotated[
        float,
        typer.Option(
            "--stiffness",
            metavar="K",
            min=0.0,
            show_default=False,
            help="Of joints for which the file has none [Nm/rad, N/m]: URDF knows no springs.",
        ),
    ] = 0.0,
    pulled: Annotated[
        str | None,
        typer.Option(
            "--pull",
            metavar="NAME",
            help="The end effector that is pulled. Default: the first. The hand's ball and the "
            "hexapod's trunk can be pulled too, and are by default.",
        ),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            "--load",
            metavar="N|X,Y,Z",
            help="Force on it [newtons]: its size, along the softest direction, or a vector in "
            "the world. Default: what moves it by 8 % of the mechanism's radius.",
        ),
    ] = None,
    held: Annotated[
        bool,
        typer.Option("--held", help="Hold the base and touch nothing (hand, hexapod)."),
    ] = False,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", help="Half of it pulled, half of it let go."),
    ] = 4.0,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Reduce a mechanism, say how large and how soft it is, pull it and let it go.

    Writes the run as a clip (MODEL.npz) and a picture of it (MODEL.png). A load far outside the
    linear range is not an error: a line says how far the reduced mechanism is off.
    """
    from prehensile.atomic import output_folder
    from prehensile.forks.contact.scenes import CONTACT_SCENES
    from prehensile.forks.measure.pull_run import pull_and_release
    from prehensile.forks.measure.step_time import step_us
    from prehensile.forks.models.load import load_mechanism

    if what in CONTACT_SCENES and not held:
        with stdout_to_stderr():
            touching = _run_touching(what, _names(end_effectors), pulled, load, seconds, out)
        _say(*touching, as_json)
        return
    with stdout_to_stderr():
        mechanism = load_mechanism(what, _names(end_effectors), stiffness)
        model, build_ms = _build(mechanism)
        row = _row(model, pulled)
        wrench = _wrench(model, row, load)
        warning, linear = _linear_range(model, wrench)
        run = pull_and_release(model, wrench, seconds)
        folder = output_folder(out)
        stem = Path(what).stem.replace(":", "_")
        written, no_picture = _write(model, run, wrench[row, :3], row, folder / stem)
    if warning:
        typer.echo(f"prehensile: warning: {warning}", err=True)
    report = _size(model) | {
        "build_ms": build_ms,
        "step_us": step_us(model),
        "load": {
            "end_effector": model.linearisation.effectors[row],
            "force_n": wrench[row, :3].tolist(),
            "displacement": linear.displacement,
            "error": None if math.isnan(linear.error) else linear.error,
            "trusted": linear.trusted,
        },
        "warning": warning,
        "written": [str(path) for path in written],
    }
    _say(report, no_picture, as_json)


def _say(report: dict[str, Any], no_picture: str, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(report, indent=2, allow_nan=False))
        return
    for line in report_lines(report):
        typer.echo(line)
    typer.echo("wrote " + ", ".join(report["written"]))
    if no_picture:
        typer.echo(f"no picture: {no_picture}; prehensile doctor says what to install.")


def _run_touching(
    what: str, names: list[str] | None, pulled: str | None, load: str | None, seconds: float,
    out: Path,
) -> tuple[dict[str, Any], str]:  # fmt: skip
    """A mechanism that stands or holds: run it, write it; the report, and why no picture."""
    import numpy as np

    from prehensile.atomic import output_folder
    from prehensile.forks.contact.clip import contact_clip
    from prehensile.forks.contact.compare import compare_with_full
    from prehensile.forks.contact.run import pull_among_bodies
    from prehensile.forks.contact.scenes import CONTACT_SCENES

    scene = CONTACT_SCENES[what](effectors=names)
    _, build_ms = _build(scene.simulation.model.mechanism)
    handles, name = scene.handles, scene.pulled if pulled is None else pulled
    if name not in handles.names:
        raise UnknownNameError("handle", name, handles.names)
    usual = np.array(scene.pull)
    force = usual if load is None else _force(load, usual / np.linalg.norm(usual))
    run = pull_among_bodies(scene, name, force, seconds)
    compared = compare_with_full(scene, name, force)
    phases = [["pulled", 0.0, run.released], ["let go", run.released + 1e-9, float(run.time[-1])]]
    clip = contact_clip(scene, run, {"phases": phases, "force_n": force.tolist()})
    folder = output_folder(out)
    written = [clip.save(folder / f"{what}.npz")]
    no_picture = _draw_touching(clip, run.released, folder / f"{what}.png", written)
    at, k = handles.points, int((run.time <= run.released).sum()) - 1
    row = handles.names.index(name)
    moved = at(run.poses[k])[row] - at(run.poses[0])[row]
    left = at(run.poses[-1])[row] - at(run.poses[0])[row]
    report = _size(scene.simulation.model) | {
        "base_held": False,
        "build_ms": build_ms,
        "step_us": compared.step_us,
        "touching": {
            "pulled": name,
            "force_n": force.tolist(),
            "moved_m": moved.tolist(),
            "left_m": left.tolist(),
            "contacts": len(clip.contacts.frame(0).a),
            "normal_force_n": [float(v) for v in compared.normal_force],
            "full_step_us": compared.full_step_us,
            "full_moved_m": compared.full_moved.tolist(),
        },
        "warning": "",
        "written": [str(path) for path in written],
    }
    return report, no_picture


def _draw_touching(clip: "Clip", released: float, path: Path, written: list[Path]) -> str:
    """A picture of the moment before it is let go; why there is none."""
    import numpy as np

    from prehensile.draw.probe import drawing_backend

    drawing = drawing_backend()
    if not drawing.works:
        return drawing.reason
    from prehensile.draw.picture import draw_frame

    frame = int((clip.time <= released).sum()) - 1
    side = np.array(HAND_VIEW if clip.hands else VIEW)
    written.append(draw_frame(clip, frame, path, (900, 700), side, forces=bool(clip.hands)))
    return ""


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def _build(mechanism: "Mechanism") -> tuple["ReducedModel", float]:
    """The reduced model, and the milliseconds it takes."""
    from prehensile.forks.reduced.model import reduce

    model, best = reduce(mechanism), math.inf
    for _ in range(BUILDS - 1):
        began = perf_counter()
        reduce(mechanism)
        best = min(best, perf_counter() - began)
    return model, 1e3 * best


def _row(model: "ReducedModel", name: str | None) -> int:
    names = model.linearisation.effectors
    if name is not None and name not in names:
        raise UnknownNameError("end effector", name, names)
    return 0 if name is None else names.index(name)


def _wrench(model: "ReducedModel", row: int, load: str | None) -> "np.ndarray":
    """(E, 6) of the load that was asked for."""
    import numpy as np

    from prehensile.forks.measure.accuracy import pull
    from prehensile.forks.measure.pull_run import softest_direction

    softest = softest_direction(model, row)
    if load is None:
        return pull(model, softest, SHARE, row)
    wrench = np.zeros((len(model.linearisation.rows), 6))
    wrench[row, :3] = _force(load, softest)
    return wrench


def _force(load: str, along: "np.ndarray") -> "np.ndarray":
    """(3,) [N] of what --load says; a single number goes along a direction."""
    import numpy as np

    try:
        numbers = np.array([float(part) for part in load.split(",")])
    except ValueError:
        numbers = np.zeros(0)
    if len(numbers) not in (1, 3) or not np.isfinite(numbers).all():
        raise InputError(
            f"--load is {load!r}; expected newtons, one number or three: --load 20 or --load 0,0,9."
        )
    return numbers * along if len(numbers) == 1 else numbers


def _linear_range(model: "ReducedModel", wrench: "np.ndarray") -> tuple[str, "LoadReport"]:
    """What is to be said of a load outside the linear range, and the figures."""
    import warnings

    from prehensile.forks.measure.accuracy import LinearRangeWarning, check_load

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", LinearRangeWarning)
        report = check_load(model, wrench)
    return (str(caught[0].message) if caught else ""), report


def _write(
    model: "ReducedModel", run: "PullRun", force: "np.ndarray", row: int, stem: Path
) -> tuple[list[Path], str]:
    """The clip, and a picture of the pulled mechanism over the one at rest; why there is none."""
    from prehensile.draw.probe import drawing_backend
    from prehensile.forks.mechanism.clip import mechanism_clip
    from prehensile.lie import se3

    mechanism, end = model.mechanism, float(run.time[-1])
    phases = [["pulled", 0.0, run.released], ["let go", run.released + 1e-9, end]]
    meta = {"phases": phases, "force_n": force.tolist()}
    clip = mechanism_clip(mechanism, run.time, run.poses, meta)
    written = [clip.save(stem.with_name(f"{stem.name}.npz"))]
    drawing = drawing_backend()
    if not drawing.works:
        return written, drawing.reason
    from prehensile.draw.mechanism_picture import GHOST, Layer, Push, draw_mechanism

    link = int(model.linearisation.rows[row])
    pulled = run.poses[int((run.time <= run.released).sum()) - 1]
    push = Push(se3.apply(pulled[link], mechanism.com[link]), force) if force.any() else None
    layers = [Layer(run.poses[0], GHOST), Layer(pulled)]
    picture = stem.with_name(f"{stem.name}.png")
    return [*written, draw_mechanism(mechanism, layers, picture, push=push)], ""


def _size(model: "ReducedModel") -> dict[str, Any]:
    """Size and spectrum."""
    mechanism, s = model.mechanism, model.spectrum
    kept, dropped = s.values[: s.rank], s.values[s.rank :]
    # The threshold lies half-way, in orders of magnitude, across the gap.
    threshold = float(kept[-1] / s.gap**0.5) if len(dropped) else None
    return {
        "mechanism": mechanism.name,
        "links": mechanism.moving,
        "joints": len(mechanism.joints),
        "dof": mechanism.dof,
        "loops": mechanism.loops,
        "radius_m": mechanism.radius,
        "base_held": mechanism.free_base,
        "end_effectors": list(model.linearisation.effectors),
        "rank": s.rank,
        "of": len(s.values),
        "threshold": threshold,
        "spectrum": s.values.tolist(),
        "modes_hz": model.frequencies.tolist(),
    }


def report_lines(report: dict[str, Any]) -> list[str]:
    """What a person wants to know of a reduced mechanism."""
    loops = f", {report['loops']} loops" if report["loops"] else ""
    held = "; its free base is held" if report["base_held"] else ""
    values, rank = report["spectrum"], report["rank"]
    lines = [
        f"{report['mechanism']}: {report['links']} links, {report['joints']} joints "
        f"({report['dof']} degrees of freedom){loops}, radius {report['radius_m']:.3g} m{held}",
        f"  end effectors: {', '.join(report['end_effectors'])}",
        f"  built in {report['build_ms']:.1f} ms, a step takes {report['step_us']:.1f} µs",
        f"  kept {rank} of {report['of']} directions: compliance {values[0]:.2g} to "
        f"{values[rank - 1]:.2g} 1/Nm" + _dropped(report["threshold"]),
    ]
    modes = report["modes_hz"]
    more = ", …" if len(modes) > SHOWN_MODES else ""
    lines.append(f"  modes: {', '.join(f'{f:.3g}' for f in modes[:SHOWN_MODES])}{more} Hz")
    return lines + (
        _touching_lines(report) if "touching" in report else _load_lines(report["load"])
    )


def _load_lines(load: dict[str, Any]) -> list[str]:
    off = "" if load["error"] is None else f", off by {load['error']:.1%} of that"
    return [
        f"  pulled {load['end_effector']} by {_newtons(load)}: {load['displacement']:.1%} of the "
        f"radius{off}"
    ]


def _touching_lines(report: dict[str, Any]) -> list[str]:
    t = report["touching"]
    forces = ", ".join(f"{v:.2f}" for v in t["normal_force_n"])
    return [
        f"  {t['contacts']} contacts press with {forces} N",
        f"  pulled {t['pulled']} by {_newtons(t)}: it moves {_mm(t['moved_m']):.1f} mm, "
        f"{_mm(t['left_m']):.1f} mm are left after letting go",
        f"  all of it in MuJoCo, contacts and all: {_mm(t['full_moved_m']):.1f} mm, a step takes "
        f"{t['full_step_us']:.1f} µs",
    ]


def _newtons(load: dict[str, Any]) -> str:
    return "(" + ", ".join(f"{v:.3g}" for v in load["force_n"]) + ") N"


def _mm(way: list[float]) -> float:
    return 1e3 * math.hypot(*way)


def _dropped(threshold: float | None) -> str:
    return "" if threshold is None else f"; below {threshold:.2g} counts as rigid"
