"""Postural synergies: a few coordinates for all fingers (Andrews 2014, 6.2.1; Santello 1998).

    q ≈ q̄ + Uᵀ p

The thesis prints q ≈ U p; the mean is part of it (6.2.2 starts from it, the middle column of
Figure 6-2). The wrist is no part of a basis.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.hand.corpus import corpus
from prehensile.hand.joints import JOINT_NAMES, WRIST_JOINTS
from prehensile.synergy.components import principal_components

SAME_POSE = 1e-6
"""[rad] Fingers that differ by less are in one pose: it is the rounding of files."""


@dataclass(frozen=True, eq=False)
class PostureBasis:
    """Mean posture and k axes about it. Arrays are copied and read-only.

    Entries of the wrist are zero in mean and axes: a posture leaves it as it is given.
    """

    joint_names: tuple[str, ...]
    """of the dof columns"""
    mean: np.ndarray
    """(dof,) [rad]"""
    axes: np.ndarray
    """(k, dof) orthonormal rows; of each, the entry of the largest magnitude is positive"""
    variance_ratio: np.ndarray
    """(k,) share of the samples' variance along each axis"""
    lower: np.ndarray
    """(k,) [rad] smallest coordinates among the samples"""
    upper: np.ndarray
    """(k,) [rad] largest coordinates among the samples"""

    def __post_init__(self) -> None:
        dof, k = len(self.joint_names), len(self.axes)
        shapes = {
            "mean": (dof,), "axes": (k, dof), "variance_ratio": (k,), "lower": (k,), "upper": (k,),
        }  # fmt: skip
        object.__setattr__(self, "joint_names", tuple(self.joint_names))
        for name, shape in shapes.items():
            array = frozen(getattr(self, name), np.float64, shape, f"{name} of a posture basis")
            object.__setattr__(self, name, array)

    @property
    def components(self) -> int:
        """Number of axes k."""
        return len(self.axes)

    @property
    def wrist(self) -> np.ndarray:
        """(dof,) bool: the columns that are the wrist's."""
        return np.array([name in WRIST_JOINTS for name in self.joint_names])

    def project(self, q: ArrayLike) -> np.ndarray:
        """Coordinates p (..., k) [rad] of the posture nearest to q (..., dof) [rad]."""
        return (self._checked(q, len(self.joint_names), "q") - self.mean) @ self.axes.T

    def posture(self, p: ArrayLike, wrist: ArrayLike | None = None) -> np.ndarray:
        """Angles q (..., dof) [rad] at coordinates p (..., k) [rad]; limits are not looked at.

        Args:
            p: coordinates.
            wrist: (..., w) [rad] angles of the wrist's columns; zero by default.
        """
        q = self.mean + self._checked(p, self.components, "p") @ self.axes
        if wrist is not None:
            columns = self.wrist
            q[..., columns] = self._checked(wrist, int(columns.sum()), "wrist")
        return q

    def bounded(self, p: ArrayLike) -> np.ndarray:
        """Coordinates (..., k) moved to where the samples lie, each between lower and upper."""
        return np.clip(self._checked(p, self.components, "p"), self.lower, self.upper)

    def first(self, components: int) -> "PostureBasis":
        """The same basis with its first axes alone."""
        if not 1 <= components <= self.components:
            raise InputError(f"components must be 1 to {self.components}, got {components}.")
        k = components
        return PostureBasis(
            self.joint_names, self.mean, self.axes[:k], self.variance_ratio[:k],
            self.lower[:k], self.upper[:k],
        )  # fmt: skip

    def explained(self, samples: ArrayLike) -> np.ndarray:
        """(k,) share of the variance of other samples that the first 1 … k axes carry.

        Variance is counted about this basis's mean, so that a basis which misses where the samples
        lie is not excused. With the samples that made the basis it is the cumulative
        ``variance_ratio``.

        Args:
            samples: (N, dof) [rad].

        Raises:
            InputError: none of them differs from the mean.
        """
        q = frozen(samples, np.float64, (None, len(self.joint_names)), "samples")
        away = np.where(self.wrist, 0.0, q - self.mean)
        whole = (away**2).sum()
        if not whole > 0:
            raise InputError("samples that all equal the basis's mean have no variance to explain.")
        return np.cumsum(((away @ self.axes.T) ** 2).sum(axis=0)) / whole

    def __repr__(self) -> str:
        share = f"{100 * self.variance_ratio.sum():.0f} %"
        return f"<PostureBasis: {self.components} axes carry {share} of the variance>"

    @staticmethod
    def _checked(values: ArrayLike, width: int, name: str) -> np.ndarray:
        array = np.asarray(values, dtype=np.float64)
        if array.shape[-1:] != (width,):
            raise InputError(f"{name} has shape {array.shape}; expected (..., {width}).")
        return array


def posture_basis(
    samples: ArrayLike,
    joint_names: Sequence[str] = JOINT_NAMES,
    components: int | None = None,
) -> PostureBasis:
    """The basis of sampled postures.

    Args:
        samples: (N, dof) [rad].
        joint_names: of the columns; those of the wrist are left out.
        components: how many axes; all that carry variance by default.

    Raises:
        InputError: no finger joints, samples that are all one pose, or more components than the
            samples have.
    """
    names = tuple(joint_names)
    q = frozen(samples, np.float64, (None, len(names)), "samples")
    fingers = np.array([name not in WRIST_JOINTS for name in names], bool)
    if not fingers.any():
        raise InputError("a posture basis needs finger joints; these samples have none.")
    if len(q) < 2:
        raise InputError(f"a posture basis needs at least two postures, got {len(q)}.")
    if np.ptp(q[:, fingers], axis=0).max() < SAME_POSE:
        raise InputError(
            f"the {len(q)} samples are all one pose: a basis needs postures that vary."
        )
    found = principal_components(q[:, fingers], components)
    mean, axes = np.zeros(len(names)), np.zeros((len(found.axes), len(names)))
    mean[fingers], axes[:, fingers] = found.mean, found.axes
    lower, upper = found.coordinates.min(axis=0), found.coordinates.max(axis=0)
    return PostureBasis(names, mean, axes, found.variance_ratio, lower, upper)


@cache
def corpus_basis(components: int = 3) -> PostureBasis:
    """The basis of the corpus's 24 grasps, rest poses left out; three axes as in the thesis."""
    grasps = [pose.q for pose in corpus().values() if pose.feix is not None]
    return posture_basis(grasps, components=components)
