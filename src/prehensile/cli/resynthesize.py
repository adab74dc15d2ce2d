"""``prehensile resynthesize REFERENCE --object apple``: a captured hand on another object."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from prehensile.cli.grammar.errors_to_exit import stdout_to_stderr
from prehensile.cli.grammar.options import AssetsOption, JsonOption, UnitOption
from prehensile.cli.played_live import play_live
from prehensile.errors import InputError
from prehensile.synthesis.damping import DAMPING

if TYPE_CHECKING:
    from prehensile.cli.grammar.progress import Bar
    from prehensile.hand.compliance import HandCompliance
    from prehensile.hand.hand import Hand
    from prehensile.synthesis.resynthesize import Resynthesis
    from prehensile.world.objects.object import Object

INSIDE = 1e-3
"""[m] from which it is worth saying that the hand began in an object"""


def command(
    reference: Annotated[
        Path,
        typer.Argument(
            metavar="REFERENCE|RECORDING",
            help="reference.npz of estimate, any clip, or a recording of motion and force; with "
            "--live: lsl, lsl:NAMES, simulated, or a recording.",
        ),
    ],
    thing: Annotated[
        str, typer.Option("--object", metavar="OBJECT", help="By name, as for grasp, or a mesh.")
    ],
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="X,Y,Z",
            help="Where it stands at first [m]; where the captured one did by default.",
        ),
    ] = None,
    compliance: Annotated[
        Path | None,
        typer.Option("--compliance", metavar="FILE", help="hand.json of estimate."),
    ] = None,
    hand: Annotated[
        str | None,
        typer.Option("--hand", metavar="HAND", help="Whose recording; its own by default."),
    ] = None,
    assets: AssetsOption = None,
    begin: Annotated[
        float | None, typer.Option("--from", metavar="S", help="Begin there, from the first frame.")
    ] = None,
    end: Annotated[float | None, typer.Option("--until", metavar="S", help="End there.")] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Play poses as they come; Ctrl-C ends it.")
    ] = False,
    unit: UnitOption = None,
    mass: Annotated[float | None, typer.Option(help="[kg] in place of its own.")] = None,
    friction: Annotated[float | None, typer.Option(help="In place of its own.")] = None,
    damping: Annotated[float, typer.Option(help="[Ns/m] of a contact for each newton.")] = DAMPING,
    sides: Annotated[int, typer.Option(help="Of the friction cones: even, 4 to 64.")] = 8,
    stiffening: Annotated[
        float, typer.Option(help="[1/Nm] share by which torque makes joints stiffer.")
    ] = 0.0,
    friction_falls: Annotated[
        float, typer.Option(help="Power of the force by which friction falls; skin: 0.33.")
    ] = 0.0,
    reflex: Annotated[
        bool, typer.Option("--reflex", help="Grip what slips harder, 100 ms later.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep/--drop", help="Whether fixed bodies of the clip stay there.")
    ] = True,
    stand: Annotated[
        bool, typer.Option(help="Whether an object in the air gets a stand below it.")
    ] = True,
    warp: Annotated[
        bool, typer.Option("--warp", help="Open or close the hand for an object of another size.")
    ] = False,
    captured: Annotated[
        str | None,
        typer.Option(
            "--captured", metavar="OBJECT",
            help="What the hand held, for --warp, where the clip does not show it.",
        ),
    ] = None,
    floor: Annotated[bool, typer.Option(help="Whether there is one, at z = 0.")] = True,
    as_json: JsonOption = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The clip to write.")
    ] = Path("resynthesized.npz"),
) -> None:  # fmt: skip
    """Let a captured hand, on its springs, meet another object, and write what happens.

    The object stands where the captured one stood. Compliances that are not given are assumed
    (Kry 2005, Table 5.1); the reference of a recording is estimated with the same ones.
    """
    from prehensile.cli.grammar.progress import progress_bar
    from prehensile.hand.compliance import HandCompliance
    from prehensile.hand.parse import parse_hand
    from prehensile.motion.formats import writer
    from prehensile.synthesis.reflex import ReflexLaw
    from prehensile.world.catalogue import load_object

    with stdout_to_stderr(), progress_bar("reading") as bar:
        writer(out)  # refused here, before anything is played
        springs = None if compliance is None else HandCompliance.load(compliance)
        what = load_object(thing, unit=unit or "m", mass=mass, friction=friction)
        whose = None if hand is None else parse_hand(hand, assets).build()
        how: dict[str, Any] = {
            "floor": floor, "damping": damping, "sides": sides, "stiffening": stiffening,
            "friction_falls": friction_falls, "reflex": ReflexLaw() if reflex else None,
        }  # fmt: skip
        warps = warp or captured is not None
        held = None if captured is None else load_object(captured, unit=unit or "m")
        place = {"at": at, "keep": keep, "stand": stand, "floor": floor}
        if live:
            if begin is not None:
                raise InputError("what comes live has no beginning to choose: leave --from out.")
            if warps:
                raise InputError("what comes live cannot be warped: leave --warp out.")
            found, added = play_live(str(reference), what, place, springs, whose, end, bar, how)
        else:
            how |= {"warp": warps, "captured": held}
            found, added = _played(reference, what, place, springs, whose, (begin, end), bar, how)
        bar.describe("writing")
        path = found.clip.save(out)
    if as_json:
        typer.echo(json.dumps(_told(found, path)))
        return
    for line in (*_lines(found, added), path):
        typer.echo(line)


def _played(
    path: Path,
    what: "Object",
    place: dict[str, Any],
    springs: "HandCompliance | None",
    hand: "Hand | None",
    span: tuple[float | None, float | None],
    bar: "Bar",
    how: dict[str, Any],
) -> "tuple[Resynthesis, str]":
    """What came of a clip or a recording, and the name of a stand that was added."""
    from prehensile.synthesis.clips.recorded import load_reference, part_of
    from prehensile.synthesis.clips.scenery import added_stand, captured_object, room_of
    from prehensile.synthesis.resynthesize import resynthesize

    clip = part_of(load_reference(path, springs, hand), *span)
    room = room_of(clip, what, **place)
    bar.describe("playing")

    def progress(share: float) -> None:
        bar.update(round(1000 * share), 1000)

    warps, captured = how.pop("warp"), how.pop("captured")
    held = captured_object(clip, captured, place["at"]) if warps else None
    found = resynthesize(clip, room, springs, warp=held, progress=progress, **how)
    return found, added_stand(clip, room, place["keep"])


def _lines(found: "Resynthesis", added: str) -> list[str]:
    """What happened, in plain words."""
    verdict, lines = found.clip.verdict, []
    if added:
        lines.append(f"a {added} was put below the object: the clip shows nothing that bears it.")
    if found.inside > INSIDE:
        lines.append(
            f"the reference begins {1e3 * found.inside:.1f} mm inside an object: the fingers gave "
            "way before the first step."
        )
    live = found.clip.meta.get("live")
    if live:
        lines.append(
            f"{found.clip.duration:.1f} s live: {100 * live['share']:.0f} % of real time, "
            f"{1e3 * live['latency_s']:.0f} ms behind the hand, {live['lost_s']:.1f} s lost."
        )
    if found.left:
        lines.append(f"{found.left} left the room after {found.clip.duration:.2f} s.")
    if found.unsolved:
        lines.append(
            f"{len(found.unsolved)} steps were not solved, the first at {found.unsolved[0]:.3f} s: "
            "the last forces were held."
        )
    if verdict is not None:
        lines.append(verdict.line + (f"; {verdict.advice}" if verdict.advice else ""))
    return lines


def _told(found: "Resynthesis", path: Path) -> dict[str, Any]:
    verdict = found.clip.verdict
    return {
        "file": str(path),
        "seconds": found.clip.duration,
        "managed": None if verdict is None else verdict.ok,
        "verdict": "" if verdict is None else verdict.line,
        "reason": "" if verdict is None else verdict.reason,
        "advice": "" if verdict is None else verdict.advice,
        "figures": {} if verdict is None else {k: list(v) for k, v in verdict.figures.items()},
        "unsolved_steps": len(found.unsolved),
        "unsolved_s": list(found.unsolved),
        "inside_mm": 1e3 * found.inside,
        "left": found.left,
        "reflex_level": found.clip.meta["reflex_level"],
        "live": found.clip.meta.get("live"),
        "largest_force_N": float(found.clip.finger_force.max()),
    }
