"""A telephone of glass, standing upright along z: its screen faces +y, its cameras −y.

The origin is in the middle of its lower edge, on z = 0.
"""

from functools import cache

from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.block import block
from prehensile.world.things.joined import Mesh, cut, hulled, joined, moved, turned_to
from prehensile.world.things.parts import between, box_between
from prehensile.world.things.turned import rounded_outline

WIDTH = 0.071
HEIGHT = 0.147
THICKNESS = 0.008
MASS = 0.19
COLOR = (0.58, 0.63, 0.70)

_CORNER = 0.011
_EDGE = 0.0022  # rounding of the long edges
_BUMP = 0.034  # side of the camera's frame
_BUMP_HEIGHT = 0.0016
_BUMP_CENTRE = (-WIDTH / 2.0 + _BUMP / 2.0 + 0.004, HEIGHT - _BUMP / 2.0 - 0.004)
_LENS_RADIUS = 0.0065
_LENS_HEIGHT = 0.0012
_LENSES = ((-0.008, 0.008), (-0.008, -0.008), (0.008, 0.0))  # from the bump's centre


@cache
def phone() -> Object:
    """The phone: 71 × 8 × 147 mm and a camera 2.8 mm proud of its back, 0.19 kg.

    Parts: two crossed boxes and four cylinders for the rounded slab, a box for the camera's
    frame, a cylinder for each lens.
    """
    mesh, half = _mesh(), THICKNESS / 2.0
    inset = _EDGE / 4.0  # what is rounded belongs to the edges
    regions = {
        "screen": faces_between(mesh, 1, low=half - inset),
        "edges": faces_between(mesh, 1, inset - half, half - inset),
        "camera": faces_between(mesh, 1, high=-half - 1e-6),
    }
    return Object.from_mesh("phone", *mesh, _parts(), MASS, color=COLOR, regions=regions)


def _mesh() -> Mesh:
    slab = _slab(WIDTH, HEIGHT, -THICKNESS / 2.0, THICKNESS / 2.0, _CORNER, _EDGE)
    back = -THICKNESS / 2.0
    x, z = _BUMP_CENTRE
    bump = _slab(_BUMP, _BUMP, back - _BUMP_HEIGHT, back + 0.002, 0.009, 0.0007)
    front = back - _BUMP_HEIGHT
    solids = [moved(slab, (0.0, 0.0, HEIGHT / 2.0)), moved(bump, (x, 0.0, z))]
    holes = []
    for dx, dz in _LENSES:
        at = (x + dx, 0.0, z + dz)
        solids.append(moved(_disc(_LENS_RADIUS, front - _LENS_HEIGHT, front + 0.001, 0.0004), at))
        holes.append(moved(_disc(0.0046, front - 0.01, front - _LENS_HEIGHT + 0.0009, 0.0), at))
    for low, high in ((0.092, 0.102), (0.106, 0.116)):  # the volume keys
        key = block((WIDTH / 2.0 - 0.002, -0.0012, low), (WIDTH / 2.0 + 0.0005, 0.0012, high))
        solids.append(key)
    return cut(joined(*solids), *holes)


def _slab(
    width: float, height: float, front: float, back: float, corner: float, edge: float
) -> Mesh:
    """A plate around y, between y = ``front`` and ``back``, its outline and edges rounded."""
    disc = _disc(corner, front, back, edge)
    x, z = width / 2.0 - corner, height / 2.0 - corner
    return hulled(*(moved(disc, (sx * x, 0.0, sz * z)) for sx in (-1, 1) for sz in (-1, 1)))


def _disc(radius: float, front: float, back: float, edge: float) -> Mesh:
    """A disc around y, from y = ``front`` to ``back``."""
    outline = rounded_outline(
        [(0.0, front), (radius, front, edge), (radius, back, edge), (0.0, back)]
    )
    return turned_to(lathe(outline, even_angles(64)), "y")


def _parts() -> tuple[ConvexPart, ...]:
    x, z, y = WIDTH / 2.0, HEIGHT, THICKNESS / 2.0
    r = _CORNER
    front = -y - _BUMP_HEIGHT
    bump_x, bump_z = _BUMP_CENTRE
    corners = [(sx * (x - r), cz) for sx in (-1, 1) for cz in (r, z - r)]
    reach = _BUMP / 2.0 - 0.001  # between the corners and the middles of the rounded frame
    return (
        box_between((-x, -y, r), (x, y, z - r)),
        box_between((-(x - r), -y, 0.0), (x - r, y, z)),
        *(between("cylinder", r, (cx, -y, cz), (cx, y, cz)) for cx, cz in corners),
        box_between((bump_x - reach, front, bump_z - reach), (bump_x + reach, -y, bump_z + reach)),
        *(
            between(
                "cylinder",
                _LENS_RADIUS,
                (bump_x + dx, front - _LENS_HEIGHT, bump_z + dz),
                (bump_x + dx, front, bump_z + dz),
            )
            for dx, dz in _LENSES
        ),
    )
