"""What stands in a world at the start: hands, objects, a floor. Becomes one MuJoCo model."""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.model import Wrist, build_hand_model
from prehensile.world.object import Object
from prehensile.world.object_body import add_object
from prehensile.world.presets import CONTACT_SOLREF

FLOOR = "floor"
AS_PLACED = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)
"""Weld data whose zero quaternion means: keep the relative pose of the start."""
IDENTITY_POSE = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class HandInScene:
    """A hand, its name, how its arm is moved, and where it starts."""

    hand: Hand
    name: str = ""
    """Unique in the scene; the side if left empty."""
    wrist: Wrist = "driven"
    forearm: Sequence[float] | np.ndarray = (0.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.0)
    """(7,) xyz + wxyz, world"""
    q: np.ndarray | None = None
    """(23,) [rad] at the start; the relaxed hand if left out"""


@dataclass(frozen=True)
class ObjectInScene:
    """An object, its name and where it starts."""

    object: Object
    name: str = ""
    """Unique in the scene; the object's own if left empty."""
    pose: Sequence[float] | np.ndarray = IDENTITY_POSE
    """(7,) xyz + wxyz, world"""
    fixed: bool = False
    """Part of the world: it cannot move."""
    presented_by: str = ""
    """Name of a fixed object that holds this one in place until `World.release`."""


def name_hands(hands: Hand | HandInScene | Sequence[Hand | HandInScene]) -> tuple[HandInScene, ...]:
    """Every accepted way of saying which hands, as named hands."""
    many = [hands] if isinstance(hands, Hand | HandInScene) else list(hands)
    placed = [h if isinstance(h, HandInScene) else HandInScene(h) for h in many]
    named = tuple(
        h if h.name else HandInScene(h.hand, h.hand.side, h.wrist, h.forearm, h.q) for h in placed
    )
    _refuse_twins("hand", [h.name for h in named])
    return named


def name_objects(objects: Sequence[Object | ObjectInScene]) -> tuple[ObjectInScene, ...]:
    """Every accepted way of saying which objects, as named objects."""
    placed = [o if isinstance(o, ObjectInScene) else ObjectInScene(o) for o in objects]
    named = tuple(
        o if o.name else ObjectInScene(o.object, o.object.name, o.pose, o.fixed, o.presented_by)
        for o in placed
    )
    _refuse_twins("object", [o.name for o in named])
    return named


def build_scene(
    hands: Sequence[HandInScene], objects: Sequence[ObjectInScene], floor: bool
) -> mujoco.MjSpec:
    """One spec of everything; hands under ``<name>/``, objects under their name."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    # Reset and go on is what MuJoCo does after a bad number; we stop and say so instead.
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    if floor:
        spec.worldbody.add_geom(
            name=FLOOR, type=mujoco.mjtGeom.mjGEOM_PLANE, size=[2, 2, 0.1], condim=4
        )
    for h in hands:
        pose = checked_pose(h.forearm, f"forearm of {h.name!r}")
        frame = spec.worldbody.add_frame(pos=pose[:3], quat=pose[3:])
        spec.attach(build_hand_model(h.hand, h.wrist), prefix=f"{h.name}/", frame=frame)
    for o in objects:
        add_object(spec, o.object, o.name, checked_pose(o.pose, f"object {o.name!r}"), o.fixed)
    for o in objects:
        if o.presented_by:
            if o.presented_by not in [x.name for x in objects]:
                raise UnknownNameError("object", o.presented_by, [x.name for x in objects])
            spec.add_equality(
                name=presentation_name(o.name),
                type=mujoco.mjtEq.mjEQ_WELD,
                objtype=mujoco.mjtObj.mjOBJ_BODY,
                name1=o.name,
                name2=o.presented_by,
                data=AS_PLACED,
                solimp=(0.99, 0.999, 0.001, 0.5, 2),
            )
    for geom in spec.geoms:
        geom.solref = CONTACT_SOLREF
    return spec


def presentation_name(object_name: str) -> str:
    """Name of the equality that keeps a presented object in place."""
    return f"{object_name}/presented"


def checked_pose(pose: Sequence[float] | np.ndarray, what: str) -> np.ndarray:
    """``pose`` (7,) as float64 with a unit quaternion; a clear error if it is not one."""
    pose = np.asarray(pose, dtype=float)
    if pose.shape != (7,):
        raise InputError(f"pose of {what} has shape {pose.shape}; expected (7,): xyz + wxyz.")
    norm = np.linalg.norm(pose[3:])
    if not np.isfinite(pose).all() or norm < 1e-6:
        raise InputError(f"pose of {what} is not finite or has a zero quaternion: {pose.tolist()}.")
    return np.concatenate([pose[:3], pose[3:] / norm])


def _refuse_twins(kind: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two {kind}s are named {name!r}; give each a name of its own.")
        if "/" in name or not name or name == FLOOR:
            raise InputError(
                f"{name!r} cannot be the name of a {kind}: no '/', not empty or 'floor'."
            )
