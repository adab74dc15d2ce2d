"""``prehensile capture live`` and ``replay``: streams of the Lab Streaming Layer, both ways."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from prehensile.errors import FileError, InputError

if TYPE_CHECKING:
    from prehensile.capture.live.session import LiveSession
    from prehensile.stage.server import Stage

WAIT = 10.0
"""[s] for streams that were asked for by name, or for any where there is no page to wait in"""


def _above_nought(option: str, example: str):
    def parsed(text: str | float) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value < 1e6:
            raise InputError(f"{option} is a number above 0, got {text!r}. Try {option} {example}.")
        return value

    return parsed


SecondsOption = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        parser=_above_nought("--seconds", "60"),
        metavar="S",
        help="Stop by itself after so many seconds.",
    ),
]


def live(
    streams: Annotated[
        str,
        typer.Option("--streams", metavar="NAMES", help="Which, by comma. Default: all there are."),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Record every sample into this .h5 from the start."
        ),
    ] = None,
    stage: Annotated[
        bool, typer.Option("--stage/--no-stage", help="Whether to draw them in the browser.")
    ] = True,
    seconds: SecondsOption = None,
    port: Annotated[int, typer.Option("--port", metavar="N", help="Of the page.")] = 8080,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the page's address and open nothing.")
    ] = False,
) -> None:
    """Listen to Lab Streaming Layer, draw it, and record it.

    Hand, taxels with their centres of pressure, forces and grasp quality are drawn on the Stage; a
    crash loses at most the last second, and the next call finds what it left. Ctrl-C ends it.
    """
    from prehensile.capture.live.lsl import LslSource
    from prehensile.capture.live.session import LiveSession

    if out is None and not stage:
        raise InputError("there is nothing to do: give -o FILE, or leave --no-stage out.")
    if out is not None:
        _check_out(out)
    names = tuple(name.strip() for name in streams.split(",") if name.strip())
    source = LslSource(names)
    session = LiveSession(source)
    try:
        server = _server(session, out, seconds, port) if stage else None
        if names or not stage:
            source.wait(WAIT)
        if out is not None:
            session.record(out)
        session.start()
        if server is None:
            _listen(session, seconds)
        else:
            typer.echo(f"the Stage is at {server.url}   (Ctrl-C ends it)")
            _serve(server, no_browser)
        _finish(session, out)
    finally:
        session.close()


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recording.")],
    speed: Annotated[
        float,
        typer.Option("--speed", parser=_above_nought("--speed", "0.5"), metavar="X",
                     help="Times as fast as it was recorded."),
    ] = 1.0,
    once: Annotated[bool, typer.Option("--once", help="End after one round.")] = False,
    wait: Annotated[
        float,
        typer.Option("--wait", parser=_above_nought("--wait", "10"), metavar="S",
                     help="Begin when all streams are listened to, or after so many seconds."),
    ] = 0.5,
    seconds: SecondsOption = None,
) -> None:  # fmt: skip
    """Play a recording as live streams, of the same names, rates and channels. Ctrl-C ends it."""
    import threading

    from prehensile.capture.live.replay import Replay
    from prehensile.capture.recording.recording import Recording

    recording = Recording.load(file)
    player = Replay(recording, speed, loop=not once)
    stopping = threading.Event()
    if seconds is not None:
        timer = threading.Timer(seconds, stopping.set)
        timer.daemon = True
        timer.start()
    names = ", ".join(player.sent)
    typer.echo(f"playing {len(player.sent)} streams: {names}   (Ctrl-C ends it)")
    try:
        player.run(stopping, wait)
    except KeyboardInterrupt:
        pass
    finally:
        player.close()
    typer.echo(f"sent {sum(player.sent.values())} samples.")


def _check_out(out: Path) -> None:
    """Before anybody waits: the name is free, and what a crash left is kept."""
    from prehensile.capture.live.recorder import finish_interrupted
    from prehensile.capture.recording.formats import WRITERS
    from prehensile.errors import UnknownNameError

    if out.suffix.lower() not in WRITERS:
        raise UnknownNameError("file suffix for writing a recording", out.suffix, WRITERS)
    kept = finish_interrupted(out)
    if kept is not None:
        typer.echo(f"a recording had been interrupted; what there was is in {kept}.")
    if out.exists():
        raise FileError(f"{out} is there already: choose another name.")


def _server(session: "LiveSession", out: Path | None, seconds: float | None, port: int) -> "Stage":
    from prehensile.stage.entrance.kept_token import token_source
    from prehensile.stage.scene import SceneOptions
    from prehensile.stage.server import Stage, StageOptions

    folder = Path("out") if out is None else out.parent
    options = SceneOptions(live=session, folder=folder)
    return Stage(
        StageOptions(
            "capture",
            options,
            port=port,
            out=folder,
            seconds=seconds,
            token_for=token_source(port),
        )
    )


def _serve(server: "Stage", no_browser: bool) -> None:
    from prehensile.cli.stage import open_browser

    server.run(opened=(lambda: None) if no_browser else lambda: open_browser(server.url))


def _listen(session: "LiveSession", seconds: float | None) -> None:
    import time

    typer.echo("recording   (Ctrl-C ends it)")
    end = math.inf if seconds is None else time.monotonic() + seconds
    try:
        while time.monotonic() < end and not session.trouble:
            time.sleep(0.05)
    except KeyboardInterrupt:
        pass


def _finish(session: "LiveSession", out: Path | None) -> None:
    from prehensile.capture.live.recorder import journal_of
    from prehensile.stage.verdicts.recorded import recorded_verdict

    if session.trouble and out is not None:
        journal = journal_of(out)
        raise FileError(f"{session.trouble} Then: prehensile capture convert {journal} {out}.")
    if session.recording and out is not None:
        typer.echo(recorded_verdict(session.finish(), out).line)
