"""What --hand, --hand-mesh, --eigenskin, --bare, --tone and --blush come to: a hand and look."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from prehensile.cli.grammar.options import PLAIN_LOOK, Look
from prehensile.errors import FileError, InputError

if TYPE_CHECKING:
    from prehensile.hand.hand import Hand
    from prehensile.hand.spec import Side
    from prehensile.skin.dress import Dress
    from prehensile.skin.eigenskin.file import FittedSkin
    from prehensile.skin.imported.rig import ImportedHand
    from prehensile.skin.tip_color import TipColor


class Dressed(NamedTuple):
    """A hand that is ready to be used and drawn."""

    hand: "Hand"
    name: str
    """for people: as --hand gave it, or the name of its file"""
    dress: "Dress"


DEFAULT = "right"
"""--hand, where nothing else says which."""


def dressed_hand(hand: str | None, look: Look = PLAIN_LOOK, assets: Path | None = None) -> Dressed:
    """The hand of the command line. With a mesh its sizes are the mesh's, ``hand`` its side.

    Args:
        hand: --hand.
        look: of skin and colour.
        assets: --assets, one more folder for what another hand's model refers to.

    Raises:
        InputError: --hand gives a size, and so does the mesh; a tone that does not exist; colour
            for fingertips that cannot show any.
        FileError: a file that cannot be used.
    """
    from prehensile.hand.parse import parse_hand
    from prehensile.hand.spec import SIDES

    if look.names is not None and look.mesh is None:
        raise InputError(f"--names {look.names} names the bones of --hand-mesh: give that too.")
    if look.mesh is None:
        dress = checked_dress(look)
        built = parse_hand(hand or DEFAULT, assets).build()
        found = Dressed(built, Path(hand or DEFAULT).name, dress)
    else:
        if hand is not None and hand not in SIDES:
            raise InputError(
                f"--hand {hand} gives a size, but the sizes are those of --hand-mesh: give --hand "
                "right or left, or leave it out."
            )
        color = _blush(look.blush, look.no_blush)
        read = _imported(look, hand)
        dress = _worn(look, read, color)
        found = Dressed(read.hand, look.mesh.name, dress)
    if look.blush is not None:
        check_blush(found.dress, found.hand, found.name)
    return found


def checked_dress(look: Look) -> "Dress":
    """What to draw hands in that come from elsewhere, as those of a clip do.

    Raises:
        InputError: a tone that does not exist; --blush and --no-blush at once.
        FileError: a mesh, a fitted skin or a model of colour that cannot be used.
    """
    from prehensile.skin.dress import Dress

    color = _blush(look.blush, look.no_blush)
    if look.mesh is None:
        fitted = None if look.eigenskin is None else _own(look.eigenskin)
        return Dress(bare=look.bare, tone=look.tone, fitted=fitted, blush=color)
    return _worn(look, _imported(look, None), color)


def _blush(file: Path | None, without: bool) -> "TipColor | None":
    """The colour of fingertips: that of a file, the shipped one, or none.

    Raises:
        InputError: both were said; FileError: the file cannot be used.
    """
    if without and file is not None:
        raise InputError("--blush and --no-blush contradict each other: give one of them.")
    if without:
        return None
    from prehensile.appearance.worn import SKIN_DRESS, Blush

    if file is None:
        return SKIN_DRESS.blush
    from prehensile.appearance.model.file import load

    return Blush(load(file).model)


def check_blush(dress: "Dress", hand: "Hand", name: str) -> None:
    """Refuse colour that was asked for and cannot be shown.

    Raises:
        InputError: the hand is bare, or its skin has no UV coordinates.
    """
    if dress.bare:
        raise InputError("--blush colours a skin, and --bare takes it off: give one of them.")
    if not dress.pictures(hand).color:
        raise InputError(
            f"the fingertips of {name} cannot show --blush: its mesh has no UV coordinates. Give a "
            "mesh that has, or leave --blush out."
        )


def _worn(look: Look, found: "ImportedHand", color: "TipColor | None") -> "Dress":
    from prehensile.skin.dress import Dress

    return Dress(
        look.bare,
        look.tone,
        worn={found.hand.spec: found.rig},
        sources=(found.source,),
        blush=color,
    )


def _imported(look: Look, side: "Side | None") -> "ImportedHand":
    """A skinned hand with the corrections of its own shape keys, or with those of a fitted file."""
    from prehensile.skin.imported.rig import imported_hand

    mesh, eigenskin = look.mesh, look.eigenskin
    assert mesh is not None
    found = imported_hand(mesh, side, look.names)
    if eigenskin is not None:
        from prehensile.skin.eigenskin.file import load
        from prehensile.skin.imported.corrections import worn_corrections

        try:
            worn = worn_corrections(load(eigenskin), found.skin, found.hand)
        except InputError as error:
            raise FileError(f"{mesh} cannot wear {eigenskin}: {str(error).rstrip('.')}.") from None
        found = replace(found, rig=replace(found.rig, corrections=worn))
    for line in found.report.lines():
        typer.echo(line, err=True)  # stdout may be one JSON object
    return found


def _own(eigenskin: Path) -> "FittedSkin":
    """A fitted skin that our own hands can wear."""
    from prehensile.skin.eigenskin.file import load, template_digest

    fitted = load(eigenskin)
    if fitted.template != template_digest():
        raise FileError(
            f"{eigenskin} was not fitted to our own skin: give the mesh that it belongs to with "
            "--hand-mesh, or fit it anew with prehensile skin fit."
        )
    return fitted
