"""What was developed on before: our own catalogue, and the eight meshes of ``object_sim``."""

from functools import partial

from prehensile.bench.control.one_example import MASSES
from prehensile.bench.grasps.box import Boxes, millimetres
from prehensile.bench.grasps.scans import seen
from prehensile.bench.grasps.thing import Thing
from prehensile.reference_data import reference_data
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object
from prehensile.world.things.joined import Mesh

LIFTED = (
    "box", "ball", "cylinder", "mug", "bottle", "apple", "bulb", "pen", "phone", "banana", "hammer",
)  # fmt: skip
"""Of the catalogue; the others are mounted on something."""
HANDLES: dict[str, tuple[str, Boxes]] = {
    "mug": ("handle", (millimetres(44, -9, 6, 78, 9, 92),)),
    "hammer": ("handle", (millimetres(-152, -20, -2, 110, 20, 30),)),
    "mesh:mug": ("handle", (millimetres(26, -9, -50, 62, 9, 50),)),
    "mesh:hammer": ("handle", (millimetres(-74, -6, -15, 105, 38, 15),)),
}
"""By the list's name: what it is taken by, and where that is"""


def catalogue_things() -> tuple[Thing, ...]:
    """Those that are lifted."""
    return tuple(_thing(name, name) for name in LIFTED)


def sim_things() -> tuple[Thing, ...]:
    """The meshes, named ``mesh:NAME``."""
    return tuple(_thing(f"mesh:{name}", name) for name in MASSES)


def sim_object(name: str) -> Object:
    """The object of a file, as the command would read it with ``--mass``."""
    path = reference_data("objects", "object_sim", name, f"{name}.stl")
    return load_object(path, mass=MASSES[name])


def _thing(name: str, what: str) -> Thing:
    part, handle = HANDLES.get(name, ("", ()))
    if name.startswith("mesh:"):
        file = ("object_sim", what, f"{what}.stl")
        return Thing(name, partial(sim_object, what), partial(seen, file), part, handle)
    return Thing(name, partial(load_object, what), partial(_surface, what), part, handle)


def _surface(name: str) -> Mesh:
    obj = load_object(name)
    return obj.vertices, obj.faces
