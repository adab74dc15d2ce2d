"""Everything that can be lifted, grasped from one recording: held through a lift and a shake?"""

from typing import NamedTuple

from prehensile.control.example.style import DEFAULT_STYLE
from prehensile.control.grasp import grasp
from prehensile.errors import FileError, PrehensileError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.quality.judge.held import judge_held
from prehensile.reference_data import reference_data
from prehensile.world.catalogue import CATALOGUE, load_object
from prehensile.world.objects.object import ConvexPart, Object

TRIES = 12
MASSES = {
    "apple": 0.18,
    "banana": 0.12,
    "cup": 0.12,
    "hammer": 0.45,
    "lightbulb": 0.05,
    "mug": 0.35,
    "phone": 0.19,
    "waterbottle": 0.5,
}
"""[kg] of the reference meshes, whose files have none: chosen as usual for such things"""
NOT_CLOSED = ("phone",)
"""Meshes with holes; their convex hull stands for them."""


class Result(NamedTuple):
    """How one object was grasped."""

    name: str
    held: bool
    first_try: bool
    """whether the first placement that was played in full, after rehearsals, held"""
    verdict: str
    clip: Clip | None


def object_names() -> list[str]:
    """Liftable things of the catalogue, then ``mesh:NAME`` for the meshes that are there."""
    names = [n for n in CATALOGUE if load_object(n).mount is None]
    try:
        reference_data("objects", "object_sim")
    except FileError:
        return names
    return names + [f"mesh:{name}" for name in MASSES]


def named_object(name: str) -> Object:
    """The object that one of `object_names` stands for."""
    kind, _, mesh = name.rpartition(":")
    if kind != "mesh":
        return load_object(name)
    path = reference_data("objects", "object_sim", mesh, f"{mesh}.stl")
    if mesh in NOT_CLOSED:
        return _hull(mesh)
    return load_object(path, mass=MASSES[mesh])


def try_object(name: str) -> Result:
    """One of `object_names`, with the right hand."""
    return try_thing(name, named_object(name), Hand())


def try_thing(name: str, obj: Object, hand: Hand) -> Result:
    """Grasp, lift by 15 cm, shake, hold still."""
    try:
        clip = grasp(
            obj,
            hand,
            controller="example",
            example=DEFAULT_STYLE,
            tries=TRIES,
            shake=True,
            on="table",
        )
    except PrehensileError as error:
        return Result(name, False, False, str(error), None)
    held = judge_held(clip, obj.name).held
    return Result(name, held, held and clip.meta["played"] == 1, str(clip.verdict), clip)


def _hull(name: str) -> Object:
    import trimesh  # here: it takes 0.2 s to load

    path = reference_data("objects", "object_sim", name, f"{name}.stl")
    hull = trimesh.load_mesh(path).convex_hull
    part = ConvexPart("hull", vertices=hull.vertices)
    return Object.from_mesh(name, hull.vertices, hull.faces, (part,), MASSES[name])
