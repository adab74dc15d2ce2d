"""`Link`: one rigid piece of a mechanism."""

from dataclasses import dataclass, field

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.hand.segments import Box, Capsule, Solid
from prehensile.lie import so3


@dataclass(frozen=True, eq=False)
class Link:
    """A rigid body. Arrays are read-only copies.

    Raises:
        InputError: a mass or inertia that is not positive, or an array that does not fit.
    """

    name: str
    T_world: np.ndarray
    """(4, 4) rest pose"""
    mass: float
    """[kg]"""
    inertia: np.ndarray
    """(3, 3) [kg m²] about the centre of mass, axes of this frame"""
    com: np.ndarray = field(default_factory=lambda: np.zeros(3))
    """(3,) [m] centre of mass, in this frame"""
    shapes: tuple[Capsule | Box | Solid, ...] = ()
    """what is drawn, in this frame"""

    def __post_init__(self) -> None:
        for name, shape in (("T_world", (4, 4)), ("inertia", (3, 3)), ("com", (3,))):
            array = frozen(getattr(self, name), np.float64, shape, f"link {self.name!r}: {name}")
            object.__setattr__(self, name, array)
        if not 0 < self.mass < np.inf:
            raise InputError(
                f"link {self.name!r} has mass {self.mass!r} kg; give every link a mass above 0."
            )
        moments = np.linalg.eigvalsh(self.inertia)
        possible = moments[0] > 0 and moments[0] + moments[1] >= (1 - 1e-9) * moments[2]
        if not np.allclose(self.inertia, self.inertia.T) or not possible:
            raise InputError(
                f"link {self.name!r} has an inertia with principal moments {moments.round(9)} "
                "kg m²; expected a symmetric matrix with moments above 0, two of which add up to "
                "at least the third."
            )

    @property
    def spatial_inertia(self) -> np.ndarray:
        """(6, 6) at the frame's origin, twists (v, ω) along the frame's axes."""
        c = so3.hat(self.com)
        M = np.zeros((6, 6))
        M[:3, :3] = self.mass * np.eye(3)
        M[:3, 3:], M[3:, :3] = -self.mass * c, self.mass * c
        M[3:, 3:] = self.inertia - self.mass * c @ c
        return M


def rod(
    name: str, start: np.ndarray, end: np.ndarray, radius: float, density: float = 1000.0
) -> Link:
    """A solid cylinder from ``start`` to ``end`` [m], world; frame at the middle, x along it.

    Args:
        radius: [m]
        density: [kg/m³]
    """
    start, end = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(end - start))
    if length == 0:
        raise InputError(f"link {name!r} has no length: start and end are both {start}.")
    mass = density * np.pi * radius**2 * length
    across = mass * (3 * radius**2 + length**2) / 12
    half = np.array([length / 2, 0, 0])
    return Link(
        name,
        frame_along(start, end),
        mass,
        np.diag([mass * radius**2 / 2, across, across]),
        shapes=(Capsule(-half, half, radius),),
    )


def frame_along(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(4, 4) frame in the middle of two points whose x axis runs from the first to the second."""
    x = (end - start) / np.linalg.norm(end - start)
    aside = np.eye(3)[int(np.argmin(np.abs(x)))]
    y = np.cross(aside, x)
    y /= np.linalg.norm(y)
    T = np.eye(4)
    T[:3, :3] = np.column_stack([x, y, np.cross(x, y)])
    T[:3, 3] = (start + end) / 2
    return T
