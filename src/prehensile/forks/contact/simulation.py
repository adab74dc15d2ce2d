"""`ContactSimulation`: reduced mechanisms that touch things, with friction and a free base (4.5).

Everything that moves is a few velocities: the reduced coordinates, the base as one rigid body with
the mass of the whole structure (4.5.1), and free bodies. Their inverses are constant, so contact is
a small problem, W = G A⁻¹ Gᵀ, solved by projected Gauss–Seidel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.forks.contact.surface import Ball, Block, Ground, Surface
from prehensile.forks.contact.tables import (
    BALL,
    BLOCK,
    GROUND,
    Feet,
    Loads,
    Motion,
    Plant,
    Solids,
    Touch,
)
from prehensile.forks.mechanism.foot import Foot
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.wrench_check import checked_wrench
from prehensile.lie import se3


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid thing that feet touch; without mass it stands still."""

    surface: Surface
    T_world: np.ndarray = field(default_factory=lambda: np.eye(4))
    """(4, 4) at the start, centre of mass at the origin"""
    mass: float = 0.0
    """[kg]; 0 stands still"""
    inertia: np.ndarray = field(default_factory=lambda: np.eye(3))
    """(3, 3) [kg m²]"""
    name: str = "body"


class ContactSimulation:
    """Steps one reduced mechanism among bodies.

    Args:
        model: what to step; its mechanism says whether the base is free.
        feet: spheres on its end effectors.
        bodies: what they may touch, one ground at most; those with mass move.
        timestep: [s]
        gravity: (3,) [m/s²] on the base and on free bodies; that on the links is in the model's
            rest pose (``reduce(..., gravity=...)``).
        preload: (E, 6) wrenches on the end effectors that are in the model's rest pose as well,
            world axes at the centres of mass; contact is to take their place.

    Attributes:
        motion: where everything is, changed by stepping.
        touch: contacts of the last step.

    Raises:
        InputError: a foot on a link that is no end effector, or a second ground.
    """

    def __init__(
        self,
        model: ReducedModel,
        feet: Sequence[Foot],
        bodies: Sequence[Body],
        timestep: float = 1 / 240,
        gravity: tuple[float, float, float] = (0.0, 0.0, -9.81),
        preload: np.ndarray | None = None,
    ):
        if not 0 < timestep < np.inf:
            raise InputError(f"the time step is {timestep!r} s; expected a number above 0.")
        self.model, self.feet, self.bodies = model, tuple(feet), tuple(bodies)
        self.timestep, self.gravity = timestep, gravity
        shape = (len(model.linearisation.rows), 6)
        before = checked_wrench(preload, shape, "the preload")
        self._plant = _plant(model, timestep, np.asarray(gravity, float), before)
        self._feet = _feet(model, self.feet)
        self._solids = _solids(self.bodies)
        self._room = _room(len(self.feet) * len(self.bodies))
        T = [np.asarray(body.T_world, float) for body in self.bodies]
        self._start = Motion(
            z=np.zeros(model.size),
            v=np.zeros(model.size),
            T_base=model.T_rest[model.mechanism.base].copy(),
            base_velocity=np.zeros(6),
            T_bodies=np.array(T).reshape(-1, 4, 4),
            body_velocity=np.zeros((len(T), 6)),
            impulse=np.zeros((len(T), len(self.feet), 3)),
        )
        self._start_touch = _room(0)
        self.reset()

    def reset(self) -> None:
        """Where it began, at rest."""
        self.motion = Motion(*(array.copy() for array in self._start))
        self.touch = self._start_touch

    def begin_here(self) -> None:
        """Resets lead here from now on, to this moment's contacts without motion."""
        at_rest = self.motion._replace(
            v=np.zeros_like(self.motion.v),
            base_velocity=np.zeros(6),
            body_velocity=np.zeros_like(self.motion.body_velocity),
        )
        self._start = Motion(*(array.copy() for array in at_rest))
        self._start_touch = self.touch

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses of all links."""
        return self.carried @ self.model.poses(self.motion.z)

    @property
    def carried(self) -> np.ndarray:
        """(4, 4) from where the base was at rest to where it is."""
        rest = self.model.T_rest[self.model.mechanism.base]
        return self.motion.T_base @ se3.inverse(rest)

    @property
    def joint_angles(self) -> np.ndarray:
        """(J, D) [rad] or [m] of all joints, padded as in `JointTable`, by the linear map."""
        return self.model.linearisation.state.theta + self.model.joint_basis @ self.motion.z

    def step(
        self,
        wrench: np.ndarray | None = None,
        steps: int = 1,
        base: np.ndarray | None = None,
        bodies: np.ndarray | None = None,
    ) -> Touch:
        """Go on by some steps under dead wrenches (f, τ), world axes, at the centres of mass.

        Args:
            wrench: (E, 6) on the end effectors besides contact; it moves a free base as well.
            steps: how many steps to make.
            base: (6,) on the base link, if it is free.
            bodies: (b, 6) on bodies that have mass.

        Returns:
            The contacts of the last step.
        """
        loads = Loads(
            checked_wrench(wrench, (len(self._plant.tip_com), 6)),
            checked_wrench(base, (6,), "the wrench on the base"),
            checked_wrench(bodies, (len(self.bodies), 6), "wrenches on bodies"),
        )
        count = kernels("forks.contact").contact_steps(
            steps, self._plant, self._feet, self._solids, self.motion, loads, self._room
        )
        self.touch = Touch(*(column[:count].copy() for column in self._room))
        return self.touch


def _plant(model: ReducedModel, h: float, gravity: np.ndarray, preload: np.ndarray) -> Plant:
    """The whole structure is one rigid body about the base's frame, in the rest pose (4.5.1)."""
    m, rows = model.mechanism, model.linearisation.rows
    system = np.diag(model.mass) + h * model.damping + h * h * np.eye(model.size)
    T_base = model.T_rest[m.base]
    Ad = se3.adjoint(se3.inverse(model.T_rest) @ T_base)
    inertia = np.einsum("lba,lbc,lcd->ad", Ad, m.spatial_inertia, Ad)
    centres = se3.apply(model.T_rest, m.com)
    total = float(m.mass.sum())
    com = (m.mass[:, None] * centres).sum(axis=0) / total
    return Plant(
        h=h,
        mass=model.mass.copy(),
        inverse=np.linalg.inv(system),
        tip_basis=np.ascontiguousarray(model.effector_basis),
        tip_rest=np.ascontiguousarray(se3.inverse(T_base) @ model.T_rest[rows]),
        tip_com=m.com[rows].copy(),
        preload=np.hstack([preload[:, :3] @ T_base[:3, :3], preload[:, 3:] @ T_base[:3, :3]]),
        free_base=m.free_base,
        base_inertia=inertia,
        base_inverse=np.linalg.inv(inertia),
        base_com=m.com[m.base].copy(),
        centre=se3.apply(se3.inverse(T_base), com),
        total=total,
        gravity=gravity,
    )


