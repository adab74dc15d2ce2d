"""How hands are drawn: the options of it, declared once for all commands that draw them.

::

    @with_look
    def command(hand: HandOption = None, look: Look = PLAIN_LOOK) -> None: ...
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, get_type_hints

from prehensile.cli.options import (
    TONE,
    BareOption,
    BlushOption,
    EigenskinOption,
    HandMeshOption,
    NoBlushOption,
    ToneOption,
)


class Look(NamedTuple):
    """What the command line says of skin and colour; each field is an option, in this order."""

    mesh: HandMeshOption = None
    eigenskin: EigenskinOption = None
    bare: BareOption = False
    tone: ToneOption = TONE
    blush: BlushOption = None
    no_blush: NoBlushOption = False


PLAIN_LOOK = Look()
"""Where nothing is said."""


def with_look(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of a `Look` in the place of its parameter ``look``."""
    hints = get_type_hints(Look, include_extras=True)
    options = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=Look._field_defaults[name],
            annotation=hints[name],
        )
        for name in Look._fields
    ]
    parameters = [
        parameter
        for own in inspect.signature(command).parameters.values()
        for parameter in (
            options if own.name == "look" else [own.replace(kind=inspect.Parameter.KEYWORD_ONLY)]
        )
    ]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        look = Look(**{name: given.pop(name) for name in Look._fields})
        command(**given, look=look)

    # What Typer reads the options from.
    run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportAttributeAccessIssue]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run
