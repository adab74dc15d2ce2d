"""``prehensile stage [SCENE]``: a hand to play with, in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.grammar.grouped import grouped
from prehensile.cli.grammar.options import (
    OUT,
    PLAIN_LOOK,
    POLICY_HELP,
    AssetsOption,
    ComplianceOption,
    HandOption,
    Look,
    OutOption,
    SeedOption,
)
from prehensile.errors import InputError


def _port(text: str | int) -> int:
    if not (str(text).isdecimal() and int(text) <= 65535):
        raise InputError(f"--port is a number from 0 to 65535, got {text!r}. Try --port 8081.")
    return int(text)


def _seconds(text: str | float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise InputError(f"--seconds is a time above 0, got {text!r}. Try --seconds 60.")
    return value


@grouped
def command(
    scene: Annotated[
        str,
        typer.Argument(
            metavar="SCENE",
            help="grasp (pick an object up), drop (objects fall on a hand), handshake (two hands), "
            "blush (a finger on glass), play (a clip file), pose (drag the fingertips), "
            "forks (pull a mechanism), capture (live sensors), hold (a climbing hold), "
            "soft (push a fingertip and see it give way), "
            "resynth (a captured grasp meets another object), "
            "dial, ball (a learned hand turns them).",
        ),
    ] = "",
    what: Annotated[
        str,
        typer.Option("--object", metavar="OBJECT", help="A name, a size, or a mesh file."),
    ] = "mug",
    clip: Annotated[
        Path | None,
        typer.Option("--clip", metavar="FILE", help="What to play: a clip (.npz) or its .glb."),
    ] = None,
    hand: HandOption = None,
    assets: AssetsOption = None,
    compliance: ComplianceOption = None,
    policy: Annotated[
        str,
        typer.Option("--policy", metavar="NAME|FILE", help=f"For dial and ball. {POLICY_HELP}"),
    ] = "",
    look: Look = PLAIN_LOOK,
    port: Annotated[
        int,
        typer.Option(
            "--port", parser=_port, metavar="N", help="The next free one is taken if it is busy."
        ),
    ] = 8080,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Listen there instead of on this machine only."
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address and open nothing.")
    ] = False,
    new_token: Annotated[
        bool,
        typer.Option(
            "--new-token",
            help="Draw another token: pages that were open before have to be opened anew.",
        ),
    ] = False,
    seed: SeedOption = 0,
    out: OutOption = OUT,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", parser=_seconds, metavar="N", help="Stop by itself after so many seconds."
        ),
    ] = None,
) -> None:
    """Open a page in the browser and play with a physical hand in real time.

    Grasp things, pull them with the mouse, drag fingertips, watch the forces, record, and take the
    recording away as .glb and .npz. Several pages may watch; the first drives. Ctrl-C ends it.
    """
    from prehensile.cli.grammar.dressed import dressed_hand
    from prehensile.hand.compliance import HandCompliance
    from prehensile.stage.choices import NamedHand
    from prehensile.stage.entrance.access import is_loopback
    from prehensile.stage.entrance.kept_token import token_source
    from prehensile.stage.scene import SceneOptions
    from prehensile.stage.scene_table import find_scene
    from prehensile.stage.server import Stage, StageOptions

    name = scene or ("soft" if compliance else "grasp" if clip is None else "play")
    find_scene(name)
    own, name_of_hand, dress = dressed_hand(hand, look, assets)
    soft = None if compliance is None else HandCompliance.load(compliance)
    if soft is not None and name != "resynth":  # its hand is the clip's
        soft.springs(own)
    options = SceneOptions(
        object=what,
        hand=NamedHand(name_of_hand, own.spec),
        clip=clip,
        folder=out,
        seed=seed,
        dress=dress,
        compliance=soft,
        policy=policy,
    )
    stage = Stage(
        StageOptions(
            scene=name,
            scene_options=options,
            host=host,
            port=port,
            out=out,
            seconds=seconds,
            token_for=token_source(port, fresh=new_token),
        )
    )
    if port and stage.port != port:
        typer.echo(f"port {port} is busy; taking {stage.port}.")
    if not is_loopback(host):
        typer.echo(
            f"warning: listening on {host}: everybody on the network who has this address can "
            "drive the simulation and fetch recordings.",
            err=True,
        )
    typer.echo(f"the Stage is at {stage.url}   (Ctrl-C ends it)")
    stage.run(opened=(lambda: None) if no_browser else lambda: open_browser(stage.url))
    typer.echo("the Stage is closed.")


def open_browser(url: str) -> None:
    """In its own thread: some browsers return only when they are closed."""
    import threading
    import webbrowser

    def show() -> None:
        try:
            shown = webbrowser.open(url)
        except (webbrowser.Error, OSError):
            shown = False
        if not shown:
            typer.echo(f"no browser was found on this machine: open {url} yourself.")

    threading.Thread(target=show, name="stage-browser", daemon=True).start()
