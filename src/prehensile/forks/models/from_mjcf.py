"""Any MJCF or URDF model with springs at its joints, as a mechanism.

Stiffness and damping are those of the joints, and the gains of position actuators on them. The pose
is the one in which the springs rest. Bodies without a joint are rigid parts of their parents.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.files.model_compile import compiled_model
from prehensile.files.model_file import read_model_file
from prehensile.files.opened import parsing
from prehensile.forks.mechanism.joint import Joint, closing
from prehensile.forks.mechanism.link import Link
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.urdf_graph import check_urdf
from prehensile.hand.segments import Solid
from prehensile.lie import se3, so3

WORLD = "world"
WORLD_MASS = 1.0
"""[kg] of the base when it is the world, which never moves."""
LEAST_ROOM = 1e-6
SETTLING = 0.02
"""[s] damping over stiffness of a joint whose spring is not the file's"""
_FREE, _BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)
_HINGE = int(mujoco.mjtJoint.mjJNT_HINGE)
_CONNECT, _WELD = int(mujoco.mjtEq.mjEQ_CONNECT), int(mujoco.mjtEq.mjEQ_WELD)
_BODY = int(mujoco.mjtObj.mjOBJ_BODY)
_TURNS = np.hstack([np.zeros((3, 3)), np.eye(3)])
OPEN = 1e-5
"""[m] that a loop may be open where the springs rest."""
_SOLIDS = {
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): "cylinder",
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
}


def from_mjcf(
    path: str | Path,
    effectors: Sequence[str] | None = None,
    stiffness: float = 0.0,
    assets: str | Path | None = None,
) -> Mechanism:
    """Read a model file.

    Args:
        path: MJCF or URDF.
        effectors: names of bodies; those at the ends of its branches if left out.
        stiffness: [Nm/rad] or [N/m] of joints for which the file has none (URDF knows no
            springs), with 0.02 s of it as damping; 0 refuses them.
        assets: one more folder in which meshes and included files may lie.

    Raises:
        FileError: missing, or not MJCF or URDF.
        InputError: no joints, joints without stiffness, couplings between joints; a URDF whose
            links are no tree.
        UnknownNameError: an end effector that does not exist.
    """
    path = Path(path)
    check_urdf(path)
    file = read_model_file(path, assets)
    with parsing(path, "model"):
        model = compiled_model(file)
    return from_model(model, path.stem, effectors, stiffness)


def from_model(
    model: mujoco.MjModel,
    name: str,
    effectors: Sequence[str] | None = None,
    stiffness: float = 0.0,
) -> Mechanism:
    """A compiled MuJoCo model as a mechanism; arguments as in :func:`from_mjcf`."""
    if model.njnt == 0:
        raise InputError(f"{name} has no joints; a mechanism needs one at least.")
    data = mujoco.MjData(model)
    data.qpos[:] = model.qpos_spring
    mujoco.mj_kinematics(model, data)
    free = _free_root(model, name)
    parts = _rigid_parts(model, free)
    k, d = _gains(model)
    if stiffness > 0:
        k, d = np.where(k == 0, stiffness, k), np.where(k == 0, SETTLING * stiffness, d)
    owner = {b: part.body for part in parts.values() for b in part.bodies}
    links = [part.link(model, data) for part in parts.values()]
    joints = [
        _joint(model, data, part, parts[owner[int(model.body_parentid[part.body])]].name(model),
               k, d)
        for part in parts.values() if part.body not in (0, free)
    ]  # fmt: skip
    joints += _closings(model, data, name, {b: parts[own].name(model) for b, own in owner.items()})
    base = parts[0 if free is None else free].name(model)
    if effectors is None:
        tree = [joint for joint in joints if not joint.closing]
        parents = {joint.parent for joint in tree}
        effectors = [joint.child for joint in tree if joint.child not in parents]
    return Mechanism(name, links, joints, base, effectors, free_base=free is not None)


