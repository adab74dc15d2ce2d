"""Options that say how a thing is grasped: what it rests on, and whose grasp is followed."""

from typing import Annotated, Any, NamedTuple

import typer

from prehensile.cli.grammar.options import GripOption
from prehensile.cli.grammar.point import point_of
from prehensile.errors import InputError


class Manner(NamedTuple):
    """What the command line says of the grasp itself; each field is an option, in this order."""

    grip: GripOption = None
    on: Annotated[
        str,
        typer.Option(
            "--on",
            metavar="table|edge|post",
            help="What the object rests on; by default the table, its near edge for flat things "
            "to be slid over, and the post for what cannot be taken from it.",
        ),
    ] = ""
    put: Annotated[
        str,
        typer.Option(
            "--put",
            metavar="X,Y,Z",
            help="Where to put it down [m]; by default back where it stood: 0,0,0.18.",
        ),
    ] = ""
    no_put: Annotated[bool, typer.Option("--no-put", help="End with the object in the air.")] = (
        False
    )
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", help="Half of how many ways are rehearsed.")
    ] = 12
    alpha: Annotated[
        float,
        typer.Option("--alpha", metavar="A", help="Grip strength beyond the example's; 0 to 3."),
    ] = 0.0
    strength: Annotated[
        float | None,
        typer.Option(
            "--strength",
            metavar="S",
            help="Times the published gains; by default what suits the grip.",
        ),
    ] = None
    reach: Annotated[
        str,
        typer.Option(
            "--reach",
            metavar="D1,D2",
            help="How near [m] the hand is open, and begins to open; 0.25,0.3 by default.",
        ),
    ] = ""
    reflex: Annotated[
        bool, typer.Option("--reflex", help="Grip what slips harder, 80 ms later (an example).")
    ] = False
    hold: Annotated[
        float, typer.Option("--hold", metavar="S", help="Seconds that it is held in the air.")
    ] = 3.0
    example: Annotated[
        str,
        typer.Option(
            "--example",
            metavar="NAME|FILE",
            help="Whose grasp to follow: a style (leap_grab, tripod, hook, …), a fitted .json, or "
            "a recording of one hand; by default the styles that suit the object.",
        ),
    ] = ""
    controller: Annotated[
        str,
        typer.Option(
            "--controller",
            metavar="example|sequence",
            help="example: grasp as one recording showed. sequence: close a pose of the corpus. By "
            "default the example, and the sequence for what it cannot do or drops.",
        ),
    ] = ""
    shake: Annotated[
        bool, typer.Option("--shake", help="Shake it after the lift (with an example).")
    ] = False

    def asked(self, seed: int) -> dict[str, Any]:
        """The keywords of `grasp`.

        Raises:
            InputError: two of them contradict each other, or a place is no place.
        """
        if self.put and self.no_put:
            raise InputError("--put and --no-put contradict each other: give one of them.")
        goal = point_of(self.put, "--put")
        return self._always(seed) | {
            "controller": self.controller or None,
            "shake": self.shake,
            "put": (not self.no_put) if goal is None else goal,
            "alpha": self.alpha,
            "strength": self.strength,
            "reach": self.reach.split(",") if self.reach else None,
            "reflex": self.reflex,
            "hold": self.hold,
        }

    def asked_along(self, seed: int) -> dict[str, Any]:
        """The keywords of `grasp_along` that are not of the path.

        Raises:
            InputError: one of them is for the path to say.
        """
        led = (self.put, self.no_put, self.shake, self.alpha, self.reach, self.controller)
        if any(led) or self.strength is not None:
            raise InputError(
                "--put, --no-put, --shake, --alpha, --strength, --reach and --controller do not go "
                "with --arm: the path says where the object is put."
            )
        return self._always(seed)

    def _always(self, seed: int) -> dict[str, Any]:
        from prehensile.control.example.style import load_style

        return {
            "grip": self.grip,
            "seed": seed,
            "tries": self.tries,
            "on": self.on or None,
            "example": load_style(self.example) if self.example else None,
        }


BY_DEFAULT = Manner()
"""Where nothing is said."""
