"""The same mechanism as a MuJoCo model, to compare with.

Trees are the same mechanism exactly. MuJoCo's loops are soft: the joint that closes one holds a
light stand-in for its child, which is welded to the child.
"""

import logging
from time import perf_counter

import mujoco
import numpy as np

from prehensile.errors import SimulationError
from prehensile.forks.mechanism.joint import Joint
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.mechanism.spanning_tree import spanning_tree
from prehensile.lie import se3

_log = logging.getLogger("prehensile.mujoco")
_log.addHandler(logging.NullHandler())

INTEGRATORS = {
    "euler": mujoco.mjtIntegrator.mjINT_EULER,
    "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
    "discrete": mujoco.mjtIntegrator.mjINT_DISCRETE,
}
STAND_IN = 0.01
"""Mass of a welded stand-in, as a share of the link it stands for."""
NO_PITCH = 1e-9
"""[m/rad] that only rounding makes."""
SOFT, NEARLY_RIGID = (0.9, 0.95, 0.001, 0.5, 2), (0.9999, 0.9999, 0.001, 0.5, 2)
"""Impedance of equality constraints: MuJoCo's default, and one that hardly gives way."""
STABLE_ROUNDS, STABLE_STEPS = 12, 60
"""Three seconds at 240 Hz: the spring ladder blows up after one with two of the integrators."""
TIMED, TIMED_LINK_STEPS = 12, 400
"""Rounds, and links times steps in each, to find the fastest."""
WILD = 50.0
"""[rad/s] or [m/s] that nothing reaches after a gentle push unless the step is unstable."""


def mujoco_model(
    mechanism: Mechanism,
    gravity: tuple[float, float, float] = (0.0, 0.0, 0.0),
    timestep: float = 1 / 240,
    integrator: str = "discrete",
    solimp: tuple[float, ...] = SOFT,
) -> mujoco.MjModel:
    """Compile a mechanism, contacts off. Bodies and joints keep their names; a joint with several
    directions gets numbered ones.

    Args:
        mechanism: any, loops included.
        gravity: (3,) [m/s²]
        timestep: [s]
        integrator: one of ``INTEGRATORS``.
        solimp: impedance of what closes loops and leads screws; MuJoCo's own if left out, which
            steps fastest. ``NEARLY_RIGID`` takes longer.
    """
    spec = mechanism_spec(mechanism, gravity, timestep, integrator, solimp)
    spec.option.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    return spec.compile()