@dataclass
class _Part:
    """A body with a joint and the bodies rigidly fixed to it."""

    body: int
    bodies: list[int] = field(default_factory=list)

    def name(self, model: mujoco.MjModel) -> str:
        return (model.body(self.body).name or f"body{self.body}") if self.body else WORLD

    def link(self, model: mujoco.MjModel, data: mujoco.MjData) -> Link:
        T = _pose(data.xpos[self.body], data.xquat[self.body])
        mass, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
        shapes: list[Solid] = []
        for b in self.bodies:
            T_b = se3.inverse(T) @ _pose(data.xpos[b], data.xquat[b])
            T_i = T_b @ _pose(model.body_ipos[b], model.body_iquat[b])
            m, c, R = float(model.body_mass[b]), T_i[:3, 3], T_i[:3, :3]
            mass += m
            first += m * c
            second += R @ np.diag(model.body_inertia[b]) @ R.T - m * so3.hat(c) @ so3.hat(c)
            shapes += _shapes(model, b, T_b)
        if self.body == 0 or mass == 0:
            return Link(self.name(model), T, WORLD_MASS if self.body == 0 else 0.0, np.eye(3),
                        shapes=tuple(shapes))  # fmt: skip
        com = first / mass
        inertia = second + mass * so3.hat(com) @ so3.hat(com)
        return Link(self.name(model), T, mass, inertia, com, tuple(shapes))


def _free_root(model: mujoco.MjModel, name: str) -> int | None:
    """The body of the free joint, if the model has one."""
    free = [int(model.jnt_bodyid[j]) for j in range(model.njnt) if model.jnt_type[j] == _FREE]
    if not free:
        return None
    hung = {int(model.body_rootid[model.jnt_bodyid[j]]) for j in range(model.njnt)}
    if len(free) > 1 or hung != set(free):
        raise InputError(
            f"{name} has {len(hung)} parts that move apart; a mechanism hangs together: on the "
            "world, or on one body with a free joint."
        )
    return free[0]


def _rigid_parts(model: mujoco.MjModel, free: int | None) -> dict[int, _Part]:
    """Row of the body that moves → it and all that is fixed to it."""
    owner: dict[int, int] = {}
    parts: dict[int, _Part] = {}
    for b in range(model.nbody):
        own = b if b == 0 or model.body_jntnum[b] else owner[int(model.body_parentid[b])]
        owner[b] = own
        parts.setdefault(own, _Part(own)).bodies.append(b)
    if free is not None:
        del parts[0]
    return parts


def _gains(model: mujoco.MjModel) -> tuple[np.ndarray, np.ndarray]:
    """(njnt,) stiffness and damping, those of position actuators included."""
    stiffness = np.array([float(np.ravel(model.jnt_stiffness[j])[0]) for j in range(model.njnt)])
    damping = np.array(
        [float(np.ravel(model.dof_damping[model.jnt_dofadr[j]])[0]) for j in range(model.njnt)]
    )
    for a in range(model.nu):
        on_joint = int(model.actuator_trntype[a]) == int(mujoco.mjtTrn.mjTRN_JOINT)
        affine = int(model.actuator_biastype[a]) == int(mujoco.mjtBias.mjBIAS_AFFINE)
        if on_joint and affine:
            j, gear = int(model.actuator_trnid[a, 0]), float(model.actuator_gear[a, 0])
            stiffness[j] += max(-float(model.actuator_biasprm[a, 1]), 0.0) * gear**2
            damping[j] += max(-float(model.actuator_biasprm[a, 2]), 0.0) * gear**2
    return stiffness, damping


