"""`Blend`: several linearisations of one mechanism, blended over where its end effectors are.

Each anchor is a nonlinear equilibrium under some load. About it the links' logarithms, the elastic
force, mass and damping are known with their first derivatives in the rest model's coordinates z.
Between anchors they are averaged with Shepard's weights, 1/d⁴ in the energy metric, so the blend is
exact at every anchor together with its slope. Near singular poses the anchors there are stiffer,
and so is the blend.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint_table import joint_table
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.shepard import shepard
from prehensile.forks.reduced.tips import tip_force
from prehensile.forks.statics.compliance import linearise
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.lie import se3

STEP = 1e-6
"""Step of the finite differences of the load's own force, relative to the farthest anchor."""

SOFT_ENOUGH = 0.05
"""Share of an end effector's largest compliance below which a direction gets no anchor."""


@dataclass(frozen=True, eq=False)
class Anchor:
    """One linearisation in the coordinates of the rest model."""

    z: np.ndarray
    """(r,)"""
    log: np.ndarray
    """(links, 6) twist from the rest pose"""
    basis: np.ndarray
    """(links, 6, r) its derivative by z"""
    force: np.ndarray
    """(r,) elastic force"""
    stiffness: np.ndarray
    """(r, r)"""
    mass: np.ndarray
    """(r, r)"""
    damping: np.ndarray
    """(r, r)"""


@dataclass(frozen=True, eq=False)
class Blended:
    """What the blend says at one z."""

    log: np.ndarray
    basis: np.ndarray
    force: np.ndarray
    stiffness: np.ndarray
    mass: np.ndarray
    damping: np.ndarray


class Blend:
    """A reduced model made of several linearisations.

    Args:
        model: about the rest pose; its coordinates serve for all.
        loads: each (E, 6) (f, τ) on the end effectors, world axes, at their centres of mass; an
            anchor is made at the equilibrium under each.
    """

    def __init__(self, model: ReducedModel, loads: Sequence[np.ndarray]):
        self.model = model
        self.anchors = [_rest_anchor(model)]
        for load in loads:
            self.anchors.append(_anchor(model, np.asarray(load, float)))
        self._z = np.stack([a.z for a in self.anchors])
        self.scale = max(float((self._z**2).sum(axis=1).max()), 1e-300)

    @classmethod
    def around(
        cls, model: ReducedModel, size: float, directions: np.ndarray | None = None
    ) -> "Blend":
        """Anchors where forces on each end effector move it by ``size`` [m], forth and back.

        Args:
            model: about the rest pose.
            size: [m] by the linear model.
            directions: (n, 3) of the forces, world; those that move each end effector along the
                principal axes of its compliance and between them if left out.
        """
        loads = []
        for e, row in enumerate(model.linearisation.rows):
            at = slice(6 * e, 6 * e + 3)
            R = model.T_rest[row, :3, :3]
            C = R @ model.linearisation.compliance[at, at] @ R.T
            forces = _forces(C) if directions is None else np.asarray(directions, float)
            for force in forces:
                for sign in (1.0, -1.0):
                    load = np.zeros((len(model.linearisation.rows), 6))
                    load[e, :3] = sign * size / np.linalg.norm(C @ force) * force
                    loads.append(load)
        return cls(model, loads)

    @classmethod
    def on_the_way(cls, model: ReducedModel, load: np.ndarray) -> "Blend":
        """Anchors under one load (E, 6), half of it, and both the other way: exact there.

        Args:
            model: about the rest pose.
            load: (f, τ) on the end effectors, world axes, at their centres of mass.

        Raises:
            SimulationError: the full mechanism finds no equilibrium under it.
        """
        return cls(model, [share * np.asarray(load, float) for share in (-1.0, -0.5, 0.5, 1.0)])

    def weights(self, z: np.ndarray) -> np.ndarray:
        """(anchors,) that sum to 1."""
        return shepard(z, self._z, self.scale)

    def at(self, z: np.ndarray) -> Blended:
        """The blended model at z (r,)."""
        w = self.weights(z)
        total: dict[str, np.ndarray] = {}
        for weight, a in zip(w, self.anchors, strict=True):
            away = z - a.z
            parts = {
                "log": a.log + a.basis @ away,
                "basis": a.basis,
                "force": a.force + a.stiffness @ away,
                "stiffness": a.stiffness,
                "mass": a.mass,
                "damping": a.damping,
            }
            for name, value in parts.items():
                total[name] = weight * value + total.get(name, 0.0)
        return Blended(**total)

    def poses(self, z: np.ndarray) -> np.ndarray:
        """(links, 4, 4) of all links at coordinates z (r,)."""
        return self.model.T_rest @ se3.exp(self.at(z).log)


