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
from prehensile.synergy.basis import Basis, basis_fields, checked
from prehensile.synergy.components import principal_components

SAME_POSE = 1e-6
"""[rad] Fingers that differ by less are in one pose: it is the rounding of files."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class PostureBasis(Basis):
    """Mean posture (dof,) and k axes about it, coordinates and angles in radians.

    Entries of the wrist are zero in mean and axes: a posture leaves it as it is given.
    """

    joint_names: tuple[str, ...] = JOINT_NAMES
    """of the dof columns"""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "joint_names", tuple(self.joint_names))
        if len(self.joint_names) != len(self.mean):
            raise InputError(
                f"a posture basis of {len(self.mean)} columns has {len(self.joint_names)} names."
            )

    @property
    def wrist(self) -> np.ndarray:
        """(dof,) bool: the columns that are the wrist's."""
        return np.array([name in WRIST_JOINTS for name in self.joint_names])

    def posture(self, p: ArrayLike, wrist: ArrayLike | None = None) -> np.ndarray:
        """Angles q (..., dof) [rad] at coordinates p (..., k) [rad]; limits are not looked at.

        Args:
            p: coordinates.
            wrist: (..., w) [rad] angles of the wrist's columns; zero by default.
        """
        q = self.sample(p)
        if wrist is not None:
            columns = self.wrist
            q[..., columns] = checked(wrist, int(columns.sum()), "wrist")
        return q

    def explained(self, samples: ArrayLike) -> np.ndarray:
        """(k,) share of the variance of other postures (N, dof), the wrist's left out, that the
        first 1 … k axes carry; see `Basis.explained`.
        """
        q = frozen(samples, np.float64, (None, len(self.mean)), "samples")
        return super().explained(np.where(self.wrist, 0.0, q))


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
    made = basis_fields(found._replace(mean=mean, axes=axes))
    return PostureBasis(**made, joint_names=names)


def corpus_postures() -> np.ndarray:
    """(24, 23) [rad] the grasps of the corpus, rest poses left out."""
    return np.array([pose.q for pose in corpus().values() if pose.feix is not None])


@cache
def corpus_basis(components: int = 3) -> PostureBasis:
    """The basis of the corpus's 24 grasps; three axes as in the thesis."""
    return posture_basis(corpus_postures(), components=components)