def _joint(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    part: _Part,
    parent: str,
    stiffness: np.ndarray,
    damping: np.ndarray,
) -> Joint:
    """All joints of a body in one: its frame is at the first one's anchor."""
    first = int(model.body_jntadr[part.body])
    rows = range(first, first + int(model.body_jntnum[part.body]))
    T = _pose(data.xanchor[first], data.xquat[part.body])
    screws, groups, k, d, limits = [], [], [], [], []
    for g, j in enumerate(rows):
        at = T[:3, :3].T @ (data.xanchor[j] - T[:3, 3])
        axes = np.eye(3) if model.jnt_type[j] == _BALL else [T[:3, :3].T @ data.xaxis[j]]
        for axis in axes:
            turns = model.jnt_type[j] in (_BALL, _HINGE)
            screws.append(np.r_[np.cross(at, axis), axis] if turns else np.r_[axis, 0.0, 0, 0])
            groups.append(g)
            k.append(stiffness[j])
            d.append(damping[j])
            limits.append(_limits(model, j))
    names = [model.joint(j).name or f"joint{j}" for j in rows]
    lower, upper = np.array(limits).T
    return Joint(
        "+".join(names), "serial", parent, part.name(model), T, np.array(screws), tuple(groups),
        np.array(k), np.array(d), lower, upper,
    )  # fmt: skip


def _closings(
    model: mujoco.MjModel, data: mujoco.MjData, name: str, link_of: dict[int, str]
) -> list[Joint]:
    """Loops closed by ``connect`` (a ball) and ``weld`` (nothing left free) between bodies."""
    found = []
    for e in range(model.neq):
        turns = {_CONNECT: _TURNS, _WELD: None}
        kind = int(model.eq_type[e])
        if kind not in turns or int(model.eq_objtype[e]) != _BODY or not model.eq_active0[e]:
            raise InputError(
                f"{name}: equality constraint {model.equality(e).name or e!r} is not an active "
                "connect or weld between bodies, the only ones that are read."
            )
        one, two = int(model.eq_obj1id[e]), int(model.eq_obj2id[e])
        # A weld keeps its anchor in the second body's frame first.
        near, far = (one, two) if kind == _CONNECT else (two, one)
        T = _pose(data.xpos[near], data.xquat[near])
        at = se3.apply(T, model.eq_data[e, :3])
        if kind == _CONNECT:
            other = se3.apply(_pose(data.xpos[far], data.xquat[far]), model.eq_data[e, 3:6])
            if np.linalg.norm(other - at) > OPEN:
                raise InputError(
                    f"{name}: the loop at {model.equality(e).name or e!r} is open by "
                    f"{np.linalg.norm(other - at):.2g} m where the springs rest; let them rest "
                    "where it closes."
                )
        ends = sorted((one, two))  # parents come first, so no arrow turns back
        label = model.equality(e).name or f"equality{e}"
        found.append(closing(label, link_of[ends[0]], link_of[ends[1]], at, turns[kind]))
    return found


def _limits(model: mujoco.MjModel, j: int) -> tuple[float, float]:
    """From where the spring rests, which may lie at a limit or past it."""
    if not model.jnt_limited[j] or model.jnt_type[j] == _BALL:
        return -np.inf, np.inf
    low, high = model.jnt_range[j] - model.qpos_spring[model.jnt_qposadr[j]]
    return min(float(low), -LEAST_ROOM), max(float(high), LEAST_ROOM)


def _shapes(model: mujoco.MjModel, b: int, T: np.ndarray) -> list[Solid]:
    found = []
    first = int(model.body_geomadr[b])
    for g in range(first, first + int(model.body_geomnum[b])):
        kind = _SOLIDS.get(int(model.geom_type[g]))
        if kind is not None:
            pose = se3.to_pose7(T @ _pose(model.geom_pos[g], model.geom_quat[g]))
            size = model.geom_size[g].copy()
            found.append(Solid(kind, pose[:3], pose[3:], size, np.zeros((0, 3))))
    return found


def _pose(pos: np.ndarray, quat: np.ndarray) -> np.ndarray:
    return se3.from_pose7(np.concatenate([pos, quat]))
