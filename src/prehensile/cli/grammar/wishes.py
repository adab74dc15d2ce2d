"""Options that say where and how a thing is taken, and their texts as `grasp` takes them."""

from typing import Annotated, Any, NamedTuple

import typer

from prehensile.errors import InputError

WhereOption = Annotated[
    str,
    typer.Option(
        "--where",
        metavar="PART|X,Y,Z",
        help="Take it there: a part by its name (prehensile objects FILE lists them), or the "
        "nearest point of its surface [m, object frame].",
    ),
]
AvoidOption = Annotated[
    str,
    typer.Option(
        "--avoid",
        metavar="PART|X,Y,Z[,R]",
        help="Do not press there: a part, or within R [m] of a point (0.04 if left out).",
    ),
]
FromOption = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="above|side|front|X,Y,Z",
        help="From where the hand comes (world): front is where the person stands, −y; side is "
        "that of the hand.",
    ),
]
PoseOption = Annotated[
    str,
    typer.Option(
        "--pose",
        metavar="NAME",
        help="The hand's shape: a style (tripod, hook, …), or a grasp of the corpus (prehensile "
        "poses lists them).",
    ),
]
FingersOption = Annotated[
    str,
    typer.Option(
        "--fingers", metavar="NAMES", help="Only these close: thumb,index,middle for example."
    ),
]
ForOption = Annotated[
    str,
    typer.Option(
        "--for",
        metavar="use|hand-over|carry",
        help="By the handle; with the handle left free; near the centre of mass. By default use "
        "where there is a handle, else carry.",
    ),
]


class Wishes(NamedTuple):
    """What the command line says of where and how; each field is an option, in this order."""

    where: WhereOption = ""
    avoid: AvoidOption = ""
    from_: FromOption = ""
    pose: PoseOption = ""
    fingers: FingersOption = ""
    for_: ForOption = ""

    def asked(self) -> dict[str, Any]:
        """The keywords of `grasp`, of what was said.

        Raises:
            InputError: a place that is neither a name nor numbers.
        """
        said = {
            "where": _place(self.where, "--where"),
            "avoid": _place(self.avoid, "--avoid"),
            "approach": _place(self.from_, "--from"),
            "pose": self.pose,
            "fingers": self.fingers,
            "purpose": self.for_,
        }
        return {name: value for name, value in said.items() if value}


NO_WISHES = Wishes()
"""Where nothing is said."""


def _place(text: str, option: str) -> str | list[float]:
    """A name, or numbers between commas."""
    if "," not in text:
        return text
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(
            f"{option} is {text!r}; give a name, or numbers between commas: {option} 0.1,0,0.02."
        ) from None