def mechanism_spec(
    mechanism: Mechanism,
    gravity: tuple[float, float, float],
    timestep: float,
    integrator: str = "discrete",
    solimp: tuple[float, ...] = SOFT,
) -> mujoco.MjSpec:
    """A mechanism to which more can be added; arguments as in :func:`mujoco_model`."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    spec.compiler.autolimits = False
    spec.option.gravity = gravity
    spec.option.timestep = timestep
    spec.option.integrator = INTEGRATORS[integrator]
    bodies = {mechanism.base: _add_body(spec.worldbody, mechanism, mechanism.base, np.eye(4))}
    if mechanism.free_base:
        bodies[mechanism.base].add_freejoint(name="base")
    tree = spanning_tree(mechanism)
    for edge in tree.edges:
        T_parent = mechanism.T_world[edge.parent]
        body = _add_body(bodies[edge.parent], mechanism, edge.child, T_parent)
        bodies[edge.child] = body
        joint = mechanism.joints[edge.joint]
        _add_joint(spec, body, joint, mechanism.T_world[edge.child], edge.reversed, solimp)
    for j in tree.closing:
        joint = mechanism.joints[j]
        parent, child = mechanism.parent_rows[j], mechanism.child_rows[j]
        T_parent = mechanism.T_world[parent]
        stand_in = f"{joint.child}:{joint.name}"
        body = _add_body(bodies[parent], mechanism, child, T_parent, stand_in, STAND_IN)
        _add_joint(spec, body, joint, mechanism.T_world[child], False, solimp)
        spec.add_equality(
            type=mujoco.mjtEq.mjEQ_WELD,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name1=stand_in,
            name2=joint.child,
            data=(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0),
            solref=(2 * timestep, 1.0),
            solimp=solimp,
        )
    return spec


def fastest_stable(mechanism: Mechanism, timestep: float) -> tuple[str, mujoco.MjModel]:
    """The integrator that steps this mechanism in the shortest time without blowing up.

    Raises:
        SimulationError: none of them is stable.
    """
    if mujoco.get_mju_user_warning() is None:  # else it writes a log into the working folder
        mujoco.set_mju_user_warning(_log.warning)
    stable = {}
    for name in INTEGRATORS:
        model = mujoco_model(mechanism, timestep=timestep, integrator=name)
        data = mujoco.MjData(model)
        pushed = model.body(mechanism.effectors[0]).id
        data.xfrc_applied[pushed, 0] = 9.81 * model.body_mass[pushed]  # its weight, sideways
        if _stays_calm(model, data):
            stable[name] = (model, data)
    if not stable:
        raise SimulationError(
            f"MuJoCo cannot step {mechanism.name!r} at {timestep:g} s with any of "
            f"{', '.join(INTEGRATORS)}; take a smaller step."
        )
    best = dict.fromkeys(stable, np.inf)
    for _ in range(TIMED):  # in turns, so that what else the machine does hits all alike
        for name, (model, data) in stable.items():
            began = perf_counter()
            mujoco.mj_step(model, data, 1 + TIMED_LINK_STEPS // mechanism.moving)
            best[name] = min(best[name], perf_counter() - began)
    chosen = min(best, key=lambda name: best[name])
    return chosen, stable[chosen][0]


def _stays_calm(model: mujoco.MjModel, data: mujoco.MjData) -> bool:
    for _ in range(STABLE_ROUNDS):
        mujoco.mj_step(model, data, STABLE_STEPS)
        blown = data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number
        if blown or not np.isfinite(data.qvel).all() or np.abs(data.qvel).max() >= WILD:
            return False
    return True


def _add_body(
    above: mujoco.MjsBody,
    mechanism: Mechanism,
    row: int,
    T_parent: np.ndarray,
    name: str | None = None,
    share: float = 1.0,
) -> mujoco.MjsBody:
    link = mechanism.links[row]
    pose = se3.to_pose7(se3.inverse(T_parent) @ link.T_world)
    body = above.add_body(name=name or link.name, pos=pose[:3], quat=pose[3:])
    body.explicitinertial = True
    body.mass = share * link.mass
    body.ipos = link.com
    i = share * link.inertia
    body.fullinertia = [i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]]
    return body


def _add_joint(
    spec: mujoco.MjSpec, body: mujoco.MjsBody, joint: Joint, T_body: np.ndarray, reverse: bool,
    solimp: tuple[float, ...],
) -> None:  # fmt: skip
    """All directions of a joint; against its arrow they come in the other order and sign."""
    screws = joint.screws @ se3.adjoint(se3.inverse(T_body) @ joint.T_world).T
    at = (se3.inverse(T_body) @ joint.T_world)[:3, 3]
    order = range(joint.dof)
    for k in reversed(order) if reverse else order:
        v, w = screws[k, :3], screws[k, 3:]
        label = joint.name if joint.dof == 1 else f"{joint.name}:{k}"
        sign = -1.0 if reverse else 1.0
        group = [i for i in order if joint.groups[i] == joint.groups[k]]
        if len(group) == 3 and w.any():
            if k == (group[-1] if reverse else group[0]):
                _spring(body, joint, k, label, mujoco.mjtJoint.mjJNT_BALL, at, np.array([0, 0, 1]))
        elif not w.any():
            _spring(body, joint, k, label, mujoco.mjtJoint.mjJNT_SLIDE, at, sign * v)
        else:
            # Any screw turns about the line through (ω × v)/ω², with the pitch ω·v/ω².
            point = np.cross(w, v) / (w @ w)
            _spring(body, joint, k, label, mujoco.mjtJoint.mjJNT_HINGE, point, sign * w)
            pitch = float(w @ v) / float(w @ w)
            if abs(pitch) > NO_PITCH:
                _lead(spec, body, label, sign * w, pitch, solimp)


def _spring(
    body: mujoco.MjsBody, joint: Joint, k: int, label: str, kind: int, at: np.ndarray,
    axis: np.ndarray,
) -> None:  # fmt: skip
    added = body.add_joint(name=label, type=kind, pos=at, axis=axis)
    added.stiffness[0] = joint.stiffness[k]
    added.damping[0] = joint.damping[k]


def _lead(
    spec: mujoco.MjSpec, body: mujoco.MjsBody, label: str, axis: np.ndarray, pitch: float,
    solimp: tuple[float, ...],
) -> None:  # fmt: skip
    """MuJoCo has no screws: a slide that follows the hinge."""
    body.add_joint(name=f"{label}/lead", type=mujoco.mjtJoint.mjJNT_SLIDE, axis=axis)
    spec.add_equality(
        type=mujoco.mjtEq.mjEQ_JOINT,
        objtype=mujoco.mjtObj.mjOBJ_JOINT,
        name1=f"{label}/lead",
        name2=label,
        data=[0.0, pitch, *[0.0] * 10],
        solref=(2 * spec.option.timestep, 1.0),
        solimp=solimp,
    )
