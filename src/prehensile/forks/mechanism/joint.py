"""`Joint`: a compliant joint between two links, and the six kinds of it.

A joint moves by a product of exponentials, E(θ) = Π_g exp(Σ_{k∈g} s_k θ_k): its screws s_k are
given in the joint's frame and taken in groups. A hinge has one screw; a universal joint two groups
of one; a ball one group of three (θ is the rotation vector); a spring a group of three
translations, then one of three rotations.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen, read_only


@dataclass(frozen=True, eq=False)
class Joint:
    """One joint with linear springs and dampers that hold it at θ = 0. Arrays are read-only.

    Use :func:`hinge`, :func:`universal`, :func:`ball`, :func:`slider`, :func:`screw`,
    :func:`spring`, :func:`serial` or :func:`closing`.

    Raises:
        InputError: no stiffness, a negative damping, limits that exclude the rest.
    """

    name: str
    kind: str
    parent: str
    child: str
    T_world: np.ndarray
    """(4, 4) the joint's frame at rest"""
    screws: np.ndarray
    """(d, 6) (v, ω), joint frame"""
    groups: tuple[int, ...]
    """(d,) which exponential each screw belongs to, from 0 up"""
    stiffness: np.ndarray
    """(d,) [Nm/rad] or [N/m]"""
    damping: np.ndarray
    """(d,) [Nms/rad] or [Ns/m]"""
    lower: np.ndarray
    """(d,) [rad] or [m] from the rest, −∞ where there is no limit"""
    upper: np.ndarray
    closing: bool = False
    """whether it only closes a loop that other joints hold up: it may then have no stiffness"""

    def __post_init__(self) -> None:
        owner, d = f"joint {self.name!r}", len(self.groups)
        shapes = {"T_world": (4, 4), "screws": (d, 6), "stiffness": (d,), "damping": (d,)}
        for name, shape in shapes.items():
            array = frozen(getattr(self, name), np.float64, shape, f"{owner}: {name}")
            object.__setattr__(self, name, array)
        if self.parent == self.child:
            raise InputError(f"{owner} joins {self.parent!r} to itself; name two links.")
        if (self.stiffness < 0).any() or (not self.closing and (self.stiffness == 0).any()):
            raise InputError(
                f"{owner} has stiffness {self.stiffness.tolist()}; every direction that it leaves "
                "free needs one above 0 (or fix it, or control it with a gain)."
            )
        if (self.damping < 0).any():
            raise InputError(f"{owner} has damping {self.damping.tolist()}; expected 0 or more.")
        for name in ("lower", "upper"):
            limit = np.array(getattr(self, name), dtype=float)  # may be infinite
            object.__setattr__(self, name, read_only(limit))
        if not ((self.lower < 0) & (self.upper > 0)).all():
            raise InputError(
                f"{owner} has limits {self.lower.tolist()} to {self.upper.tolist()}; they count "
                "from the rest pose and must lie on either side of it."
            )

    @property
    def dof(self) -> int:
        """Number of directions it leaves free."""
        return len(self.groups)

    @property
    def holds_point(self) -> bool:
        """Whether its two links share a point (all screws are rotations about the origin)."""
        return not np.abs(self.screws[:, :3]).any()


def hinge(
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    axis: ArrayLike,
    stiffness: float,
    damping: float = 0.0,
    limits: tuple[float, float] | None = None,
) -> Joint:
    """Turns about ``axis`` through ``at`` (3,) [m], world. Limits [rad] from the rest."""
    return _made("hinge", name, parent, child, at, axis, [_TURN[2]], stiffness, damping, limits)


def slider(
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    axis: ArrayLike,
    stiffness: float,
    damping: float = 0.0,
    limits: tuple[float, float] | None = None,
) -> Joint:
    """Slides along ``axis`` (3,), world. Limits [m] from the rest."""
    return _made("slider", name, parent, child, at, axis, [_SLIDE[2]], stiffness, damping, limits)


def screw(
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    axis: ArrayLike,
    pitch: float,
    stiffness: float,
    damping: float = 0.0,
    limits: tuple[float, float] | None = None,
) -> Joint:
    """Turns about ``axis`` and slides along it by ``pitch`` [m/rad]."""
    along = _TURN[2] + pitch * _SLIDE[2]
    return _made("screw", name, parent, child, at, axis, [along], stiffness, damping, limits)


