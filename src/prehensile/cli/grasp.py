"""``prehensile grasp OBJECT``: the main job; ``--all`` does it with the whole catalogue."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from prehensile.cli.grammar.numbered import WayOption, WaysOption, check_numbers
from prehensile.cli.grammar.options import (
    OUT,
    PLAIN_LOOK,
    AssetsOption,
    CloseOption,
    GripOption,
    HandOption,
    Look,
    OutOption,
    SeedOption,
    UnitOption,
    with_look,
)
from prehensile.cli.grammar.wishes import (
    AvoidOption,
    FingersOption,
    ForOption,
    FromOption,
    PoseOption,
    WhereOption,
    wishes_of,
)
from prehensile.errors import InputError

if TYPE_CHECKING:
    from prehensile.world.objects.object import Object


@with_look
def command(
    what: Annotated[
        str,
        typer.Argument(
            metavar="OBJECT",
            help="A name (prehensile objects lists them), a size (cylinder:r=30mm,h=120mm), "
            "or a mesh file.",
        ),
    ] = "",
    everything: Annotated[
        bool, typer.Option("--all", help="Every object of the catalogue instead of one.")
    ] = False,
    hand: HandOption = None,
    assets: AssetsOption = None,
    look: Look = PLAIN_LOOK,
    grip: GripOption = None,
    mass: Annotated[
        float | None, typer.Option("--mass", metavar="KG", help="Mass of the object [kg].")
    ] = None,
    friction: Annotated[
        float | None,
        typer.Option("--friction", metavar="MU", help="Sliding friction of the object."),
    ] = None,
    unit: UnitOption = None,
    close: CloseOption = False,
    on: Annotated[
        str,
        typer.Option(
            "--on",
            metavar="table|edge|post",
            help="What the object rests on; by default the table, its near edge for flat things "
            "to be slid over, and the post for what cannot be taken from it.",
        ),
    ] = "",
    put: Annotated[
        str,
        typer.Option(
            "--put",
            metavar="X,Y,Z",
            help="Where to put it down [m]; by default back where it stood: 0,0,0.18.",
        ),
    ] = "",
    no_put: Annotated[
        bool, typer.Option("--no-put", help="End with the object in the air.")
    ] = False,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", help="Half of how many ways are rehearsed.")
    ] = 12,
    alpha: Annotated[
        float,
        typer.Option("--alpha", metavar="A", help="Grip strength beyond the example's; 0 to 3."),
    ] = 0.0,
    strength: Annotated[
        float | None,
        typer.Option(
            "--strength",
            metavar="S",
            help="Times the published gains; by default what suits the grip.",
        ),
    ] = None,
    reach: Annotated[
        str,
        typer.Option(
            "--reach",
            metavar="D1,D2",
            help="How near [m] the hand is open, and begins to open; 0.25,0.3 by default.",
        ),
    ] = "",
    reflex: Annotated[
        bool, typer.Option("--reflex", help="Grip what slips harder, 80 ms later (an example).")
    ] = False,
    hold: Annotated[
        float, typer.Option("--hold", metavar="S", help="Seconds that it is held in the air.")
    ] = 3.0,
    example: Annotated[
        str,
        typer.Option(
            "--example",
            metavar="NAME|FILE",
            help="Whose grasp to follow: leap_grab, leap_pinch, door_handle, a fitted .json, or a "
            "recording of one hand; by default one of the first two, by the object's size.",
        ),
    ] = "",
    controller: Annotated[
        str,
        typer.Option(
            "--controller",
            metavar="example|sequence",
            help="example: grasp as one recording showed. sequence: close a pose of the corpus. By "
            "default the example, and the sequence for what it cannot do or drops.",
        ),
    ] = "",
    shake: Annotated[
        bool, typer.Option("--shake", help="Shake it after the lift (with an example).")
    ] = False,
    arm: Annotated[
        Path | None,
        typer.Option(
            "--arm",
            metavar="FILE",
            help="Keep this wrist path and fill in the fingers: .bvh, .glb, .npz, or a .csv of "
            "time, x, y, z, qw, qx, qy, qz (seconds, metres, world).",
        ),
    ] = None,
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="X,Y,Z",
            help="Where the object stands on the path [m]; by default where the path stops.",
        ),
    ] = "",
    release: Annotated[
        float | None,
        typer.Option(
            "--release",
            metavar="T",
            help="When the fingers open [s]; by default where the arm comes down and draws back.",
        ),
    ] = None,
    where: WhereOption = "",
    avoid: AvoidOption = "",
    from_: FromOption = "",
    pose: PoseOption = "",
    fingers: FingersOption = "",
    for_: ForOption = "",
    ways: WaysOption = 0,
    way: WayOption = 0,
    up: Annotated[
        str, typer.Option("--up", metavar="z|y", help="The axis that points up in a CSV path.")
    ] = "z",
    glb: Annotated[
        bool, typer.Option("--glb", help="Also as prehensile export --glb writes it: grasp.glb.")
    ] = False,
    html: Annotated[
        bool, typer.Option("--html", help="Also a page that plays it offline: grasp.html.")
    ] = False,
    seed: SeedOption = 0,
    out: OutOption = OUT,
) -> None:
    """Pick an object up from a table: approach, close, lift 15 cm, hold 3 s, put it down.

    Writes grasp.npz (the clip), grasp.png (a contact sheet) and forces.png (force per finger), and
    says whether the object was held and, if not, why. A grasp that fails is not an error. Dials and
    lids are turned by 30° instead; a climbing hold bears 20 N.

    With --where, --avoid, --from, --pose, --fingers or --for you decide; the verdict says whether
    it was met. With --ways 6: six different grasps to choose from.

    With --all: every object of the catalogue, as grasp_all.png and a table.

    With --arm: your own wrist path; the hand opens on the way, closes at the object, holds it, and
    lets go where the path puts it down. Whether it stands there counts.
    """
    if everything == bool(what):
        raise InputError("name one OBJECT to grasp, or give --all; prehensile objects lists them.")
    from prehensile.cli.grammar.dressed import dressed_hand
    from prehensile.cli.grammar.one_grasp import grasp_one
    from prehensile.control.example.style import load_style
    from prehensile.control.grasp import asked
    from prehensile.world.catalogue import load_object

    def thing() -> "Object":
        return load_object(what, unit=unit or "m", mass=mass, friction=friction, close=close)

    dressed = dressed_hand(hand, look, assets)
    wishes = wishes_of(where, avoid, from_, pose, fingers, for_)
    files = [suffix for suffix, wanted in (("glb", glb), ("html", html)) if wanted]
    if files and (everything or ways):
        raise InputError("--glb and --html go with one grasp; prehensile export writes others.")
    check_numbers(ways, way, alone=arm is None and not everything)
    if wishes and arm is not None:
        raise InputError("--where and the like do not go with --arm: the path says where.")
    if arm is not None and not everything:
        from prehensile.motion.mocap.wrist_path import read_wrist_path

        path = read_wrist_path(arm, up, dressed.hand.side)
        if put or no_put or shake or alpha or strength is not None or reach or controller:
            raise InputError(
                "--put, --no-put, --shake, --alpha, --strength, --reach and --controller do not go "
                "with --arm: the path says where the object is put."
            )
        asked(grip, seed, tries, on=on or None)
        along = {
            "arm": path,
            "at": _place(at, "--at"),
            "release": release,
            "on": on or None,
            "example": load_style(example) if example else None,
            "tries": tries,
            "seed": seed,
        }
        grasp_one(thing(), dressed, out, {"grip": grip} | along, files)
        return
    if arm is not None or at or release is not None:
        raise InputError("--arm takes one OBJECT; --at and --release belong to --arm.")
    if put and no_put:
        raise InputError("--put and --no-put contradict each other: give one of them.")
    goal = _place(put, "--put")
    how = {
        "grip": grip,
        "seed": seed,
        "tries": tries,
        "controller": controller or None,
        "example": load_style(example) if example else None,
        "shake": shake,
        "on": on or None,
        "put": (not no_put) if goal is None else goal,
        "alpha": alpha,
        "strength": strength,
        "reach": reach.split(",") if reach else None,
        "reflex": reflex,
        "hold": hold,
    } | wishes
    ask = asked(**how)  # refused here, before anything is written
    if everything:
        from prehensile.cli.grammar.all_grasps import grasp_all

        grasp_all(dressed, out, how)
        return
    from prehensile.control.place.sought import Sought

    obj = thing()
    Sought(obj, ask.wishes)
    if ways:
        from prehensile.cli.grammar.numbered import keep_ways

        keep_ways(obj, dressed, out, ways, how)
    else:
        grasp_one(obj, dressed, out, how | ({"way": way} if way else {}), files)


def _place(text: str, option: str) -> list[float] | None:
    """X,Y,Z as three numbers."""
    if not text:
        return None
    try:
        x, y, z = (float(part) for part in text.split(","))
        return [x, y, z]
    except ValueError:
        raise InputError(
            f"{option} is {text!r}; expected three numbers: {option} 0.1,0,0.18."
        ) from None
