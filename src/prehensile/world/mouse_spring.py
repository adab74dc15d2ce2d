"""A spring between a point of an object and a point in space: pulling things by hand."""

from dataclasses import dataclass

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.lie import so3

STRONGEST = 200.0
"""[N]"""
HIGHEST_FREQUENCY = 30.0
"""[Hz]"""
RESOLVED = 0.5
"""Largest ωh. In a straight line anything below 2 is stable; a thin bar pulled at its side turns so
far in one step that 0.8 was not (14 of 40 random ones), and 0.5 was."""


@dataclass(frozen=True, eq=False)
class MouseSpring:
    """Pulls the point ``anchor`` of a body towards ``target`` with critical damping.

    The force is that of a spring on the body's inertia at the anchor, damped so that the discrete
    motion has a double pole at 1 − ωh: it neither overshoots nor grows for any mass, lever and
    step; a grasped object is heavier and only slower. It is a spring and nothing else: a body that
    hangs on it comes to rest g/ω² below the target, 2.8 cm at 3 Hz.
    """

    body: str
    anchor: np.ndarray
    """(3,) [m], body frame"""
    target: np.ndarray
    """(3,) [m], world"""
    frequency: float = 3.0
    """[Hz] of the object hanging on the spring alone; no more than the timestep can resolve acts"""

    def __post_init__(self) -> None:
        for name in ("anchor", "target"):
            value = np.array(getattr(self, name), dtype=float)
            if value.shape != (3,) or not np.isfinite(value).all():
                raise InputError(f"mouse spring {name} must be three finite numbers; got {value}.")
            value.flags.writeable = False
            object.__setattr__(self, name, value)
        if not 0 < self.frequency <= HIGHEST_FREQUENCY:
            raise InputError(
                f"mouse spring frequency is {self.frequency!r} Hz; expected more than 0 and at "
                f"most {HIGHEST_FREQUENCY:g} Hz."
            )

    def apply(self, model: mujoco.MjModel, data: mujoco.MjData) -> np.ndarray:
        """Write the force into ``xfrc_applied``; return it. (3,) [N], world

        Computed from the state alone (qpos, qvel): derived fields are one step old.
        """
        body = model.body(self.body)
        joint = int(body.jntadr[0])
        qpos, qvel = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
        R = so3.from_quat(data.qpos[qpos + 3 : qpos + 7])
        arm = R @ self.anchor
        lever = arm - R @ body.ipos
        omega = R @ data.qvel[qvel + 3 : qvel + 6]  # a free joint turns in body axes
        velocity = data.qvel[qvel : qvel + 3] + np.cross(omega, arm)
        h = model.opt.timestep
        axes = R @ so3.from_quat(body.iquat)
        r = so3.hat(lever)
        # Acceleration of the anchor for a force on it.
        mobility = np.eye(3) / body.mass - r @ (axes / body.inertia) @ axes.T @ r  # [m/s²]/[N]
        w = min(2 * np.pi * self.frequency, RESOLVED / h)
        away = self.target - data.qpos[qpos : qpos + 3] - arm
        force = np.linalg.solve(mobility, w**2 * away - w * (2 - w * h) * velocity)
        size = np.linalg.norm(force)
        if size > STRONGEST:
            force *= STRONGEST / size
        data.xfrc_applied[body.id, :3] = force
        data.xfrc_applied[body.id, 3:] = np.cross(lever, force)
        return force

    def end(self, model: mujoco.MjModel, data: mujoco.MjData) -> None:
        """Take the force away again."""
        data.xfrc_applied[model.body(self.body).id] = 0
