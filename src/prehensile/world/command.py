"""`Command`: what a controller wants of a hand during the next step."""

from dataclasses import dataclass, field

import numpy as np

from prehensile.errors import InputError


@dataclass(frozen=True)
class Command:
    """A spring and damper per joint, and where the arm should be.

    The world adds to each joint τ = k (q_ref − q) + d (q̇_ref − q̇) + torque, integrated implicitly
    together with the passive tissue and the contacts: stable for any k and d. Setpoints may lie
    outside the joint limits; that is how a hand squeezes.

    All arrays (..., dof), in the order of the hand's joint names.
    """

    q_ref: np.ndarray
    """[rad]"""
    stiffness: np.ndarray
    """[Nm/rad], not negative"""
    damping: np.ndarray
    """[Nms/rad], not negative"""
    qd_ref: np.ndarray | None = None
    """[rad/s]; zero if left out"""
    torque: np.ndarray | None = None
    """[Nm] added as it is; zero if left out"""
    forearm: np.ndarray | None = None
    """(..., 7) xyz + wxyz, wanted pose of a driven forearm at the end of the step; keeps the last
    one if left out"""
    forearm_twist: np.ndarray | None = None
    """(..., 6) (v, ω) world axes at the wrist centre, its velocity there; zero if left out"""
    _checked: bool = field(default=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self._checked:
            return
        n = np.shape(self.q_ref)
        for name in (
            "q_ref",
            "stiffness",
            "damping",
            "qd_ref",
            "torque",
            "forearm",
            "forearm_twist",
        ):
            value = getattr(self, name)
            if value is None:
                continue
            value = np.asarray(value, dtype=float)
            expected = {"forearm": (*n[:-1], 7), "forearm_twist": (*n[:-1], 6)}.get(name, n)
            if value.shape != expected:
                raise InputError(f"Command.{name} has shape {value.shape}; expected {expected}.")
            if not np.isfinite(value.sum()):
                raise InputError(f"Command.{name} holds a value that is not finite.")
            object.__setattr__(self, name, value)
        if (self.stiffness < 0).any() or (self.damping < 0).any():
            raise InputError("Command stiffness and damping must not be negative.")
