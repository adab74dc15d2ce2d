"""``prehensile grasp OBJECT``: the main job; ``--all`` does it with the whole catalogue."""

from typing import Annotated

import typer

from prehensile.cli.grammar.grouped import grouped
from prehensile.cli.grammar.manner import BY_DEFAULT, Manner
from prehensile.cli.grammar.numbered import WayOption, WaysOption, check_numbers
from prehensile.cli.grammar.options import (
    OUT,
    PLAIN_LOOK,
    AssetsOption,
    HandOption,
    Look,
    OutOption,
    SeedOption,
)
from prehensile.cli.grammar.thing import AS_IT_IS, Thing
from prehensile.cli.grammar.wishes import NO_WISHES, Wishes
from prehensile.cli.grammar.wrist_path import NO_PATH, WristPath
from prehensile.errors import InputError


@grouped
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
    thing: Thing = AS_IT_IS,
    manner: Manner = BY_DEFAULT,
    along: WristPath = NO_PATH,
    wishes: Wishes = NO_WISHES,
    ways: WaysOption = 0,
    way: WayOption = 0,
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
    from prehensile.control.grasp import asked

    dressed = dressed_hand(hand, look, assets)
    wished = wishes.asked()
    files = [suffix for suffix, wanted in (("glb", glb), ("html", html)) if wanted]
    if files and (everything or ways):
        raise InputError("--glb and --html go with one grasp; prehensile export writes others.")
    check_numbers(ways, way, alone=along.arm is None and not everything)
    if wished and along.arm is not None:
        raise InputError("--where and the like do not go with --arm: the path says where.")
    if along.arm is not None and not everything:
        path = along.read(dressed.hand.side)
        how = manner.asked_along(seed)
        asked(manner.grip, seed, manner.tries, on=manner.on or None)
        grasp_one(thing.load(what), dressed, out, how | path, files)
        return
    along.check_none()
    how = manner.asked(seed) | wished
    ask = asked(**how)  # refused here, before anything is written
    if everything:
        from prehensile.cli.grammar.all_grasps import grasp_all

        grasp_all(dressed, out, how)
        return
    from prehensile.control.place.sought import Sought

    obj = thing.load(what)
    Sought(obj, ask.wishes)
    if ways:
        from prehensile.cli.grammar.numbered import keep_ways

        keep_ways(obj, dressed, out, ways, how)
    else:
        grasp_one(obj, dressed, out, how | ({"way": way} if way else {}), files)
