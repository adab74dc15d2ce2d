"""What stands in a world at the start: hands, objects, a floor. Becomes one MuJoCo model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import mujoco
import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.model import Wrist, build_hand_model
from prehensile.world.objects.body import add_object
from prehensile.world.objects.object import Object
from prehensile.world.solver_presets import CONTACT_SOLREF
from prehensile.world.solver_presets import preset as find_preset

FLOOR = "floor"
AS_PLACED = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)
"""Weld data whose zero quaternion means: keep the relative pose of the start."""
IDENTITY_POSE = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
DEFAULT_TIMESTEP = 1 / 120
"""[s]"""
LONGEST_TIMESTEP = 1 / 30
"""[s]"""


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
    mounted_on: str = ""
    """Name of the base of an object with a `Mount`; filled in when the base is added."""
    own_friction: bool = False
    """Its friction counts wherever it is touched; else that of what can be held."""

    @property
    def moves(self) -> Literal["freely", "hinge", "never"]:
        """How the object can move: freely, about its hinge, or never."""
        mount = self.object.mount
        if self.fixed or (mount is not None and mount.joint == "fixed"):
            return "never"
        return "freely" if mount is None else "hinge"


@dataclass(frozen=True)
class Scene:
    """Everything that decides a compiled model: same scene, same model, bit for bit."""

    hands: tuple[HandInScene, ...]
    objects: tuple[ObjectInScene, ...]
    preset: str = "hold"
    timestep: float = DEFAULT_TIMESTEP
    """[s]"""
    floor: bool = True
    """a plane at z = 0"""

    def __post_init__(self) -> None:
        if not 0 < self.timestep <= LONGEST_TIMESTEP:
            raise InputError(
                f"timestep is {self.timestep!r} s; expected more than 0 and at most 1/30 s."
            )

    def placed_object(self, name: str) -> ObjectInScene:
        """One of its objects by name."""
        for o in self.objects:
            if o.name == name:
                return o
        raise UnknownNameError("object", name, [o.name for o in self.objects])

    def spec(self) -> mujoco.MjSpec:
        """The model before it is compiled, for those who add to it."""
        spec = build_scene(self.hands, self.objects, self.floor)
        find_preset(self.preset).apply(spec.option)
        spec.option.timestep = self.timestep
        return spec

    def compile(self) -> mujoco.MjModel:
        """MuJoCo's model of the scene."""
        return self.spec().compile()


def name_hands(hands: Hand | HandInScene | Sequence[Hand | HandInScene]) -> tuple[HandInScene, ...]:
    """Every accepted way of saying which hands, as named hands."""
    many = [hands] if isinstance(hands, Hand | HandInScene | str) else list(hands)
    placed = [h if isinstance(h, HandInScene) else HandInScene(h) for h in many]
    for h in placed:
        if not isinstance(h.hand, Hand):
            raise InputError(
                f"{h.hand!r} is not a Hand; HandSpec.mean('right').build() or load_hand(file) "
                "makes one."
            )
    named = tuple(h if h.name else replace(h, name=h.hand.side) for h in placed)
    _refuse_twins("hand", [h.name for h in named])
    return named


def name_objects(
    objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
) -> tuple[ObjectInScene, ...]:
    """Every accepted way of saying which objects, as named objects; bases of mounts are added."""
    many = [objects] if isinstance(objects, Object | ObjectInScene | str) else list(objects)
    placed = [o if isinstance(o, ObjectInScene) else ObjectInScene(o) for o in many]
    for o in placed:
        if not isinstance(o.object, Object):
            raise InputError(f"{o.object!r} is not an Object; load_object('mug') makes one.")
    named = [o if o.name else replace(o, name=o.object.name) for o in placed]
    named = tuple(piece for o in named for piece in _with_base(o))
    _refuse_twins("object", [o.name for o in named])
    _check_presenters(named)
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
        pose = checked_pose(o.pose, f"object {o.name!r}")
        add_object(spec, o.object, o.name, pose, o.fixed, o.own_friction)
    for o in objects:
        if o.presented_by:
            spec.add_equality(
                name=presentation_name(o.name),
                type=mujoco.mjtEq.mjEQ_WELD,
                objtype=mujoco.mjtObj.mjOBJ_BODY,
                name1=o.name,
                name2=o.presented_by,
                data=AS_PLACED,
                solimp=(0.99, 0.999, 0.001, 0.5, 2),
            )
        if o.mounted_on:
            spec.add_exclude(bodyname1=o.name, bodyname2=o.mounted_on)
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


def _with_base(o: ObjectInScene) -> tuple[ObjectInScene, ...]:
    """The object and, before it, what it is mounted on."""
    base = None if o.object.mount is None else o.object.mount.base
    if base is None or o.mounted_on:
        return (o,)
    name = base.name if o.name == o.object.name else f"{o.name}_{base.name}"
    return ObjectInScene(base, name, o.pose, fixed=True), replace(o, mounted_on=name)


def _check_presenters(objects: Sequence[ObjectInScene]) -> None:
    by_name = {o.name: o for o in objects}
    for o in objects:
        if o.mounted_on and o.mounted_on not in by_name:
            raise UnknownNameError("object", o.mounted_on, by_name)
        if not o.presented_by:
            continue
        if o.presented_by not in by_name:
            raise UnknownNameError("object", o.presented_by, by_name)
        if o.moves != "freely" or by_name[o.presented_by].moves != "never":
            raise InputError(
                f"{o.presented_by!r} cannot present {o.name!r}: the presenter must be fixed and "
                "what it presents free."
            )


def _refuse_twins(kind: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two {kind}s are named {name!r}; give each a name of its own.")
        if "/" in name or not name or name == FLOOR:
            raise InputError(
                f"{name!r} cannot be the name of a {kind}: no '/', not empty or 'floor'."
            )
