"""One convex piece of an object's collision shape."""

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.world.objects.checked import FloatArray, assign, thickness

PartKind = Literal["box", "capsule", "cylinder", "sphere", "ellipsoid", "hull"]
PART_KINDS: tuple[str, ...] = get_args(PartKind)


@dataclass(frozen=True, eq=False)
class ConvexPart:
    """One convex piece of an object's collision shape.

    Attributes:
        kind: ``box``, ``capsule``, ``cylinder``, ``sphere``, ``ellipsoid`` or ``hull``.
        size: (3,) [m] MuJoCo's half sizes, padded with zeros: box and ellipsoid (x, y, z),
            capsule and cylinder (radius, half length along z), sphere (radius); hull zeros.
        pos: (3,) [m] centre of the part, object frame.
        quat: (4,) wxyz, rotates part axes into object axes.
        vertices: (n, 3) [m] part frame; only for a hull, else (0, 3).
    """

    kind: PartKind
    size: FloatArray = field(default_factory=lambda: np.zeros(3))
    pos: FloatArray = field(default_factory=lambda: np.zeros(3))
    quat: FloatArray = field(default_factory=lambda: np.array([1.0, 0.0, 0.0, 0.0]))
    vertices: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))

    def __post_init__(self) -> None:
        if self.kind not in PART_KINDS:
            raise InputError(
                f"unknown kind of part {self.kind!r}; expected one of {', '.join(PART_KINDS)}."
            )
        size = np.zeros(3)
        given = np.atleast_1d(np.asarray(self.size, dtype=float))
        if given.shape not in ((1,), (2,), (3,)):
            raise InputError(f"a part's size has 1 to 3 numbers, not shape {given.shape}.")
        size[: len(given)] = given
        quat = frozen(self.quat, np.float64, (4,), "quat of a part")
        norm = float(np.linalg.norm(quat))
        if abs(norm - 1.0) > 1e-6:
            raise InputError(f"quat of a part must have length 1 (wxyz), not {norm:.6g}.")
        assign(self, "size", frozen(size, np.float64, (3,), "size of a part"))
        assign(self, "pos", frozen(self.pos, np.float64, (3,), "pos of a part"))
        assign(self, "quat", frozen(quat / norm, np.float64, (4,), "quat of a part"))
        assign(self, "vertices", frozen(self.vertices, np.float64, (None, 3), "vertices of a part"))
        if not self._is_solid():
            raise InputError(
                f"a {self.kind} part with size {size.tolist()} has no volume; "
                "every half size must be positive and a hull must not be flat."
            )

    def _is_solid(self) -> bool:
        if self.kind == "hull":
            return thickness(self.vertices) > 1e-9
        used = {"box": 3, "ellipsoid": 3, "capsule": 2, "cylinder": 2, "sphere": 1}[self.kind]
        return bool(np.all(self.size[:used] > 0.0))

    @property
    def volume(self) -> float:
        """[m³] Volume of the part, always positive."""
        a, b, c = self.size.tolist()
        match self.kind:
            case "box":
                return 8.0 * a * b * c
            case "ellipsoid":
                return 4.0 / 3.0 * np.pi * a * b * c
            case "capsule":
                return np.pi * a * a * (4.0 / 3.0 * a + 2.0 * b)
            case "cylinder":
                return 2.0 * np.pi * a * a * b
            case "sphere":
                return 4.0 / 3.0 * np.pi * a**3
            case "hull":
                from scipy.spatial import ConvexHull  # here: it takes half a second to load

                return float(ConvexHull(self.vertices).volume)
