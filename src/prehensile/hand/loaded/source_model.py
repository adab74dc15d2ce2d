"""Somebody else's hand as MuJoCo reads it: bodies, hinges, shapes and meshes, as plain arrays.

MJCF and URDF both go through MuJoCo's own reader. What a hand does not need is not read:
actuators, tendons, sensors, keyframes, contact settings, dry friction and armature of joints.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

import mujoco
import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.model_compile import compiled_model
from prehensile.files.model_file import read_model_file
from prehensile.files.opened import one_line, said_of
from prehensile.hand.loaded.source_shapes import SourceMesh, body_shapes, rotation_of
from prehensile.hand.segments import Solid

HINGE = int(mujoco.mjtJoint.mjJNT_HINGE)
SAME_POINT = 1e-6
"""[m] Points nearer than this are one."""
SPLIT_SHARE = 0.1
"""Share of a body's mass that moves to the link put between two of its hinges that do not meet."""
_TRANSLATED = (
    (
        "mass and inertia of moving bodies",
        "has no mass or inertia, or a negative one; give it an <inertial> or geoms with mass",
    ),
    ("inertia must satisfy", "has an impossible inertia: two of its principal moments must add up "
     "to at least the third"),
    ("fullinertia", "has an inertia that is not positive"),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class SourceJoint:
    """One hinge of the source, or another joint that is not used (``usable`` false)."""

    name: str
    axis: np.ndarray
    """(3,) unit, body frame"""
    anchor: np.ndarray
    """(3,) [m], body frame"""
    limits: tuple[float, float] | None
    """[rad]"""
    reference: float
    """[rad] the angle in which the model is drawn"""
    stiffness: float
    damping: float
    rest: float
    """[rad] of its spring"""
    usable: bool


@dataclass(frozen=True, eq=False)
class SourceBody:
    """One body of the source."""

    name: str
    parent: int
    """row in the list of bodies; −1 for the world"""
    T_parent: np.ndarray
    """(4, 4) with every joint at its reference"""
    mass: float
    com: np.ndarray
    inertia: np.ndarray
    """(3, 3) about the centre of mass, body axes"""
    joints: tuple[SourceJoint, ...]
    solids: tuple[Solid, ...]
    meshes: tuple[SourceMesh, ...]


@dataclass(frozen=True)
class Coupling:
    """One hinge that follows another: angle = offset + ratio · (the leader's angle). [rad]"""

    follower: str
    leader: str
    ratio: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, eq=False)
