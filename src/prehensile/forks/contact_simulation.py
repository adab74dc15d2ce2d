"""`ContactSimulation`: reduced mechanisms that touch things, with friction and a free base (4.5).

Everything that moves is a few velocities: the reduced coordinates, the base as one rigid body with
the mass of the whole structure (4.5.1), and free bodies. Their inverses are constant, so contact is
a small problem, W = G A⁻¹ Gᵀ, solved by projected Gauss–Seidel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.forks.reduced_model import ReducedModel
from prehensile.forks.surface import Surface
from prehensile.forks.tips import body_wrench
from prehensile.lie import se3, so3

SWEEPS = 60
MARGIN = 0.02
"""[m] Gaps up to this are watched, so that nothing tunnels."""
PUSH_OUT = 0.2
"""Share of a penetration taken back in one step."""
SLOP = 1e-4
"""[m] of penetration left alone, so that resting contacts stay contacts."""
SOFTNESS = 1e-9
"""Share added to the diagonal of W: redundant contacts stay solvable."""


@dataclass(frozen=True, eq=False)
class Foot:
    """A sphere fixed to an end effector, the part that touches."""

    effector: str
    point: np.ndarray
    """(3,) [m] centre, link frame"""
    radius: float
    """[m]"""
    friction: float = 0.8


@dataclass(eq=False)
class Body:
    """A rigid thing that feet touch; without mass it stands still."""

    surface: Surface
    T_world: np.ndarray = field(default_factory=lambda: np.eye(4))
    """(4, 4), centre of mass at the origin"""
    mass: float = 0.0
    """[kg]; 0 stands still"""
    inertia: np.ndarray = field(default_factory=lambda: np.eye(3))
    """(3, 3) [kg m²]"""
    velocity: np.ndarray = field(default_factory=lambda: np.zeros(6))
    """(6,) body velocity (v, ω)"""


@dataclass(frozen=True, eq=False)
class Touch:
    """Contacts of the last step."""

    foot: np.ndarray
    """(c,) row of the foot"""
    body: np.ndarray
    """(c,) row of the body"""
    pos: np.ndarray
    """(c, 3) [m] world"""
    normal: np.ndarray
    """(c, 3) out of the body, towards the foot"""
    force: np.ndarray
    """(c, 3) [N] world, on the foot"""
    gap: np.ndarray
    """(c,) [m] negative where they overlap"""


class ContactSimulation:
    """Steps one reduced mechanism among bodies.

    Args:
        model: what to step; its mechanism says whether the base is free.
        feet: spheres on its end effectors.
        bodies: what they may touch; free ones move.
        timestep: [s]
        gravity: (3,) [m/s²] on the base and on free bodies; that on the links is in the model's
            rest pose (``reduce(..., gravity=...)``).

    Raises:
        InputError: a foot on a link that is no end effector.
    """

    def __init__(
        self,
        model: ReducedModel,
        feet: Sequence[Foot],
        bodies: Sequence[Body],
        timestep: float = 1 / 240,
        gravity: tuple[float, float, float] = (0.0, 0.0, -9.81),
    ):
        self.model, self.feet, self.bodies = model, tuple(feet), tuple(bodies)
        self.timestep, self._gravity = timestep, np.asarray(gravity, float)
        names = model.linearisation.effectors
        for foot in self.feet:
            if foot.effector not in names:
                raise InputError(
                    f"a foot is on {foot.effector!r}, which is no end effector of the model; "
                    f"expected one of {', '.join(names)}."
                )
        self._tip = np.array([names.index(foot.effector) for foot in self.feet], dtype=int)
        self._points = np.array([foot.point for foot in self.feet]).reshape(-1, 3)
        self._radii = np.array([foot.radius for foot in self.feet])
        self._friction = np.array([foot.friction for foot in self.feet])
        h, r = timestep, model.size
        system = np.diag(model.mass) + h * model.damping + h * h * np.eye(r)
        self._inverse = np.linalg.inv(system)
        self.z, self.v = np.zeros(r), np.zeros(r)
        self._start_base()
        self.touch = self._no_touch()

    def _start_base(self) -> None:
        """The whole structure as one rigid body about the base's frame, in the rest pose."""
        m = self.model.mechanism
        self.T_base = self.model.T_rest[m.base].copy()
        self.base_velocity = np.zeros(6)
        Ad = se3.adjoint(se3.inverse(self.model.T_rest) @ self.T_base)
        self._base_inertia = np.einsum("lba,lbc,lcd->ad", Ad, m.spatial_inertia, Ad)
        self._base_inverse = np.linalg.inv(self._base_inertia)
        centres = se3.apply(self.model.T_rest, m.com)
        self._total = float(m.mass.sum())
        com = (m.mass[:, None] * centres).sum(axis=0) / self._total
        self._base_com = se3.apply(se3.inverse(self.T_base), com)

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses of all links."""
        return self._carried @ self.model.poses(self.z)

    @property
    def _carried(self) -> np.ndarray:
        """(4, 4) from where the base was at rest to where it is."""
        return self.T_base @ se3.inverse(self.model.T_rest[self.model.mechanism.base])

    def step(self, wrench: np.ndarray | None = None, steps: int = 1) -> Touch:
        """Go on by some steps.

        Args:
            wrench: (E, 6) (f, τ) on the end effectors besides contact, world axes, at their
                centres of mass; it moves a free base as well.
            steps: how many.
        """
        shape = (len(self.model.linearisation.rows), 6)
        load = np.zeros(shape) if wrench is None else np.asarray(wrench, float)
        if load.shape != shape:
            raise InputError(f"wrenches have shape {load.shape}; expected {shape}.")
        for _ in range(steps):
            self._step(load)
        return self.touch

    def _step(self, wrench: np.ndarray) -> None:
        h, model = self.timestep, self.model
        twists = model.effector_basis @ self.z
        T_tips = self._carried @ model.T_rest[model.linearisation.rows] @ se3.exp(twists)
        tips = se3.left_jacobian(-twists) @ model.effector_basis  # (E, 6, r) body velocities
        u, free = self._free_velocities(wrench, T_tips, tips)
        G, touch, bias = self._contacts(T_tips, tips)
        if len(touch.foot):
            AG = self._solve_columns(G.T)
            W = G @ AG
            W[np.diag_indices_from(W)] *= 1 + SOFTNESS
            impulse = np.zeros(len(W))
            friction = self._friction[touch.foot]
            kernels("forks").project_contacts(W, G @ u, bias, friction, impulse, SWEEPS)
            u = u + AG @ impulse
            touch.force[:] = np.einsum("cij,ci->cj", self._frames, impulse.reshape(-1, 3)) / h
        self.touch = touch
        self._integrate(u, free)

    def _free_velocities(
        self, wrench: np.ndarray, T_tips: np.ndarray, tips: np.ndarray
    ) -> tuple[np.ndarray, list[Body]]:
        """Velocities after the step if nothing touched: reduced, base, free bodies."""
        h, model = self.timestep, self.model
        com = model.mechanism.com[model.linearisation.rows]
        body = body_wrench(T_tips, com, wrench)
        force = np.einsum("ekr,ek->r", tips, body)
        parts = [self._inverse @ (model.mass * self.v + h * (force - self.z))]
        if model.mechanism.free_base:
            Ad = se3.adjoint(se3.inverse(T_tips) @ self.T_base)
            total = np.einsum("eki,ek->i", Ad, body)
            weight = self.T_base[:3, :3].T @ (self._total * self._gravity)
            total[:3] += weight
            total[3:] += np.cross(self._base_com, weight)
            phi = self.base_velocity
            total += se3.small_adjoint(phi).T @ self._base_inertia @ phi
            parts.append(phi + h * self._base_inverse @ total)
        free = [b for b in self.bodies if b.mass > 0]
        for b in free:
            f = b.T_world[:3, :3].T @ self._gravity
            w = b.velocity[3:]
            spin = np.linalg.solve(b.inertia, -np.cross(w, b.inertia @ w))
            slide = f - np.cross(w, b.velocity[:3])
            parts.append(b.velocity + h * np.concatenate([slide, spin]))
        return np.concatenate(parts), free

    def _solve_columns(self, columns: np.ndarray) -> np.ndarray:
        """A⁻¹ of everything that moves, applied block by block."""
        out = np.empty_like(columns)
        r = self.model.size
        out[:r] = self._inverse @ columns[:r]
        at = r
        if self.model.mechanism.free_base:
            out[at : at + 6] = self._base_inverse @ columns[at : at + 6]
            at += 6
        for b in self.bodies:
            if b.mass > 0:
                out[at : at + 3] = columns[at : at + 3] / b.mass
                out[at + 3 : at + 6] = np.linalg.solve(b.inertia, columns[at + 3 : at + 6])
                at += 6
        return out

    def _contacts(
        self, T_tips: np.ndarray, tips: np.ndarray
    ) -> tuple[np.ndarray, Touch, np.ndarray]:
        """Jacobian (3 c, unknowns) of all near contacts, and normal velocities to reach."""
        touch = self._near(se3.apply(T_tips[self._tip], self._points))
        if not len(touch.foot):
            return np.zeros((0, 0)), touch, np.zeros(0)
        tip = self._tip[touch.foot]
        columns = [_point(T_tips[tip], touch.pos) @ tips[tip]]
        if self.model.mechanism.free_base:
            columns.append(_point(self.T_base, touch.pos))
        for b, body in enumerate(self.bodies):
            if body.mass > 0:
                touched = (touch.body == b)[:, None, None]
                columns.append(np.where(touched, -_point(body.T_world, touch.pos), 0.0))
        self._frames = _contact_frames(touch.normal)
        G = (self._frames @ np.concatenate(columns, axis=2)).reshape(3 * len(tip), -1)
        deep = np.minimum(touch.gap + SLOP, 0.0)
        return G, touch, -(np.maximum(touch.gap, 0.0) + PUSH_OUT * deep) / self.timestep

    def _near(self, centres: np.ndarray) -> Touch:
        """Feet with centres (feet, 3) [m] that are near a body."""
        found = []
        for b, body in enumerate(self.bodies):
            distance, normal = body.surface.nearest(se3.apply(se3.inverse(body.T_world), centres))
            gap = distance - self._radii
            near = np.flatnonzero(gap < MARGIN)
            n = normal[near] @ body.T_world[:3, :3].T
            depth = self._radii[near] + np.minimum(gap[near], 0.0) / 2
            pos = centres[near] - n * depth[:, None]
            found.append(Touch(near, np.full(len(near), b), pos, n, np.zeros_like(n), gap[near]))
        if not found:
            return self._no_touch()
        return Touch(*(np.concatenate([getattr(t, f.name) for t in found]) for f in fields(Touch)))

    def _integrate(self, u: np.ndarray, free: list[Body]) -> None:
        h, at = self.timestep, self.model.size
        self.v = u[:at]
        self.z = self.z + h * self.v
        if self.model.mechanism.free_base:
            self.base_velocity = u[at : at + 6]
            self.T_base = self.T_base @ se3.exp(h * self.base_velocity)
            at += 6
        for b in free:
            b.velocity = u[at : at + 6]
            b.T_world = b.T_world @ se3.exp(h * b.velocity)
            at += 6

    def _no_touch(self) -> Touch:
        none, points = np.zeros(0, int), np.zeros((0, 3))
        return Touch(none, none, points, points, points, np.zeros(0))


def _point(T: np.ndarray, pos: np.ndarray) -> np.ndarray:
    """(c, 3, 6) world velocity of points (c, 3) fixed to frames, for their body velocities."""
    R = np.broadcast_to(T[..., :3, :3], (len(pos), 3, 3))
    local = np.einsum("cji,cj->ci", R, pos - T[..., :3, 3])
    return np.concatenate([R, -R @ so3.hat(local)], axis=2)


def _contact_frames(normal: np.ndarray) -> np.ndarray:
    """(c, 3, 3) rows: the normal and two tangents."""
    aside = np.eye(3)[np.argmin(np.abs(normal), axis=1)]
    t = np.cross(normal, aside)
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    return np.stack([normal, t, np.cross(normal, t)], axis=1)
