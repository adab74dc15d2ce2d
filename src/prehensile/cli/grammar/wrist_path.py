"""``--arm FILE``: a wrist path to keep, and the options that belong to it."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from prehensile.cli.grammar.point import point_of
from prehensile.errors import InputError


class WristPath(NamedTuple):
    """What the command line says of a path; each field is an option, in this order."""

    arm: Annotated[
        Path | None,
        typer.Option(
            "--arm",
            metavar="FILE",
            help="Keep this wrist path and fill in the fingers: .bvh, .glb, .npz, or a .csv of "
            "time, x, y, z, qw, qx, qy, qz (seconds, metres, world).",
        ),
    ] = None
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="X,Y,Z",
            help="Where the object stands on the path [m]; by default where the path stops.",
        ),
    ] = ""
    release: Annotated[
        float | None,
        typer.Option(
            "--release",
            metavar="T",
            help="When the fingers open [s]; by default where the arm comes down and draws back.",
        ),
    ] = None
    up: Annotated[
        str, typer.Option("--up", metavar="z|y", help="The axis that points up in a CSV path.")
    ] = "z"

    def read(self, side: str) -> dict[str, Any]:
        """The keywords of `grasp_along` that are of the path, for a hand of that side.

        Raises:
            InputError: the file holds no such path, or the place is no place.
        """
        from prehensile.motion.mocap.wrist_path import read_wrist_path

        assert self.arm is not None, "there is a path"
        path = read_wrist_path(self.arm, self.up, side)
        return {"arm": path, "at": point_of(self.at, "--at"), "release": self.release}

    def check_none(self) -> None:
        """Refuse what says something of a path, where none is kept."""
        if self.arm is not None or self.at or self.release is not None:
            raise InputError("--arm takes one OBJECT; --at and --release belong to --arm.")


NO_PATH = WristPath()
"""Where nothing is said."""
