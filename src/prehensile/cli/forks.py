"""``prehensile forks MODEL``: a whole mechanism for the price of its end effectors."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import (
    OUT,
    AssetsOption,
    BlushOption,
    ComplianceOption,
    JsonOption,
    Look,
    NoBlushOption,
    OutOption,
)
from prehensile.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    import numpy as np

    from prehensile.forks.contact.report import TouchingReport
    from prehensile.forks.measure.pose_report import PoseReport
    from prehensile.forks.measure.pull_run import PullRun
    from prehensile.forks.measure.report import PullReport
    from prehensile.forks.mechanism.mechanism import Mechanism
    from prehensile.forks.reduced.model import ReducedModel
    from prehensile.hand.compliance import HandCompliance
    from prehensile.motion.clip import Clip
    from prehensile.skin.dress import Dress

VIEW, HAND_VIEW = (0.75, -1.0, 0.45), (0.6, 1.0, 0.15)
"""From a mechanism that stands, or a hand that holds, to the eye."""


def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="helix50, helix100, helix400, ladder, y or arm; hand, which holds a ball; "
            "hexapod, which stands on uneven ground; hand:POSE; hand:POSE:POSE, which moves from "
            "one to the other; or an MJCF or URDF file with springs at its joints.",
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
    compliance: ComplianceOption = None,
    assets: AssetsOption = None,
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
    blend: Annotated[
        bool,
        typer.Option(
            "--blend",
            help="Linearise on the way to the load as well: right far outside the linear range, "
            "and dearer.",
        ),
    ] = False,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", help="Half of it pulled, half of it let go."),
    ] = 4.0,
    blush: BlushOption = None,
    no_blush: NoBlushOption = False,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Reduce a mechanism, say how large and how soft it is, pull it and let it go.

    Writes the run as a clip (MODEL.npz) and a picture of it (MODEL.png). A load far outside the
    linear range is not an error: a line says how far the reduced mechanism is off.
    """
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.dressed import checked_dress
    from prehensile.forks.contact.scenes import CONTACT_SCENES
    from prehensile.hand.compliance import HandCompliance

    dress = checked_dress(Look(blush=blush, no_blush=no_blush))
    soft = None if compliance is None else HandCompliance.load(compliance)
    effectors = _names(end_effectors)
    asked = _Asked(what, effectors, stiffness, soft, assets, pulled, load, seconds, blend, dress)
    with stdout_to_stderr():
        pull = _pull_touching if what in CONTACT_SCENES and not held else _pull_held
        done = pull(asked)
        stem = output_folder(out) / Path(what).stem.replace(":", "_")
        written = [done.clip.save(stem.with_name(f"{stem.name}.npz"))]
        no_picture = _draw(done, stem.with_name(f"{stem.name}.png"), written)
    if done.report.warning:
        typer.echo(f"prehensile: warning: {done.report.warning}", err=True)
    if as_json:
        figures = done.report.figures() | {"written": [str(path) for path in written]}
        typer.echo(json.dumps(figures, indent=2, allow_nan=False))
        return
    for line in done.report.lines():
        typer.echo(line)
    typer.echo("wrote " + ", ".join(str(path) for path in written))
    if no_picture:
        typer.echo(f"no picture: {no_picture}; prehensile doctor says what to install.")


class _Asked(NamedTuple):
    """What the command line asks for."""

    what: str
    effectors: list[str] | None
    stiffness: float
    compliance: "HandCompliance | None"
    """of a hand in a pose"""
    assets: Path | None
    pulled: str | None
    load: str | None
    seconds: float
    blend: bool
    dress: "Dress"


class _Done(NamedTuple):
    """A run and what there is to say and show of it."""

    report: "PullReport | PoseReport | TouchingReport"
    clip: "Clip"
    draw: Callable[[Path], Path]
    """makes the picture"""


