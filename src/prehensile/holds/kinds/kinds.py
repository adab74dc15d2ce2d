"""The six kinds by name, and holds named as on the command line."""

from collections.abc import Callable
from pathlib import Path

from prehensile.errors import InputError, UnknownNameError
from prehensile.holds.kinds.edge import crimp, edge
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.jug import jug
from prehensile.holds.kinds.own_mesh import own_hold
from prehensile.holds.kinds.pinch import pinch
from prehensile.holds.kinds.pocket import pocket
from prehensile.holds.kinds.sloper import sloper

KINDS: dict[str, Callable[[int | None], Hold]] = {
    "jug": jug,
    "edge": edge,
    "crimp": crimp,
    "sloper": sloper,
    "pinch": pinch,
    "pocket": pocket,
}


def find_hold(name: str, unit: str = "m") -> Hold:
    """``crimp``, ``crimp:12`` (sizes of seed 12) or a path to a mesh.

    Raises:
        UnknownNameError: neither a kind nor a file.
        InputError: a seed that is not a number, or a mesh that is no hold.
    """
    kind, _, seed = name.partition(":")
    if kind in KINDS:
        if seed and not seed.isdigit():
            raise InputError(f"{name!r}: after the colon stands a seed, such as {kind}:12.")
        return KINDS[kind](int(seed) if seed else None)
    if Path(name).suffix or "/" in name:
        return own_hold(name, unit)
    raise UnknownNameError("hold", name, (*KINDS, "or a path to a mesh file"))


def random_holds(count: int, seed: int) -> list[Hold]:
    """``count`` holds, kinds in turn, of which the n-th has the seed ``seed`` + n."""
    makers = list(KINDS.values())
    return [makers[n % len(makers)](seed + n) for n in range(count)]
