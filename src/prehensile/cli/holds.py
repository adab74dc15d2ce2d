"""``prehensile holds``: grasps for climbing holds, found, shown, and pulled on."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import OUT, JsonOption, OutOption, SeedOption, UnitOption
from prehensile.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    import numpy as np

    from prehensile.holds.kinds.hold import Hold
    from prehensile.holds.optimise.result import HoldResult

WORKS = ("list", "optimise", "play", "test")
"""What can be done with holds."""
PULLED = 1.0
"""[s] that `play` pulls on a hold"""
VIEW = (0.9, -0.7, 0.35)
"""From a hold to the eye."""


def command(
    work: Annotated[
        str,
        typer.Argument(
            metavar="|".join(WORKS),
            help="list: the kinds, and how strong their grasps are. optimise: find grasps. play: "
            "write one as a clip and a picture. test: pull on holds now.",
        ),
    ],
    hold: Annotated[
        str | None,
        typer.Argument(
            metavar="HOLD",
            help="jug, edge, crimp, sloper, pinch or pocket; one with sizes drawn from a seed, "
            "such as crimp:12; or a mesh file (wall at y = 0, climber at −y, z up). Default: all "
            "six, each in four directions.",
        ),
    ] = None,
    direction: Annotated[
        str | None,
        typer.Option(
            "--direction",
            metavar="X,Y,Z",
            help="Of the load on the hand. Default: the hold's design pull.",
        ),
    ] = None,
    push: Annotated[
        bool, typer.Option("--push", help="The arm pushes instead of pulling.")
    ] = False,
    random: Annotated[
        int | None,
        typer.Option("--random", metavar="N", min=1, help="N holds drawn from --seed on."),
    ] = None,
    seed: SeedOption = 0,
    unit: UnitOption = None,
    as_json: JsonOption = False,
    out: OutOption = OUT,
) -> None:
    """Hang a hand on climbing holds, and pull.

    optimise searches twice: by the published objective, and by strength, which chooses; for holds
    drawn from a seed by strength alone. Every result is a file in the folder holds/ under --out;
    interrupt it at any time, the same command goes on where it stopped. A hold that nothing
    supports is not an error.
    """
    if work not in WORKS:
        raise UnknownNameError("work on holds", work, WORKS)
    if random is not None and (hold is not None or direction is not None):
        raise InputError(
            "--random draws the holds and pulls them as designed: leave HOLD and --direction out."
        )
    way = None if direction is None else _direction(direction)
    with stdout_to_stderr():
        asked = _asked(hold, way, random, seed, unit or "m")
        if work == "list":
            said = _list()
        elif work == "play":
            said = _play(asked, push, seed, out, hold)
        else:
            said = _judge(work, asked, push, seed, out)
    lines = said.pop("lines")
    typer.echo(json.dumps(said) if as_json else "\n".join(lines))


Asked = list[tuple["Hold", str, "np.ndarray"]]
"""hold, name of the direction, direction (3,)"""


def _asked(
    name: str | None, way: "np.ndarray | None", random: int | None, seed: int, unit: str
) -> Asked:
    from prehensile.holds.kinds.directions import tried_directions
    from prehensile.holds.kinds.kinds import KINDS, find_hold, random_holds

    if random is not None:
        return [(h, "design", h.pull) for h in random_holds(random, seed)]
    if name is not None:
        hold = find_hold(name, unit)
        return [(hold, "design", hold.pull) if way is None else (hold, _word(way), way)]
    holds = [make(None) for make in KINDS.values()]
    if way is not None:
        return [(h, _word(way), way) for h in holds]
    return [(h, word, d) for h in holds for word, d in tried_directions(h).items()]


def _list() -> dict[str, Any]:
    from prehensile.holds.kinds.kinds import KINDS
    from prehensile.holds.library.library import shipped_library

    library = shipped_library()
    rows, lines = [], []
    for kind, make in KINDS.items():
        hold = make(None)
        found = library.query(kind)
        sizes = ", ".join(
            f"{k.removesuffix('_degrees').replace('_', ' ')} {v:.0f}°"
            if k.endswith("_degrees")
            else f"{k.replace('_', ' ')} {1e3 * v:.0f} mm"
            for k, v in hold.sizes.items()
            if k != "scale"
        )
        rows.append(
            {
                "hold": kind,
                "strength_N": found.strength,
                "needed_N": hold.needed,
                "sizes": dict(hold.sizes),
            }
        )
        lines.append(f"{kind:8}{found.strength:6.0f} N  {sizes}")
    return {"holds": rows, "lines": lines}


def _judge(work: str, asked: Asked, push: bool, seed: int, out: Path) -> dict[str, Any]:
    """Search where it was not searched before (optimise), or pull now (test)."""
    from prehensile.atomic import output_folder
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.hand.hand import Hand
    from prehensile.holds.library.record import read_result, result_path, write_result
    from prehensile.holds.library.report import summary

    hand = Hand()
    folder = output_folder(out / "holds") if work == "optimise" else None
    results = []
    with progress_bar("holds") as bar:
        for n, (hold, word, way) in enumerate(asked):
            bar.describe(f"{hold.name} {word}")
            path = None if folder is None else result_path(folder, hold, word, push)
            found = None if path is None else read_result(path, seed, push)
            if found is None:
                found = _found(work, hold, hand, way, push, seed)
            if path is not None:
                write_result(path, found)
            results.append(found)
            bar.update(n + 1, len(asked))
    said = summary(results, seed)
    said["lines"] = [*(_line(r) for r in results), _verdict(results)]
    return said


def _found(
    work: str, hold: "Hold", hand: Any, way: "np.ndarray", push: bool, seed: int
) -> "HoldResult":
    from dataclasses import replace

    from prehensile.holds.library.library import shipped_library
    from prehensile.holds.optimise.family import Style
    from prehensile.holds.optimise.optimise import optimise_hold
    from prehensile.holds.optimise.prove import prove

    library = shipped_library()
    library.check_hand(hand)
    entries = library.entries.get(hold.kind, ())
    if work == "test" and hold.seed is None and entries and not push:
        nearest = max(entries, key=lambda r: float(r.direction @ way))
        strength = float(prove(hold, hand, nearest.grasp, way).strength[0])
        return replace(nearest, direction=way, strength=strength)
    begin = [Style(*r.style) for r in entries[:1] if r.style]
    # Holds that are drawn are many, and only how strong they are is asked.
    both = hold.seed is None
    return optimise_hold(hold, hand, way, push=push, published=both, begin=begin, seed=seed)


def _play(asked: Asked, push: bool, seed: int, out: Path, name: str | None) -> dict[str, Any]:
    import numpy as np

    from prehensile.atomic import output_folder
    from prehensile.draw.picture import draw_frame
    from prehensile.draw.probe import require_drawing
    from prehensile.hand.hand import Hand
    from prehensile.holds.optimise.record import record_grasp

    if name is None:
        raise InputError("prehensile holds play needs a HOLD, such as crimp.")
    require_drawing()
    hold, _, way = asked[0]
    folder, hand = output_folder(out), Hand()
    found = _found("test", hold, hand, way, push, seed)
    clip = record_grasp(hold, hand, found.grasp, way, PULLED)
    stem = f"hold_{hold.name.replace(':', '_')}"
    formed = int(np.searchsorted(clip.time, clip.time[-1] - PULLED)) - 1  # before the pull
    picture = draw_frame(clip, formed, folder / f"{stem}.png", direction=np.array(VIEW))
    files = [clip.save(folder / f"{stem}.npz"), picture]
    return {
        "hold": hold.name,
        "strength_N": found.strength,
        "supported": found.supported,
        "files": [str(f) for f in files],
        "lines": [_line(found), *(str(f) for f in files)],
    }


def _line(result: "HoldResult") -> str:
    way = ",".join(f"{v:.2f}" for v in result.direction)
    line = (
        f"{result.hold:10} along {way}: {'supported' if result.supported else 'not supported'}, "
        f"{result.strength:.0f} N of {result.needed:.0f} N"
    )
    if result.published_strength is None:
        return line
    return f"{line} (by the published objective {result.published_strength:.0f} N)"


def _verdict(results: "Sequence[HoldResult]") -> str:
    return f"supported: {sum(r.supported for r in results)} of {len(results)}"


def _direction(text: str) -> "np.ndarray":
    from prehensile.holds.kinds.hold import unit_direction

    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 3:
        raise InputError(f"--direction is three numbers X,Y,Z, got {text!r}. Try 0,0,-1.")
    return unit_direction(numbers)


def _word(way: "np.ndarray") -> str:
    """A direction as part of a file's name."""
    return "_".join(f"{v:+.2f}" for v in way)
