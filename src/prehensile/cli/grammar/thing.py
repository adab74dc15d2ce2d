"""Options that say of what the thing is, and the thing that its name or file means with them."""

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from prehensile.cli.grammar.options import CloseOption, UnitOption

if TYPE_CHECKING:
    from prehensile.world.objects.object import Object


class Thing(NamedTuple):
    """What the command line says of an object beside its name; each field is an option."""

    mass: Annotated[
        float | None, typer.Option("--mass", metavar="KG", help="Mass of the object [kg].")
    ] = None
    friction: Annotated[
        float | None,
        typer.Option("--friction", metavar="MU", help="Sliding friction of the object."),
    ] = None
    unit: UnitOption = None
    close: CloseOption = False

    def load(self, what: str) -> "Object":
        """The object of that name, size or file."""
        from prehensile.world.catalogue import load_object

        return load_object(
            what,
            unit=self.unit or "m",
            mass=self.mass,
            friction=self.friction,
            close=self.close,
        )


AS_IT_IS = Thing()
"""Where nothing is said."""
