"""Put an object into a MuJoCo model: one body, its exact inertia, its convex parts as geoms."""

import mujoco
import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.hand.model import CONTACT_DIMENSIONS, CONTACT_SOLIMP, SOLMIX
from prehensile.world.objects.object import ConvexPart, Mount, Object

COLLISION_GROUP = 3
"""Geom group of collision shapes: MuJoCo's viewers hide it, our own drawings use the mesh."""

_GEOM_TYPES = {
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
    "ellipsoid": mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    "hull": mujoco.mjtGeom.mjGEOM_MESH,
}


_HARDEST = (0.9999, 0.9999, 0.001, 0.5, 2.0)  # MuJoCo's solimp; nearer to 1 it clamps


def add_object(
    spec: mujoco.MjSpec,
    obj: Object,
    name: str,
    pose7: ArrayLike | None = None,
    fixed: bool = False,
    own_friction: bool = False,
) -> mujoco.MjsBody:
    """Add ``obj`` to the world body of ``spec``.

    The body frame is the object frame. Names: body ``name``, joint ``<name>/free``, geoms
    ``<name>/part0`` and so on. The inertia is the object's own, whatever its parts' volumes.

    A mounted object has the joint of its mount instead: ``<name>/hinge``, or none if it is fixed
    there. Its base is another object, to be added fixed, with the same pose and its own name.

    Args:
        spec: the model being built; changed in place.
        obj: what to add.
        name: unique in the model.
        pose7: (7,) position [m] and quaternion wxyz of the object frame in the world.
        fixed: part of the world, without a joint.
        own_friction: whether its friction counts wherever it is touched, and not what touches it.

    Returns:
        The new body.

    Raises:
        InputError: the name is taken, or the pose is not a pose.
    """
    if not name or spec.body(name) is not None:
        raise InputError(f"the model cannot have a body named {name!r}: it is empty or taken.")
    pos, quat = _checked_pose(pose7, name)
    body = spec.worldbody.add_body(name=name, pos=pos, quat=quat)
    if not fixed:
        _add_joint(spec, body, obj.mount, name)
    inertia = obj.inertia
    body.explicitinertial = True
    body.mass = obj.mass
    body.ipos = obj.com
    # MuJoCo's order: the diagonal, then xy, xz, yz.
    body.fullinertia = [*inertia.diagonal(), inertia[0, 1], inertia[0, 2], inertia[1, 2]]
    for index, part in enumerate(obj.parts):
        _add_part(spec, body, obj, part, f"{name}/part{index}", fixed, own_friction)
    return body


def _add_joint(spec: mujoco.MjSpec, body: mujoco.MjsBody, mount: Mount | None, name: str) -> None:
    if mount is None:
        body.add_freejoint(name=f"{name}/free")
    elif mount.joint == "hinge":
        joint = body.add_joint(
            name=f"{name}/hinge",
            type=mujoco.mjtJoint.mjJNT_HINGE,
            pos=mount.point,
            axis=mount.axis,
            frictionloss=mount.friction_torque,
        )
        # Hard: with MuJoCo's usual 0.9 a light lid under nine tenths of its friction torque creeps
        # by several radians a second. The rest (half a degree) goes where noslip is on.
        joint.solimp_friction = _HARDEST
        joint.damping[0] = mount.damping  # a polynomial in the speed; this is its linear term
        joint.limited = mujoco.mjtLimited.mjLIMITED_FALSE
        if mount.limits is not None:
            joint.limited = mujoco.mjtLimited.mjLIMITED_TRUE
            unit = 180.0 / np.pi if spec.compiler.degree else 1.0
            joint.range = [angle * unit for angle in mount.limits]
            joint.solimp_limit = _HARDEST


ROLLING_DIMENSIONS = 6
"""Dimensions of the contacts of what rolls: without friction against it, it never comes to rest"""
ROLLS = ("sphere", "ellipsoid", "capsule")
"""Kinds of a single part that do; for the many contacts of others two more rows cost several times
as long"""


def _add_part(
    spec: mujoco.MjSpec,
    body: mujoco.MjsBody,
    obj: Object,
    part: ConvexPart,
    name: str,
    fixed: bool,
    own_friction: bool,
) -> None:
    rolls = not fixed and len(obj.parts) == 1 and part.kind in ROLLS
    geom = body.add_geom(
        name=name,
        type=_GEOM_TYPES[part.kind],
        pos=part.pos,
        quat=part.quat,
        friction=obj.friction,
        condim=ROLLING_DIMENSIONS if rolls else CONTACT_DIMENSIONS,
        # What can be held brings its own friction to every contact, and not the larger of the two.
        # Priority brings hardness along, too: it is given the skin's softness.
        priority=2 if own_friction else 0 if fixed else 1,
        solimp=CONTACT_SOLIMP,
        solmix=SOLMIX,
        group=COLLISION_GROUP,
        rgba=[*obj.color, 1.0],
    )
    if part.kind == "hull":
        spec.add_mesh(
            name=name,
            uservert=part.vertices.ravel(),
            # Without faces MuJoCo takes the hull, and this mode accepts any thickness.
            inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX,
        )
        geom.meshname = name
    else:
        geom.size = part.size


def _checked_pose(pose7: ArrayLike | None, name: str) -> tuple[np.ndarray, np.ndarray]:
    if pose7 is None:
        return np.zeros(3), np.array([1.0, 0.0, 0.0, 0.0])
    pose = np.asarray(pose7, dtype=float)
    if pose.shape != (7,) or not np.all(np.isfinite(pose)):
        raise InputError(f"pose of {name!r} must be 7 finite numbers, xyz and wxyz, not {pose7}.")
    norm = float(np.linalg.norm(pose[3:]))
    if abs(norm - 1.0) > 1e-3:
        raise InputError(f"quaternion of {name!r} must have length 1 (wxyz), not {norm:.4g}.")
    return pose[:3], pose[3:] / norm