def universal(
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    stiffness: ArrayLike,
    damping: ArrayLike = 0.0,
    limits: tuple[ArrayLike, ArrayLike] | None = None,
) -> Joint:
    """Turns about ``first``, then about ``second``, which the first turn carries along."""
    axes = np.stack([_unit(name, first), _unit(name, second)])
    rows = np.hstack([np.zeros((2, 3)), axes])
    return _with(
        "universal", name, parent, child, _at(at), rows, (0, 1), stiffness, damping, limits
    )


def ball(
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    stiffness: float,
    damping: float = 0.0,
) -> Joint:
    """Turns every way about ``at``; the torque is along the rotation vector."""
    return _with("ball", name, parent, child, _at(at), _TURN, (0, 0, 0), stiffness, damping, None)


def spring(
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    stiffness: float,
    twist_stiffness: float,
    damping: float = 0.0,
    twist_damping: float = 0.0,
) -> Joint:
    """Gives way in all six directions: ``stiffness`` [N/m], ``twist_stiffness`` [Nm/rad]."""
    k = [stiffness] * 3 + [twist_stiffness] * 3
    d = [damping] * 3 + [twist_damping] * 3
    rows = np.vstack([_SLIDE, _TURN])
    return _with("spring", name, parent, child, _at(at), rows, (0, 0, 0, 1, 1, 1), k, d, None)


def serial(
    name: str,
    parent: str,
    child: str,
    T_world: np.ndarray,
    screws: ArrayLike,
    stiffness: ArrayLike,
    damping: ArrayLike = 0.0,
    limits: tuple[ArrayLike, ArrayLike] | None = None,
) -> Joint:
    """Any hinges and sliders one after another, as bodies of MJCF files have them."""
    rows = np.atleast_2d(np.asarray(screws, float))
    groups = tuple(range(len(rows)))
    return _with("serial", name, parent, child, T_world, rows, groups, stiffness, damping, limits)


def closing(
    name: str, parent: str, child: str, at: ArrayLike, screws: ArrayLike | None = None
) -> Joint:
    """Closes a loop without a spring of its own, at ``at`` (3,) [m], world.

    Args:
        screws: (d, 6) what it leaves free; nothing (a weld) if left out. Three turns make it a
            ball, MuJoCo's ``connect``.
    """
    rows = np.zeros((0, 6)) if screws is None else np.atleast_2d(np.asarray(screws, float))
    d = len(rows)
    return Joint(
        name, "closing", parent, child, _at(at), rows, (0,) * d, np.zeros(d), np.zeros(d),
        np.full(d, -np.inf), np.full(d, np.inf), closing=True,
    )  # fmt: skip


_SLIDE = np.hstack([np.eye(3), np.zeros((3, 3))])
_TURN = np.hstack([np.zeros((3, 3)), np.eye(3)])


def _made(
    kind: str,
    name: str,
    parent: str,
    child: str,
    at: ArrayLike,
    axis: ArrayLike,
    rows: Sequence[np.ndarray],
    stiffness: float,
    damping: float,
    limits: tuple[float, float] | None,
) -> Joint:
    """A joint about one axis, which is the z axis of its frame."""
    T, z = _at(at), _unit(name, axis)
    aside = np.eye(3)[int(np.argmin(np.abs(z)))]
    x = np.cross(aside, z)
    x /= np.linalg.norm(x)
    T[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    return _with(kind, name, parent, child, T, np.stack(rows), (0,), stiffness, damping, limits)


def _with(
    kind: str,
    name: str,
    parent: str,
    child: str,
    T: np.ndarray,
    rows: np.ndarray,
    groups: tuple[int, ...],
    stiffness: ArrayLike,
    damping: ArrayLike,
    limits: tuple[ArrayLike, ArrayLike] | None,
) -> Joint:
    d = len(groups)
    low, high = (-np.inf, np.inf) if limits is None else limits

    def spread(value: ArrayLike) -> np.ndarray:
        value = np.asarray(value, float)
        if value.ndim > 1 or value.size not in (1, d):
            raise InputError(
                f"joint {name!r} leaves {d} directions free; got {value.size} numbers for them."
            )
        return np.broadcast_to(value, (d,))

    return Joint(
        name, kind, parent, child, T, rows, groups,
        spread(stiffness), spread(damping), spread(low), spread(high),
    )  # fmt: skip


def _at(point: ArrayLike) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = np.asarray(point, float)
    return T


def _unit(name: str, axis: ArrayLike) -> np.ndarray:
    axis = np.asarray(axis, float)
    length = np.linalg.norm(axis)
    if axis.shape != (3,) or not np.isfinite(length) or length == 0:
        raise InputError(f"joint {name!r} has the axis {axis.tolist()}; expected a direction.")
    return axis / length
