"""The grammar that all commands share, as annotated types.

    @grouped
    def command(hand: HandOption = None, look: Look = PLAIN_LOOK, out: OutOption = OUT) -> None: ...

``--hand`` stays text here, and ``look`` what was said of skin and colour;
``prehensile.cli.grammar.dressed.dressed_hand`` makes a hand of both.
"""

import importlib
import math
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Annotated, NamedTuple

import typer

from prehensile.errors import InputError, UnknownNameError

OUT = Path("out")
TONE = "tone-3"
UNITS = ("m", "cm", "mm", "in")


def _newtons(text: str | float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0.0):
        raise InputError(f"--grip is a force in newtons above 0, got {text!r}. Try --grip 10.")
    return value


def _seed(text: str | int) -> int:
    if not str(text).isdecimal():
        raise InputError(f"--seed is a whole number from 0 up, got {text!r}. Try --seed 1.")
    return int(text)


def _unit(text: str) -> str:
    if text not in UNITS:
        raise UnknownNameError("unit", text, UNITS)
    return text


HandOption = Annotated[
    str | None,
    typer.Option(
        "--hand",
        show_default="right",
        metavar="SIDE[:SIZE]|FILE",
        help="right or left; then :p5, :p50 or :p95 for a percentile, or :seed=N for a sampled "
        "individual; or a file: what prehensile hand --json wrote, another hand's model (MJCF, "
        "URDF), or a mapping that names one, with :BODY where the hand is part of a larger model. "
        "Examples: left, right:p95, left:seed=7, me.json, robot_hand.toml, robot.xml:right_palm.",
    ),
]
AssetsOption = Annotated[
    Path | None,
    typer.Option(
        "--assets",
        metavar="DIR",
        help="One more folder in which the meshes of another hand's model may lie. Without it, "
        "only what lies in the model's own folder is opened.",
    ),
]
HandMeshOption = Annotated[
    Path | None,
    typer.Option(
        "--hand-mesh",
        metavar="FILE",
        help="Wear this skinned hand (.glb, .gltf; joints named as WebXR, OpenXR, Mixamo, Unreal, "
        "VRM, Rigify or Character Creator do): its sizes, skin and pictures instead of ours; "
        "--hand then gives the side only.",
    ),
]
NamesOption = Annotated[
    Path | None,
    typer.Option(
        "--names",
        metavar="FILE",
        help="Which bone of --hand-mesh is which joint (.toml, .json), where its names do not say.",
    ),
]
EigenskinOption = Annotated[
    Path | None,
    typer.Option(
        "--eigenskin",
        metavar="FILE",
        help="Fold and bulge the skin by this file of prehensile skin fit (.npz): that of "
        "--hand-mesh, or our own.",
    ),
]
BareOption = Annotated[
    bool, typer.Option("--bare", help="Draw the shapes that collide instead of the skin.")
]
ToneOption = Annotated[
    str,
    typer.Option("--tone", metavar="tone-1 … tone-8", help="Of our own skin, from light to dark."),
]
BlushOption = Annotated[
    Path | None,
    typer.Option(
        "--blush",
        metavar="FILE",
        help="Let fingertips blanch and flush by this file of prehensile blush fit (.npz) instead "
        "of ours.",
    ),
]
NoBlushOption = Annotated[
    bool, typer.Option("--no-blush", help="Fingertips keep their colour, however hard they press.")
]
OutOption = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Folder for what is written; made if absent.")
]
SeedOption = Annotated[
    int, typer.Option("--seed", parser=_seed, metavar="N", help="Same seed, same result.")
]
POLICY_HELP = "One that ships, by name (dial, ball), or a file that prehensile learn wrote."
PolicyOption = Annotated[str, typer.Option("--policy", metavar="NAME|FILE", help=POLICY_HELP)]
GripOption = Annotated[
    float | None,
    typer.Option(
        "--grip",
        metavar="N",
        parser=_newtons,
        help="How hard to squeeze [newtons]. Default: three times what friction needs to carry "
        "the object.",
    ),
]
CloseOption = Annotated[
    bool,
    typer.Option("--close", help="Close holes of any size in a mesh file; small ones always are."),
]
UnitOption = Annotated[
    str | None,
    typer.Option(
        "--unit",
        metavar="|".join(UNITS),
        parser=_unit,
        help="Length unit of a mesh file. Default: metres.",
    ),
]
ComplianceOption = Annotated[
    Path | None,
    typer.Option(
        "--compliance",
        metavar="FILE",
        help="How soft the hand is: hand.json, as prehensile estimate writes it.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Write one JSON object to stdout and nothing else.")
]


class Look(NamedTuple):
    """What the command line says of skin and colour; each field is an option, in this order."""

    mesh: HandMeshOption = None
    eigenskin: EigenskinOption = None
    bare: BareOption = False
    tone: ToneOption = TONE
    blush: BlushOption = None
    no_blush: NoBlushOption = False
    names: NamesOption = None


PLAIN_LOOK = Look()
"""Where nothing is said."""


def areas_of(package: str) -> tuple[str, ...]:
    """Names of the areas in ``prehensile.<package>``: one module each, none of them loaded."""
    folder = importlib.import_module(f"prehensile.{package}").__path__
    return tuple(m.name for m in pkgutil.iter_modules(folder) if not m.name.startswith("_"))


def load_area(package: str, area: str) -> ModuleType:
    """The module ``prehensile.<package>.<area>``.

    Raises:
        UnknownNameError: there is no such area.
    """
    valid = areas_of(package)
    if area not in valid:
        raise UnknownNameError("area", area, valid)
    return importlib.import_module(f"prehensile.{package}.{area}")