def _pull_touching(asked: _Asked) -> _Done:
    """A mechanism that stands or holds something."""
    import numpy as np

    from prehensile.forks.contact.clip import contact_clip
    from prehensile.forks.contact.report import touching_report
    from prehensile.forks.contact.run import pull_among_bodies
    from prehensile.forks.contact.scenes import CONTACT_SCENES
    from prehensile.forks.measure.pull_run import last_pulled, phases

    if asked.blend:
        raise InputError(f"{asked.what!r} touches the world; --blend needs --held.")
    if asked.compliance is not None:
        raise InputError(f"--compliance goes with a hand in a pose, hand:POSE, not {asked.what!r}.")
    scene = CONTACT_SCENES[asked.what](effectors=asked.effectors)
    name = scene.pulled if asked.pulled is None else asked.pulled
    if name not in scene.handles.names:
        raise UnknownNameError("handle", name, scene.handles.names)
    usual = np.array(scene.pull)
    force = usual if asked.load is None else _force(asked.load, usual / np.linalg.norm(usual))
    run = pull_among_bodies(scene, name, force, asked.seconds)
    report = touching_report(scene, run, name, force)
    meta = {"phases": phases(run.time, run.released), "force_n": force.tolist()}
    clip = contact_clip(scene, run, meta)

    def draw(path: Path) -> Path:
        from prehensile.draw.picture import draw_frame

        side, frame = HAND_VIEW if clip.hands else VIEW, last_pulled(run.time, run.released)
        forces, dress = bool(clip.hands), asked.dress
        return draw_frame(clip, frame, path, (900, 700), np.array(side), forces, dress)

    return _Done(report, clip, draw)


def _pull_held(asked: _Asked) -> _Done:
    """A mechanism on a base that is held, and that touches nothing."""
    from prehensile.forks.measure.pull_run import last_pulled, phases
    from prehensile.forks.mechanism.clip import mechanism_clip
    from prehensile.forks.models.load import load_mechanism
    from prehensile.lie import se3

    mechanism = load_mechanism(
        asked.what, asked.effectors, asked.stiffness, asked.compliance, asked.assets
    )
    report, run, link = _reduced_run(asked, mechanism)
    meta = {"phases": phases(run.time, run.released), "force_n": report.force.tolist()}

    def draw(path: Path) -> Path:
        from prehensile.draw.mechanism_picture import GHOST, Layer, Push, draw_mechanism

        poses = run.poses[last_pulled(run.time, run.released)]
        at = se3.apply(poses[link], mechanism.com[link])
        push = Push(at, report.force) if report.force.any() else None
        layers = [Layer(run.poses[0], GHOST), Layer(poses)]
        return draw_mechanism(mechanism, layers, path, push=push)

    return _Done(report, mechanism_clip(mechanism, run.time, run.poses, meta), draw)


def _reduced_run(
    asked: _Asked, mechanism: "Mechanism"
) -> tuple["PullReport | PoseReport", "PullRun", int]:
    """Report and run of one linearisation, of several, or of a hand on its way; the pulled link."""
    from prehensile.forks.measure.pose_report import pose_report
    from prehensile.forks.measure.pose_run import follow_and_release, path_blend
    from prehensile.forks.measure.pull_run import pull_and_release
    from prehensile.forks.measure.report import pull_report
    from prehensile.forks.measure.step_time import timed_reduce
    from prehensile.forks.models.from_hand import STIFFNESS
    from prehensile.forks.models.load import hand_poses
    from prehensile.forks.reduced.blend import Blend
    from prehensile.hand.hand import Hand

    model, build_ms = timed_reduce(mechanism)
    row = _row(model, asked.pulled)
    wrench = _wrench(model, row, asked.load)
    link, hand = int(model.linearisation.rows[row]), Hand()
    if len(poses := hand_poses(hand, asked.what)) > 1:
        soft = STIFFNESS if asked.compliance is None else asked.compliance
        path = path_blend(hand, poses, asked.effectors, soft)
        run = follow_and_release(path, poses, wrench, asked.seconds)
        return pose_report(hand, path, poses, wrench, row, soft), run, link
    chosen = Blend.on_the_way(model, wrench) if asked.blend else model
    report = pull_report(chosen, build_ms, wrench, row)
    return report, pull_and_release(chosen, wrench, asked.seconds), link


def _draw(done: _Done, path: Path, written: list[Path]) -> str:
    """Draw it if that works here; why not."""
    from prehensile.draw.probe import drawing_backend

    drawing = drawing_backend()
    if not drawing.works:
        return drawing.reason
    written.append(done.draw(path))
    return ""


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def _row(model: "ReducedModel", name: str | None) -> int:
    names = model.linearisation.effectors
    if name is not None and name not in names:
        raise UnknownNameError("end effector", name, names)
    return 0 if name is None else names.index(name)


def _wrench(model: "ReducedModel", row: int, load: str | None) -> "np.ndarray":
    """(E, 6) of the load that was asked for."""
    import numpy as np

    from prehensile.forks.measure.pull_run import softest_direction, usual_pull

    if load is None:
        return usual_pull(model, row)
    wrench = np.zeros((len(model.linearisation.rows), 6))
    wrench[row, :3] = _force(load, softest_direction(model, row))
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