class SourceModel:
    """A file's bodies, parents first."""

    path: Path
    bodies: tuple[SourceBody, ...]
    couplings: tuple[Coupling, ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()
    joints: dict[str, tuple[int, SourceJoint]] = field(default_factory=dict)
    """name → row of its body, and itself; hinges only"""

    def below(self, name: str) -> "SourceModel":
        """The body of this name and all that hangs on it, as a model of its own.

        Raises:
            UnknownNameError: there is no such body that holds a hinge; the message lists those
                that hold several chains, as hands do.
        """
        rows = self._rows_below(name)
        if not any(row in rows for row, _ in self.joints.values()):
            raise UnknownNameError(f"hand of {self.path.name}:", name, self.hand_bodies())
        at = {row: k for k, row in enumerate(rows)}
        bodies = tuple(
            replace(self.bodies[row], parent=at.get(self.bodies[row].parent, -1)) for row in rows
        )
        joints = {n: (at[row], joint) for n, (row, joint) in self.joints.items() if row in at}
        return replace(self, bodies=bodies, joints=joints)

    def hand_bodies(self) -> tuple[str, ...]:
        """Bodies on which two chains of hinges or more branch off: what may be a hand's palm."""
        branches: dict[int, set[int]] = {}
        for row, _ in self.joints.values():
            child = row
            while (parent := self.bodies[child].parent) >= 0:
                branches.setdefault(parent, set()).add(child)
                child = parent
        return tuple(self.bodies[row].name for row, of in sorted(branches.items()) if len(of) > 1)

    def _rows_below(self, name: str) -> list[int]:
        """Rows of a body and of all that hang on it; none where there is no such body."""
        rows: list[int] = []
        for row, body in enumerate(self.bodies):
            if body.parent in rows or (not rows and body.name == name):
                rows.append(row)
        return rows


def read_source_model(path: str | Path, assets: str | Path | None = None) -> SourceModel:
    """Read an MJCF or URDF file.

    Args:
        path: of the file.
        assets: one more folder in which what it refers to may lie.

    Raises:
        FileError: missing, not MJCF or URDF, or a mesh that it names is missing or lies elsewhere.
        InputError: a body without mass, an impossible inertia, no hinge at all.
    """
    path = Path(path)
    model = _compile(path, assets)
    bodies: list[SourceBody] = []
    row_of: dict[int, int] = {0: -1}
    for b in range(1, model.nbody):
        parent = row_of[int(model.body_parentid[b])]
        bodies += _body(model, b, parent, len(bodies))
        row_of[b] = len(bodies) - 1
    joints = {j.name: (k, j) for k, body in enumerate(bodies) for j in body.joints if j.usable}
    if not joints:
        raise InputError(f"{path} has no hinge joint: a hand with no fingers cannot be used.")
    return SourceModel(path, tuple(bodies), _couplings(model), _excluded(model), joints)


def _compile(path: Path, assets: str | Path | None) -> mujoco.MjModel:
    file = read_model_file(path, assets)
    try:
        with said_of(path):
            return compiled_model(file, drawn=True)
    except ValueError as error:
        raise _explained(path, str(error)) from error


def _explained(path: Path, text: str) -> InputError:
    _, quoted, rest = text.partition("Element name '")
    element = rest.partition("'")[0] if quoted else ""
    for sign, meaning in _TRANSLATED:
        if sign in text:
            return InputError(f"{path}: the body {element!r} {meaning}.")
    return InputError(f"MuJoCo cannot use {path}: {one_line(text)}.")


def _body(model: mujoco.MjModel, b: int, parent: int, row: int) -> list[SourceBody]:
    """One body, or several in a chain if its hinges do not meet in one point."""
    name = model.body(b).name or f"body{b}"
    mass = float(model.body_mass[b])
    R = rotation_of(model.body_iquat[b])
    inertia = R @ np.diag(model.body_inertia[b]) @ R.T
    com = model.body_ipos[b].copy()
    first = int(model.body_jntadr[b])
    joints = [_joint(model, j) for j in range(first, first + int(model.body_jntnum[b]))]
    runs: list[list[SourceJoint]] = [[]]
    for joint in joints:
        if runs[-1] and np.linalg.norm(joint.anchor - runs[-1][-1].anchor) > SAME_POINT:
            runs.append([])
        runs[-1].append(joint)
    solids, meshes = body_shapes(model, b)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = rotation_of(model.body_quat[b]), model.body_pos[b]
    share = SPLIT_SHARE if len(runs) > 1 else 0.0
    chain = []
    for k, run in enumerate(runs):
        last = k == len(runs) - 1
        part = 1 - share * (len(runs) - 1) if last else share
        chain.append(
            SourceBody(
                name=name if last else f"{name}:{run[-1].name}",
                parent=parent if k == 0 else row + k - 1,
                T_parent=T if k == 0 else np.eye(4),
                mass=part * mass,
                com=com,
                inertia=part * inertia,
                joints=tuple(run),
                solids=solids if last else (),
                meshes=meshes if last else (),
            )
        )
    return chain


def _joint(model: mujoco.MjModel, j: int) -> SourceJoint:
    usable = int(model.jnt_type[j]) == HINGE
    address, dof = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
    low, high = model.jnt_range[j]
    return SourceJoint(
        name=model.joint(j).name or f"joint{j}",
        axis=model.jnt_axis[j].copy(),
        anchor=model.jnt_pos[j].copy(),
        limits=(float(low), float(high)) if model.jnt_limited[j] else None,
        reference=float(model.qpos0[address]) if usable else 0.0,
        stiffness=float(np.ravel(model.jnt_stiffness[j])[0]),
        damping=float(np.ravel(model.dof_damping[dof])[0]),
        rest=float(model.qpos_spring[address]),
        usable=usable,
    )


def _couplings(model: mujoco.MjModel) -> tuple[Coupling, ...]:
    """Joint equalities that are active and linear."""
    found = []
    for e in range(model.neq):
        if int(model.eq_type[e]) != int(mujoco.mjtEq.mjEQ_JOINT) or int(model.eq_obj2id[e]) < 0:
            continue
        follower, leader = (int(i[e]) for i in (model.eq_obj1id, model.eq_obj2id))
        at, of = (float(model.qpos0[model.jnt_qposadr[j]]) for j in (follower, leader))
        c = model.eq_data[e, :5]
        if model.eq_active0[e] and not c[2:].any():
            names = model.joint(follower).name, model.joint(leader).name
            found.append(Coupling(*names, float(c[1]), float(at + c[0] - c[1] * of)))
    return tuple(found)


def _excluded(model: mujoco.MjModel) -> tuple[tuple[str, str], ...]:
    pairs = [(int(s) >> 16, int(s) & 0xFFFF) for s in model.exclude_signature]
    return tuple((model.body(a).name, model.body(b).name) for a, b in pairs)
