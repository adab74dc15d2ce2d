"""`PoseBlend`: linearisations at several poses, blended so that a mechanism follows a motion.

A hand under PD control rests wherever its controller wants it. Where its links rest is known
exactly; only what the springs do about it, the twist maps, mass and damping, is blended from a few
poses worked out beforehand. In each pose's own coordinates the stiffness is 1, and turning the
coordinates keeps that, so neighbouring bases are first turned onto one another (Procrustes).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.forks.models.from_hand import STIFFNESS, from_hand
from prehensile.forks.reduced.blend_table import PoseTable
from prehensile.forks.reduced.columns import from_columns, to_columns
from prehensile.forks.reduced.hand_rest import HandRest
from prehensile.forks.reduced.model import ReducedModel, reduce
from prehensile.forks.reduced.wrench_check import checked_wrench
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand


@dataclass(frozen=True, eq=False)
class PosedModel:
    """A reduced mechanism at one reference pose; the stiffness is 1."""

    T_rest: np.ndarray
    """(links, 4, 4)"""
    basis: np.ndarray
    """(links, 6, r)"""
    mass: np.ndarray
    """(r, r)"""
    damping: np.ndarray
    """(r, r)"""


class PoseBlend:
    """Reduced models of one mechanism at several reference poses.

    Args:
        models: one for each pose, same links, end effectors and rank.
        keys: (poses, m) what tells the poses apart, joint angles for example.
        rest: key (m,) → rest poses of all links (links, 4, 4).

    Raises:
        InputError: models that do not belong together.
    """

    def __init__(
        self,
        models: Sequence[ReducedModel],
        keys: np.ndarray,
        rest: Callable[[np.ndarray], np.ndarray],
    ):
        self.models, self.rest = tuple(models), rest
        self.keys = np.asarray(keys, dtype=float)
        sizes = sorted({model.size for model in models})
        if len(self.keys) != len(self.models) or self.keys.ndim != 2:
            raise InputError(
                f"{len(self.models)} models have keys of shape {self.keys.shape}; expected one "
                "row for each."
            )
        if len(sizes) != 1:
            raise InputError(
                f"the poses leave {sizes} directions free; leave out singular poses, or name end "
                "effectors with the same freedom in all of them."
            )
        turned = _aligned(self.models)
        self._basis = np.stack([m.basis @ Q for m, Q in zip(models, turned, strict=True)])
        self._mass = np.stack(
            [Q.T @ np.diag(m.mass) @ Q for m, Q in zip(models, turned, strict=True)]
        )
        self._damping = np.stack([Q.T @ m.damping @ Q for m, Q in zip(models, turned, strict=True)])
        apart = np.linalg.norm(self.keys[:, None] - self.keys, axis=-1)
        n = len(self.keys)
        if n > 1 and apart[~np.eye(n, dtype=bool)].min() == 0:
            raise InputError("two poses of a blend are the same; leave one out.")
        ones = np.ones((n, 1))
        self._cardinal = np.linalg.inv(np.block([[apart, ones], [ones.T, np.zeros((1, 1))]]))

    @cached_property
    def table(self) -> PoseTable:
        """All poses side by side."""
        P, links, _, r = self._basis.shape
        maps = self._basis.transpose(2, 0, 3, 1).reshape(6, P * r, links)
        return PoseTable(
            self._mass, self._damping, np.ascontiguousarray(self._basis[:, self.rows]), self.rows,
            self.models[0].mechanism.com[self.rows].copy(), np.ascontiguousarray(maps),
        )  # fmt: skip

    @property
    def rows(self) -> np.ndarray:
        """(E,) rows of the end effectors."""
        return self.models[0].linearisation.rows

    @property
    def effectors(self) -> tuple[str, ...]:
        """(E,) names of the end effectors."""
        return self.models[0].linearisation.effectors

    def weights(self, key: np.ndarray) -> np.ndarray:
        """(poses,) that sum to 1: radial functions |key − key_k|, linear along a path."""
        away = np.linalg.norm(self.keys - key, axis=1)
        return (self._cardinal @ np.append(away, 1.0))[:-1]

    def at(self, key: np.ndarray) -> PosedModel:
        """The blended model at a reference pose."""
        w = self.weights(np.asarray(key, float))
        return PosedModel(
            self.rest(key),
            np.tensordot(w, self._basis, 1),
            np.tensordot(w, self._mass, 1),
            np.tensordot(w, self._damping, 1),
        )


class PosedSimulation:
    """A blend over poses in motion: yields to wrenches while its reference moves.

    Args:
        blend: what to step.
        key: reference pose to start from.
        timestep: [s]
    """

    def __init__(self, blend: PoseBlend, key: np.ndarray, timestep: float = 1 / 240):
        self.blend, self.timestep = blend, timestep
        self._poses = to_columns(blend.rest(key))
        size = blend.models[0].size
        self.z, self.v = np.zeros(size), np.zeros(size)

    @property
    def poses(self) -> np.ndarray:
        """(links, 4, 4) world poses of all links."""
        return from_columns(self._poses)

    def step(self, key: np.ndarray, wrench: np.ndarray | None = None) -> np.ndarray:
        """One step towards a reference pose.

        Args:
            key: where the controller wants it at the end of the step.
            wrench: (E, 6) (f, τ) on the end effectors, world axes, at their centres of mass.

        Returns:
            (links, 4, 4) world poses.

        Raises:
            InputError: a wrench of the wrong shape or with a number that is not finite.
        """
        load = checked_wrench(wrench, (len(self.blend.rows), 6))
        kernels("forks.reduced").posed_step(
            self.blend.weights(key), self.z, self.v, load, self.blend.table, self.timestep,
            to_columns(self.blend.rest(key)), self._poses,
        )  # fmt: skip
        return self.poses


def hand_blend(
    hand: Hand,
    poses: np.ndarray,
    stiffness: ArrayLike | HandCompliance = STIFFNESS,
    effectors: Sequence[str] | None = None,
) -> PoseBlend:
    """A blend over poses (n, dof) [rad] of a hand under PD control.

    Args:
        hand: under PD control.
        poses: (n, dof) [rad] at which it is linearised.
        stiffness: (dof,) or one number [Nm/rad], or what was measured, as `from_hand` takes it.
        effectors: names of the segments that are touched; the fingertips if left out.

    Raises:
        InputError: poses that do not fit, or that leave different directions free.
    """
    poses = hand.check_angles(poses)
    if poses.ndim != 2:
        raise InputError(f"poses have shape {poses.shape}; expected (n, {hand.dof}).")
    models = [reduce(from_hand(hand, q, stiffness), effectors) for q in poses]
    return PoseBlend(models, poses, HandRest(hand))


def _aligned(models: Sequence[ReducedModel]) -> list[np.ndarray]:
    """Rotations (r, r) of each model's coordinates onto those of the one before, as turned."""
    turns = [np.eye(models[0].size)]
    before = _tips(models[0])
    for model in models[1:]:
        U, _, Vt = np.linalg.svd(_tips(model).T @ before)
        turns.append(U @ Vt)
        before = _tips(model) @ turns[-1]
    return turns


def _tips(model: ReducedModel) -> np.ndarray:
    """(6 E, r) the end effectors' basis, lengths scaled."""
    stacked = model.effector_basis.reshape(-1, model.size)
    return stacked / model.spectrum.scale[:, None]
