"""The same mechanism with the same contacts as a MuJoCo model, to compare with."""

import mujoco
import numpy as np

from prehensile.forks.contact.simulation import Body, ContactSimulation
from prehensile.forks.contact.surface import Ball, Block
from prehensile.forks.full.mujoco_model import NEARLY_RIGID, mechanism_spec
from prehensile.lie import se3

FEET, BODIES = 1, 2
"""Collision bits: feet touch bodies, nothing else touches."""
FIRM = (0.99, 0.99, 0.001, 0.5, 2)
"""Impedance of contacts. Stiffer ones (0.9999) are dropped for single steps while a foot rolls."""
UNDER = 0.2
"""[m] of ground below its lowest point."""
NO_SLIP = 10.0
"""Friction is that much stiffer than normal contact: less creep."""
NO_SLIP_SWEEPS = 10
"""Against what still creeps."""


def contact_model(simulation: ContactSimulation) -> mujoco.MjModel:
    """Feet as spheres, bodies as what they are, gravity and friction on.

    Bodies keep their names; those with mass hang on a free joint of the same name.
    """
    model = simulation.model
    h = simulation.timestep
    spec = mechanism_spec(model.mechanism, simulation.gravity, h, solimp=NEARLY_RIGID)
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = NO_SLIP
    spec.option.noslip_iterations = NO_SLIP_SWEEPS
    for foot in simulation.feet:
        spec.body(foot.effector).add_geom(
            type=mujoco.mjtGeom.mjGEOM_SPHERE,
            pos=foot.point,
            size=(foot.radius, 0, 0),
            friction=(foot.friction, 0, 0),
            mass=0.0,
            contype=FEET,
            conaffinity=BODIES,
            solref=(2 * h, 1.0),
            solimp=FIRM,
        )
    for body in simulation.bodies:
        pose = se3.to_pose7(np.asarray(body.T_world, float))
        added = spec.worldbody.add_body(name=body.name, pos=pose[:3], quat=pose[3:])
        if body.mass > 0:
            i = np.asarray(body.inertia, float)
            added.explicitinertial = True
            added.mass, added.ipos = body.mass, np.zeros(3)  # it would be off without
            added.fullinertia = [i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]]
            added.add_freejoint(name=body.name)
        geom = added.add_geom(
            friction=(0, 0, 0),  # the larger of the two counts
            mass=0.0,
            contype=BODIES,
            conaffinity=FEET,
            solref=(2 * h, 1.0),
            solimp=FIRM,
        )
        _give_shape(spec, geom, body)
    return spec.compile()


def _give_shape(spec: mujoco.MjSpec, geom: mujoco.MjsGeom, body: Body) -> None:
    match body.surface:
        case Ball(radius):
            geom.type, geom.size = mujoco.mjtGeom.mjGEOM_SPHERE, (radius, 0, 0)
        case Block(half):
            geom.type, geom.size = mujoco.mjtGeom.mjGEOM_BOX, half
        case ground:
            heights = ground.grid[:, :, 0].T  # MuJoCo's rows run along y
            low, high = float(heights.min()), float(heights.max())
            if low == high:
                geom.type, geom.size = mujoco.mjtGeom.mjGEOM_PLANE, (0, 0, 1)
                return
            field = spec.add_hfield(name=body.name, nrow=len(heights), ncol=len(heights))
            # MuJoCo scales heights to 0 … 1 by itself.
            field.userdata = heights.ravel()
            field.size = (ground.half, ground.half, high - low, UNDER)
            geom.type, geom.hfieldname = mujoco.mjtGeom.mjGEOM_HFIELD, body.name
            geom.pos = (0, 0, low)
