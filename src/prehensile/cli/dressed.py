"""What --hand, --hand-mesh, --bare and --tone come to: a hand, and what it is drawn in."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from prehensile.errors import InputError

if TYPE_CHECKING:
    from prehensile.hand.hand import Hand
    from prehensile.skin.dress import Dress


class Dressed(NamedTuple):
    """A hand that is ready to be used and drawn."""

    hand: "Hand"
    name: str
    """that `parse_hand` knows it by"""
    dress: "Dress"


DEFAULT = "right"
"""--hand, where nothing else says which."""


def dressed_hand(hand: str | None, mesh: Path | None, bare: bool, tone: str) -> Dressed:
    """The hand of the command line. With a mesh its sizes are the mesh's, ``hand`` its side.

    Raises:
        InputError: --hand gives a size, and so does the mesh; a tone that does not exist.
        FileError: a file that cannot be used.
    """
    from prehensile.hand.spec import SIDES, name_hand, parse_hand
    from prehensile.skin.dress import Dress

    if mesh is None:
        dress = checked_dress(None, bare, tone)
        return Dressed(parse_hand(hand or DEFAULT).build(), hand or DEFAULT, dress)
    if hand is not None and hand not in SIDES:
        raise InputError(
            f"--hand {hand} gives a size, but the sizes are those of --hand-mesh: give --hand "
            "right or left, or leave it out."
        )
    from prehensile.skin.imported_rig import imported_hand

    found = imported_hand(mesh, hand)
    _tell(found.report.lines())
    name_hand(mesh.name, found.hand.spec)
    return Dressed(
        found.hand, mesh.name, Dress(bare=bare, tone=tone, worn={found.hand.spec: found.rig})
    )


def checked_dress(mesh: Path | None, bare: bool, tone: str) -> "Dress":
    """What to draw hands in that come from elsewhere, as those of a clip do.

    Raises:
        InputError: a tone that does not exist.
        FileError: a mesh that cannot be used.
    """
    from prehensile.skin.dress import Dress

    if mesh is None:
        return Dress(bare=bare, tone=tone)
    from prehensile.skin.imported_rig import imported_hand

    found = imported_hand(mesh)
    _tell(found.report.lines())
    return Dress(bare=bare, tone=tone, worn={found.hand.spec: found.rig})


def _tell(lines: list[str]) -> None:
    for line in lines:
        typer.echo(line, err=True)  # stdout may be one JSON object