def _feet(model: ReducedModel, feet: Sequence[Foot]) -> Feet:
    names = model.linearisation.effectors
    for foot in feet:
        if foot.effector not in names:
            raise InputError(
                f"a foot is on {foot.effector!r}, which is no end effector of the model; "
                f"expected one of {', '.join(names)}."
            )
    return Feet(
        np.array([names.index(foot.effector) for foot in feet], dtype=np.int64),
        np.array([foot.point for foot in feet], dtype=float).reshape(-1, 3),
        np.array([foot.radius for foot in feet], dtype=float),
        np.array([foot.friction for foot in feet], dtype=float),
    )


def _solids(bodies: Sequence[Body]) -> Solids:
    grounds = [b.surface for b in bodies if isinstance(b.surface, Ground)]
    if len(grounds) > 1:
        raise InputError(f"{len(grounds)} grounds; put them together into one.")
    ground = grounds[0] if grounds else Ground(half=1.0, pitch=1.0)
    inertia = np.array([b.inertia for b in bodies], dtype=float).reshape(-1, 3, 3)
    shapes = [_kind_and_size(b.surface) for b in bodies]
    return Solids(
        kind=np.array([kind for kind, _ in shapes], dtype=np.int64),
        size=np.array([size for _, size in shapes], dtype=float).reshape(-1, 3),
        mass=np.array([b.mass for b in bodies], dtype=float),
        inertia=inertia,
        inverse=np.linalg.inv(inertia),
        grid=np.ascontiguousarray(ground.grid),
        corner=float(ground.nodes[0]),
        pitch=float(ground.nodes[1] - ground.nodes[0]),
    )


def _kind_and_size(surface: Surface) -> tuple[int, tuple[float, float, float]]:
    match surface:
        case Ball(radius):
            return BALL, (radius, 0.0, 0.0)
        case Block(half):
            return BLOCK, half
        case _:
            return GROUND, (0.0, 0.0, 0.0)


def _room(contacts: int) -> Touch:
    """Arrays for so many contacts."""
    rows, points = np.zeros(contacts, np.int64), np.zeros((contacts, 3))
    return Touch(rows, rows.copy(), points, points.copy(), points.copy(), np.zeros(contacts))
