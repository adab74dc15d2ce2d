"""The mesh that a clip's hands were made with, found again when the clip is exported."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from prehensile.cli.grammar.dressed import checked_dress
from prehensile.cli.grammar.options import Look
from prehensile.errors import PrehensileError

if TYPE_CHECKING:
    from prehensile.motion.clip import Clip
    from prehensile.skin.dress import Dress
    from prehensile.skin.imported.mesh_source import MeshSource
    from prehensile.skin.imported.rig import ImportedHand

NONE = Path("none")
"""--hand-mesh, where the clip's own is to be left off."""


def said_dress(look: Look) -> "Dress":
    """What was said of skin and colour, before any clip is read.

    Raises:
        InputError, FileError: as `checked_dress`.
    """
    return checked_dress(look._replace(mesh=None) if look.mesh == NONE else look)


def dress_of_clip(look: Look, said: "Dress", clip: "Clip", beside: Path) -> "Dress":
    """What to draw a clip's hands in: what was said, else the meshes that it remembers.

    A mesh that is gone, has changed or cannot be read is said in one line, and the hand wears our
    own skin in its sizes.

    Args:
        look: of the command line.
        said: what it comes to by itself.
        clip: that may remember meshes.
        beside: the clip's folder.
    """
    from prehensile.skin.imported.mesh_source import KEY, MeshSource

    stored = clip.meta.get(KEY, [])
    if look.mesh is not None or look.bare or look.eigenskin or not isinstance(stored, list):
        return said
    sources = [MeshSource.from_json(one) for one in stored]
    found = [mesh for one in sources if one and (mesh := _again(one, beside))]
    return replace(
        said,
        worn={mesh.hand.spec: mesh.rig for mesh in found},
        sources=tuple(mesh.source for mesh in found),
    )


def _again(source: "MeshSource", beside: Path) -> "ImportedHand | None":
    """The hand of a remembered file, if it is the same file."""
    from prehensile.skin.imported.rig import imported_hand

    name, why = Path(source.file).name, "is not where it was"
    for place in source.places(beside):
        try:
            if not place.is_file():
                continue
            side = "left" if source.side == "left" else "right"
            found = imported_hand(place, side, source.rig_names())
        except (PrehensileError, OSError):
            why = "can no longer be read"
            continue
        if found.source.digest == source.digest:
            typer.echo(f"the clip's hand wears {place}", err=True)
            return found
        why = "has changed since the clip was made"
    typer.echo(
        f"the clip's hand mesh {name!r:.80} {why}: its hand wears our own skin; give the mesh with "
        "--hand-mesh FILE",
        err=True,
    )
    return None
