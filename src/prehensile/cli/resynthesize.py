"""``prehensile resynthesize CLIP --object apple``: a captured hand on another object."""

import json
from pathlib import Path
from typing import Annotated

import typer

from prehensile.cli.errors_to_exit import stdout_to_stderr
from prehensile.cli.options import JsonOption


def command(
    reference: Annotated[
        Path, typer.Argument(metavar="CLIP", help="reference.npz of estimate, or any clip.")
    ],
    thing: Annotated[
        str, typer.Option("--object", metavar="OBJECT", help="By name, as for grasp, or a mesh.")
    ],
    at: Annotated[
        str | None,
        typer.Option(
            "--at", metavar="X,Y,Z",
            help="Where it stands at first [m]; as the clip's first body by default.",
        ),
    ] = None,
    compliance: Annotated[
        Path | None,
        typer.Option("--compliance", metavar="FILE", help="hand.json of estimate."),
    ] = None,
    mass: Annotated[float | None, typer.Option(help="[kg] in place of its own.")] = None,
    friction: Annotated[float | None, typer.Option(help="In place of its own.")] = None,
    damping: Annotated[float, typer.Option(help="[Ns/m] of a contact for each newton.")] = 1.0,
    sides: Annotated[int, typer.Option(help="Of the friction cones: even, from 4 up.")] = 8,
    stiffening: Annotated[
        float, typer.Option(help="[1/Nm] share by which torque makes joints stiffer.")
    ] = 0.0,
    friction_falls: Annotated[
        float, typer.Option(help="Power of the force by which friction falls; skin: 0.33.")
    ] = 0.0,
    reflex: Annotated[
        bool, typer.Option("--reflex", help="Grip what slips harder, 100 ms later.")
    ] = False,
    floor: Annotated[bool, typer.Option(help="Whether there is one, at z = 0.")] = True,
    as_json: JsonOption = False,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The clip to write.")
    ] = Path("resynthesized.npz"),
) -> None:  # fmt: skip
    """Let the clip's hand, on its springs, meet another object, and write what happens.

    Compliances that are not given are assumed (Kry 2005, Table 5.1).
    """
    from prehensile.hand.compliance import HandCompliance
    from prehensile.motion.clip import Clip
    from prehensile.synthesis.reflex import ReflexLaw
    from prehensile.synthesis.resynthesize import placed_as, resynthesize
    from prehensile.world.catalogue import load_object

    with stdout_to_stderr():
        clip = Clip.load(reference)
        placed = placed_as(clip, load_object(thing, mass=mass, friction=friction), at)
        springs = None if compliance is None else HandCompliance.load(compliance)
        found = resynthesize(
            clip, placed, springs, floor=floor, damping=damping, sides=sides,
            stiffening=stiffening, friction_falls=friction_falls,
            reflex=ReflexLaw() if reflex else None,
        )  # fmt: skip
        path = found.clip.save(out)
    told = {
        "file": str(path),
        "seconds": found.clip.duration,
        "unsolved_steps": len(found.unsolved),
        "left": found.left,
        "reflex_level": found.clip.meta["reflex_level"],
        "largest_force_N": float(found.clip.finger_force.max()),
    }
    if as_json:
        typer.echo(json.dumps(told))
        return
    typer.echo(path)
    if found.left:
        typer.echo(f"{found.left} left the room after {found.clip.duration:.2f} s.")
    for time in found.unsolved[:1]:
        typer.echo(f"{len(found.unsolved)} steps were not solved, the first at {time:.3f} s.")
