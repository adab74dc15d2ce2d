"""A spring between a point of an object and a point in space: pulling things by hand."""

from dataclasses import dataclass

import mujoco
import numpy as np

from prehensile.errors import InputError

STRONGEST = 200.0
"""[N]"""


@dataclass(frozen=True)
class MouseSpring:
    """Pulls the point ``anchor`` of a body towards ``target`` with critical damping.

    The force is that of a backward-Euler spring on the object's own mass, so that it is stable at
    any step; a grasped object is heavier and only damps it more.
    """

    body: str
    anchor: np.ndarray
    """(3,) [m], body frame"""
    target: np.ndarray
    """(3,) [m], world"""
    frequency: float = 3.0
    """[Hz] of the object hanging on the spring alone"""

    def __post_init__(self) -> None:
        for name in ("anchor", "target"):
            value = np.asarray(getattr(self, name), dtype=float)
            if value.shape != (3,) or not np.isfinite(value).all():
                raise InputError(f"mouse spring {name} must be three finite numbers; got {value}.")
            object.__setattr__(self, name, value)

    def apply(self, model: mujoco.MjModel, data: mujoco.MjData) -> np.ndarray:
        """Add the force to ``xfrc_applied``; return it. (3,) [N], world"""
        body = data.body(self.body)
        mass = float(model.body_mass[body.id])
        R = body.xmat.reshape(3, 3)
        lever = R @ self.anchor - R @ model.body_ipos[body.id]
        point = body.xpos + R @ self.anchor
        velocity = np.zeros(6)
        # In world axes, but rotation first: MuJoCo's order.
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, body.id, velocity, 0)
        v = velocity[3:] + np.cross(velocity[:3], lever)
        w, h = 2 * np.pi * self.frequency, model.opt.timestep
        force = mass * (w**2 * (self.target - point) - (2 * w + w**2 * h) * v)
        force /= 1 + 2 * w * h + (w * h) ** 2
        size = np.linalg.norm(force)
        if size > STRONGEST:
            force *= STRONGEST / size
        data.xfrc_applied[body.id, :3] += force
        data.xfrc_applied[body.id, 3:] += np.cross(lever, force)
        return force
