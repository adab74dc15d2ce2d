"""Bases over posture and force together: what the fingers do and what they press (6.4).

Angles and newtons have no common unit. Each part is divided by the root of its whole variance, so
that both count alike, and an axis says which posture and which forces come together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.hand.joints import JOINT_NAMES, WRIST_JOINTS
from prehensile.synergy.basis import Basis, basis_fields, checked
from prehensile.synergy.components import principal_components


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class InteractionBasis(Basis):
    """Mean and axes over finger angles and forces, both in units of their own spread."""

    joint_names: tuple[str, ...]
    """of the first columns; none of the wrist's"""
    angle_scale: float
    """[rad] root of the angles' whole variance"""
    force_scale: float
    """[N] root of the forces' whole variance"""

    def coordinates(self, q: ArrayLike, frames: ArrayLike) -> np.ndarray:
        """(..., k) of finger angles (..., d) [rad] and forces (..., n) [N]."""
        d = len(self.joint_names)
        angles = checked(q, d, "q") / self.angle_scale
        forces = checked(frames, len(self.mean) - d, "a frame") / self.force_scale
        return self.project(np.concatenate([angles, forces], axis=-1))

    def parts(self, p: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Finger angles (..., d) [rad] and forces (..., n) [N] at coordinates p (..., k)."""
        angles, forces = np.split(self.sample(p), [len(self.joint_names)], axis=-1)
        return angles * self.angle_scale, forces * self.force_scale

    @property
    def force_share(self) -> np.ndarray:
        """(k,) how much of each axis is force: 1 if it moves no finger, 0 if it presses nothing."""
        return (self.axes[:, len(self.joint_names) :] ** 2).sum(axis=1)


def interaction_basis(
    q: ArrayLike,
    frames: ArrayLike,
    joint_names: Sequence[str] = JOINT_NAMES,
    components: int | None = None,
) -> InteractionBasis:
    """The basis of postures and forces at the same times.

    Args:
        q: (T, dof) [rad]; the wrist's columns are left out.
        frames: (T, n) [N] of any sensor.
        joint_names: of the columns of ``q``.
        components: how many axes; all that carry variance by default.

    Raises:
        InputError: unequal lengths, no finger joints, or a part that does not vary.
    """
    angles = frozen(q, np.float64, (None, len(joint_names)), "q")
    forces = frozen(frames, np.float64, (len(angles), None), "frames")
    fingers = [k for k, name in enumerate(joint_names) if name not in WRIST_JOINTS]
    if not fingers or len(angles) < 2:
        raise InputError(
            "a basis over posture and force needs finger joints and at least two frames."
        )
    angles = angles[:, fingers]
    scales = [float(np.sqrt(part.var(axis=0).sum())) for part in (angles, forces)]
    for scale, name in zip(scales, ("posture", "force"), strict=True):
        if not scale > 1e-9:
            raise InputError(
                f"the {name} is the same in all frames: there is nothing to tell apart."
            )
    joined = np.concatenate([angles / scales[0], forces / scales[1]], axis=1)
    return InteractionBasis(
        **basis_fields(principal_components(joined, components)),
        joint_names=tuple(joint_names[k] for k in fingers),
        angle_scale=scales[0],
        force_scale=scales[1],
    )
