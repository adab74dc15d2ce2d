"""``prehensile estimate RECORDING``: how soft the recorded hand is."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import OUT, AssetsOption, JsonOption

if TYPE_CHECKING:
    from prehensile.compliance.joints.estimate import Estimate


def command(
    recording: Annotated[Path, typer.Argument(metavar="RECORDING", help="Of motion and force.")],
    hand: Annotated[
        str | None,
        typer.Option("--hand", help="Whose; the recording's own by default.", metavar="HAND"),
    ] = None,
    assets: AssetsOption = None,
    contacts: Annotated[
        Path | None,
        typer.Option(
            "--contacts", metavar="FILE",
            help="JSON list of edited touches: contact, onset, settled, end [s].",
        ),
    ] = None,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Find the hand's sizes from its markers.")
    ] = False,
    mass: Annotated[
        float | None,
        typer.Option("--mass", metavar="KG", help="Of what is held, for sensors on fingertips."),
    ] = None,
    massless: Annotated[
        bool, typer.Option("--massless", help="Leave inertia out, as the thesis does.")
    ] = False,
    no_prior: Annotated[
        bool, typer.Option("--no-prior", help="Do not draw compliances to the thesis's tables.")
    ] = False,
    parabolas: Annotated[
        bool, typer.Option("--parabolas", help="References in short windows, no minimum jerk.")
    ] = False,
    releases: Annotated[
        bool, typer.Option("--releases", help="Let the ends of touches tell too.")
    ] = False,
    window: Annotated[
        str | None,
        typer.Option(
            "--window", metavar="SECONDS|auto",
            help="After each contact; auto for what the data choose of 0.2 to 0.5.",
        ),
    ] = None,
    force_law: Annotated[
        bool, typer.Option("--force-law", help="Tell how stiffness grows with planned force.")
    ] = False,
    coupling: Annotated[
        float,
        typer.Option(
            "--coupling", min=0.0, max=1.0, metavar="SD",
            help="Spread of correlations between joints; 0 for a diagonal compliance.",
        ),
    ] = 0.0,
    published: Annotated[
        bool, typer.Option("--published", help="Set the published method beside ours.")
    ] = False,
    force_hz: Annotated[
        float,
        typer.Option(
            "--force-filter", metavar="HZ",
            help="Filter of the force that the reference trajectory is made with; 0 for none.",
        ),
    ] = 25.0,
    blend: Annotated[
        bool,
        typer.Option(
            "--blend",
            help="No filter: blend the reference with its extrapolation at contacts instead.",
        ),
    ] = False,
    as_json: JsonOption = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the files.")
    ] = OUT,
) -> None:  # fmt: skip
    """Estimate joint compliances and the reference trajectory of a recording.

    Writes hand.json, reference.npz and report.html. A joint that cannot be told is left out with
    the reason.
    """
    from prehensile.atomic import output_folder
    from prehensile.capture.recording.recording import Recording
    from prehensile.compliance.joints.grasp_estimate import estimate_session
    from prehensile.compliance.joints.options import Options, parsed_window
    from prehensile.compliance.recorded.captured_mass import with_mass
    from prehensile.compliance.recorded.edited_touches import with_edited
    from prehensile.compliance.recorded.session import session_of
    from prehensile.compliance.tip.tip_results import tip_results
    from prehensile.compliance.told.captured_bodies import with_captured_bodies
    from prehensile.compliance.told.reference import BLENDED, Smoothing, reference_trajectory
    from prehensile.compliance.told.report import write_report
    from prehensile.hand.parse import parse_hand

    with stdout_to_stderr():
        folder = output_folder(out)
        found = Recording.load(recording)
        if contacts is not None:
            found = with_edited(found, contacts)
        if mass is not None:
            found = with_mass(found, mass)
        whose = None if hand is None else parse_hand(hand, assets).build()
        session = session_of(found, whose, calibrate)
        tip = tip_results(found, session)
        options = Options(
            inertia=not massless,
            prior=0.0 if no_prior else 1.0,
            moves=not parabolas,
            releases=releases,
            window=parsed_window(window),
            force_law=force_law,
            coupling=coupling,
        )
        estimate = estimate_session(session, options)
        compliance = estimate.hand_compliance()
        smoothing = BLENDED if blend else Smoothing(force_hz)
        whole = session_of(found, whose, calibrate, carried=True)
        reference = with_captured_bodies(
            reference_trajectory(whole, compliance, smoothing, estimate), found
        )
        paths = [
            compliance.save(folder / "hand.json"),
            reference.save(folder / "reference.npz"),
            write_report(estimate, folder / "report.html", published, tip),
        ]
    told = _told(estimate)
    if as_json:
        fingertip = None if tip is None else tip.to_json()
        files = [str(path) for path in paths]
        typer.echo(json.dumps({"joints": told, "fingertip": fingertip, "files": files}))
        return
    for name, one in told.items():
        typer.echo(
            f"{name:16} {one['compliance']:.3f} rad/Nm ({one['low']:.3f}–{one['high']:.3f})"
            if one["reason"] == ""
            else f"{name:16} {one['reason']}"
        )
    for name, value in [] if tip is None else tip.rows():
        typer.echo(f"{name}: {value}")
    for path in paths:
        typer.echo(path)


def _told(estimate: "Estimate") -> dict[str, dict[str, Any]]:
    low, high = estimate.interval().T
    return {
        name: {"reason": estimate.reason[k]}
        if estimate.reason[k]
        else {
            "compliance": float(estimate.compliance[k]),
            "low": float(low[k]),
            "high": float(high[k]),
            "reason": "",
        }
        for k, name in enumerate(estimate.joints)
    }