def _forces(compliance: np.ndarray) -> np.ndarray:
    """(n, 3) forces along the soft principal axes of a compliance (3, 3), and half-way between.

    A direction that hardly gives way gets no anchor: none there is worth its load.
    """
    values, vectors = np.linalg.eigh(compliance)
    soft = values > SOFT_ENOUGH * values[-1]
    axes = vectors[:, soft]
    between = []
    if soft.sum() > 1:
        signs = product((1.0, -1.0), repeat=int(soft.sum()) - 1)
        between = [(axes / values[soft]) @ np.array([1.0, *rest]) for rest in signs]
    return np.array([*axes.T, *between]).reshape(-1, 3)


def _rest_anchor(model: ReducedModel) -> Anchor:
    r, links = model.size, len(model.T_rest)
    return Anchor(
        np.zeros(r), np.zeros((links, 6)), model.basis, np.zeros(r), np.eye(r),
        np.diag(model.mass), model.damping,
    )  # fmt: skip


def _anchor(model: ReducedModel, load: np.ndarray) -> Anchor:
    mechanism, rows = model.mechanism, model.linearisation.rows
    if load.shape != (len(rows), 6):
        raise InputError(f"an anchor's load has shape {load.shape}; expected {(len(rows), 6)}.")
    base = model.linearisation.state
    everywhere = base.load.copy()
    everywhere[rows] += load
    state = equilibrium(mechanism, everywhere, start=base)
    response = linearise(mechanism, model.linearisation.effectors, state)
    log = se3.log(se3.inverse(model.T_rest) @ state.T_world)
    z = model.coordinates(log[rows])
    J = se3.left_jacobian(-log)  # body twist for a change of the logarithm
    twists = response.twist_map @ model.to_wrench  # (links, 6, r) body
    logs = np.linalg.solve(J, twists)
    dz = np.stack([model.coordinates(logs[rows, :, k]) for k in range(model.size)], axis=1)
    back = np.linalg.inv(dz)
    basis = logs @ back
    joints = response.joint_map @ model.to_wrench @ back
    mass, damping = _inertia(model, J @ basis, joints)
    anchor = Anchor(z, log, basis, np.zeros(len(z)), np.eye(len(z)), mass, damping)
    force = _load_force(model, anchor, z, load)
    # The tangent of J(z)ᵀ w: the load's own change, and what a further wrench adds.
    tips = (J @ basis)[rows].reshape(-1, model.size)
    stiffness = tips.T @ model.to_wrench @ back + _load_slope(model, anchor, load)
    return replace(anchor, force=force, stiffness=(stiffness + stiffness.T) / 2)


def _inertia(
    model: ReducedModel, twists: np.ndarray, joints: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Mass and damping (r, r) of the whole mechanism moving by these twists and joint rates."""
    M = np.einsum("lar,lab,lbs->rs", twists, model.mechanism.spatial_inertia, twists)
    D = np.einsum("jdr,jd,jds->rs", joints, joint_table(model.mechanism).damping, joints)
    return M, D


def _load_force(model: ReducedModel, anchor: Anchor, z: np.ndarray, load: np.ndarray) -> np.ndarray:
    rows = model.linearisation.rows
    twists = anchor.log[rows] + anchor.basis[rows] @ (z - anchor.z)
    R, com = model.T_rest[rows, :3, :3], model.mechanism.com[rows]
    return tip_force(R, com, twists, anchor.basis[rows], load)


def _load_slope(model: ReducedModel, anchor: Anchor, load: np.ndarray) -> np.ndarray:
    r, step = model.size, STEP * max(float(np.linalg.norm(anchor.z)), 1e-300)
    columns = [
        _load_force(model, anchor, anchor.z + step * e, load)
        - _load_force(model, anchor, anchor.z - step * e, load)
        for e in np.eye(r)
    ]
    return np.stack(columns, axis=1) / (2 * step)
