"""Where MuJoCo brings a mechanism to rest under dead loads, to compare with."""

import mujoco
import numpy as np

from prehensile.errors import SimulationError
from prehensile.forks.full.mujoco_model import NEARLY_RIGID, mujoco_model
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3

TIMESTEP = 1 / 240
LONGEST = 60.0
"""[s] before giving up."""
STILL = 1e-6
"""Largest speed of a joint [rad/s], [m/s] that counts as rest."""


def mujoco_static(mechanism: Mechanism, load: np.ndarray) -> np.ndarray:
    """(links, 4, 4) world poses at rest.

    Args:
        mechanism: on a fixed base.
        load: (links, 6) (f, τ) [N], [Nm], world axes, at the centres of mass.

    Raises:
        SimulationError: it does not come to rest.
    """
    model = mujoco_model(mechanism, timestep=TIMESTEP, solimp=NEARLY_RIGID)
    data = mujoco.MjData(model)
    bodies = link_bodies(mechanism, model)
    data.xfrc_applied[bodies] = load
    for _ in range(round(LONGEST)):
        mujoco.mj_step(model, data, round(1 / TIMESTEP))
        if np.abs(data.qvel).max() < STILL:
            mujoco.mj_forward(model, data)
            return link_poses(data, bodies)
    raise SimulationError(
        f"MuJoCo does not bring {mechanism.name!r} to rest within {LONGEST:g} s; give its joints "
        "more damping, or pull less."
    )


def link_bodies(mechanism: Mechanism, model: mujoco.MjModel) -> np.ndarray:
    """(links,) rows of MuJoCo's bodies."""
    return np.array([model.body(link.name).id for link in mechanism.links])


def link_poses(data: mujoco.MjData, bodies: np.ndarray) -> np.ndarray:
    """(links, 4, 4) world, as of MuJoCo's last kinematics."""
    return se3.from_pose7(np.hstack([data.xpos[bodies], data.xquat[bodies]]))
