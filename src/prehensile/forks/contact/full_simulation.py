"""`FullContactSimulation`: all links, joints and contacts in MuJoCo beside the reduced ones."""

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.forks.contact.mujoco_scene import contact_model
from prehensile.forks.contact.simulation import ContactSimulation
from prehensile.forks.full.simulation import TimedSimulation
from prehensile.forks.mechanism.spanning_tree import spanning_tree
from prehensile.lie import se3

_SIMPLE = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


class FullContactSimulation(TimedSimulation):
    """The same feet, bodies, gravity and friction; begins where the reduced simulation stands.

    Args:
        simulation: of a tree of hinges and sliders; its links and bodies are the bodies here.

    Raises:
        InputError: a mechanism with loops or balls, whose joints have no simple coordinates.
    """

    def __init__(self, simulation: ContactSimulation):
        self._reduced = simulation
        mechanism = simulation.model.mechanism
        model = contact_model(simulation)
        free = [simulation.bodies[k].name for k in _moving(simulation)]
        free += ["base"] if mechanism.free_base else []
        joints = {model.joint(j).name: int(model.jnt_type[j]) for j in range(model.njnt)}
        others = [n for n, kind in joints.items() if kind not in _SIMPLE and n not in free]
        if mechanism.loops or others:
            what = f"{mechanism.loops} loops" if mechanism.loops else f"the joint {others[0]!r}"
            raise InputError(
                f"{mechanism.name!r} has {what}; contacts are compared for trees of hinges and "
                "sliders."
            )
        names = [link.name for link in mechanism.links] + [b.name for b in simulation.bodies]
        super().__init__(model, names)

    def start(self) -> None:
        """Joints, base and bodies as the reduced simulation has them."""
        reduced, mechanism = self._reduced, self._reduced.model.mechanism
        theta = reduced.joint_angles
        for edge in spanning_tree(mechanism).edges:
            joint = mechanism.joints[edge.joint]
            for k in range(joint.dof):
                label = joint.name if joint.dof == 1 else f"{joint.name}:{k}"
                sign = -1.0 if edge.reversed else 1.0
                self.data.joint(label).qpos[0] = sign * theta[edge.joint, k]
        if mechanism.free_base:
            self.data.joint("base").qpos[:] = se3.to_pose7(reduced.motion.T_base)
        for k in _moving(reduced):
            name = reduced.bodies[k].name
            self.data.joint(name).qpos[:] = se3.to_pose7(reduced.motion.T_bodies[k])


def _moving(simulation: ContactSimulation) -> np.ndarray:
    """Rows of bodies that have mass."""
    return np.flatnonzero([body.mass > 0 for body in simulation.bodies])
