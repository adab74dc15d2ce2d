"""The MuJoCo model of a hand, built part by part through `MjSpec`.

Body and joint names carry no prefix here; the scene attaches the hand under ``<name>/``.
Joint springs and dampers hold the passive tissue; ``world`` adds a Command's gains to them.
"""

from typing import Any, Literal

import mujoco
import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, Box, Capsule, Segment, Solid

Wrist = Literal["fixed", "driven", "free"]
WRISTS = ("fixed", "driven", "free")

FRICTION = (0.8, 0.003, 1e-4)
"""Sliding, torsional [m] and rolling [m]. 0.8 is dry skin; 0.003 m is 2/3 μ a for a fingerpad
patch of radius a = 5.6 mm."""
CONTACT_DIMENSIONS = 4
"""Sliding and torsion: a two-finger lift would spin about its contacts without torsion."""
CONTACT_SOLIMP = (0.05, 0.99, 0.0012, 0.5, 2)
"""Skin is soft for its first millimetre: a contact's impedance grows from 0.05 to 0.99 with depth.
With MuJoCo's default (0.9 at once) a light phalanx is pushed clear of what it presses on, loses the
contact for one step, and its spring drives it 15 mm deep in the next: at 1/60 and at 1/120 s."""
SOLMIX = 1000.0
"""In contacts with other things the hand's softness counts, not theirs."""
LIMIT_SOLREF = (0.01, 1.0)
"""Joint stops: stiff enough that pressing on one moves it by less than a degree."""
DRIVEN_TIME_CONSTANT = 0.01
"""[s] of the weld between a driven forearm and its target."""

COINCIDENT = (0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0)
"""Weld data: anchor, relative position and quaternion, torque scale. MjSpec's own default is meant
for joint equalities and would put the anchor a metre away."""
HAND_GROUP = 2
"""Geom group, for MuJoCo's viewers."""


def build_hand_model(hand: Hand, wrist: Wrist = "driven") -> mujoco.MjSpec:
    """A spec with one hand whose root body ``forearm`` stands at the origin.

    Joints hold the passive tissue only. Stiff springs on such light bodies are stable with
    ``integrator="discrete"`` alone, which whoever compiles the spec has to choose.

    Args:
        hand: what to build.
        wrist: ``fixed`` (forearm rigid in the world), ``free`` (a free joint and nothing else) or
            ``driven`` (a free joint welded to the mocap body ``target``; the world moves the
            target ahead of the wanted pose, because a mocap body has no velocity of its own).

    Raises:
        UnknownNameError: no such wrist mode.
    """
    if wrist not in WRISTS:
        raise UnknownNameError("wrist mode", str(wrist), WRISTS)
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    bodies: dict[str, mujoco.MjsBody] = {}
    for segment in hand.segments.values():
        parent = spec.worldbody if segment.parent is None else bodies[segment.parent]
        bodies[segment.name] = _add_segment(spec, parent, segment, hand)
    if wrist != "fixed":
        bodies[FOREARM].add_freejoint(name="forearm")
    if wrist == "driven":
        spec.worldbody.add_body(name="target", mocap=True)
        spec.add_equality(
            name="drive",
            type=mujoco.mjtEq.mjEQ_WELD,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name1=FOREARM,
            name2="target",
            data=COINCIDENT,
            solref=(DRIVEN_TIME_CONSTANT, 1.0),
            # Nearly rigid: a held kilogram moves the wrist by micrometres.
            solimp=(0.999, 0.9999, 0.001, 0.5, 2),
        )
    # MuJoCo itself leaves out parent and child.
    for first, second in hand.excluded_pairs:
        spec.add_exclude(bodyname1=first, bodyname2=second)
    _couple(spec, hand)
    return spec


def _add_segment(
    spec: mujoco.MjSpec, parent: mujoco.MjsBody, segment: Segment, hand: Hand
) -> mujoco.MjsBody:
    T = segment.T_parent_rest
    quat = np.zeros(4)
    mujoco.mju_mat2Quat(quat, T[:3, :3].flatten())
    body = parent.add_body(name=segment.name, pos=T[:3, 3], quat=quat)
    if segment.mass > 0:  # the forearm of a loaded hand without a wrist is only a frame
        body.explicitinertial = True
        body.mass = segment.mass
        body.ipos = segment.com
        i = segment.inertia
        body.fullinertia = [i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]]
    followers = {f.name: f for f in hand.followers}
    for joint in segment.joints:
        if joint.name in followers:
            follower = followers[joint.name]
            body.add_joint(
                name=joint.name,
                type=mujoco.mjtJoint.mjJNT_HINGE,
                axis=joint.axis,
                range=(follower.lower, follower.upper),
                limited=mujoco.mjtLimited.mjLIMITED_TRUE,
                solref_limit=LIMIT_SOLREF,
            )
            continue
        k = hand.joint_index(joint.name)
        added = body.add_joint(
            name=joint.name,
            type=mujoco.mjtJoint.mjJNT_HINGE,
            axis=joint.axis,
            range=(hand.lower[k], hand.upper[k]),
            limited=mujoco.mjtLimited.mjLIMITED_TRUE,
            springref=hand.spec.rest[k],
            solref_limit=LIMIT_SOLREF,
        )
        added.stiffness[0] = hand.spec.stiffness[k]
        added.damping[0] = hand.spec.damping[k]
    for n, shape in enumerate(segment.collides):
        _add_shape(spec, body, f"{segment.name}/{n}", shape)
    return body


def _add_shape(
    spec: mujoco.MjSpec, body: mujoco.MjsBody, name: str, shape: Capsule | Box | Solid
) -> None:
    common = {
        "name": name,
        "friction": FRICTION,
        "condim": CONTACT_DIMENSIONS,
        "solimp": CONTACT_SOLIMP,
        "solmix": SOLMIX,
        "group": HAND_GROUP,
        "mass": 0.0,
    }
    if isinstance(shape, Box):
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, pos=shape.centre, size=shape.half, **common)
    elif isinstance(shape, Solid):
        _add_solid(spec, body, shape, common)
    else:
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=np.concatenate([shape.start, shape.end]),
            size=[shape.radius, 0, 0],
            **common,
        )


def _add_solid(
    spec: mujoco.MjSpec, body: mujoco.MjsBody, solid: Solid, common: dict[str, Any]
) -> None:
    geom = body.add_geom(type=_SOLIDS[solid.kind], pos=solid.pos, quat=solid.quat, **common)
    if solid.kind == "hull":
        spec.add_mesh(
            name=common["name"],
            uservert=solid.vertices.ravel(),
            inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_CONVEX,
        )
        geom.meshname = common["name"]
    else:
        geom.size = solid.size


_SOLIDS = {
    "sphere": mujoco.mjtGeom.mjGEOM_SPHERE,
    "capsule": mujoco.mjtGeom.mjGEOM_CAPSULE,
    "cylinder": mujoco.mjtGeom.mjGEOM_CYLINDER,
    "box": mujoco.mjtGeom.mjGEOM_BOX,
    "ellipsoid": mujoco.mjtGeom.mjGEOM_ELLIPSOID,
    "hull": mujoco.mjtGeom.mjGEOM_MESH,
}


def _couple(spec: mujoco.MjSpec, hand: Hand) -> None:
    """Joints of a loaded hand that follow others."""
    for follower in hand.followers:
        spec.add_equality(
            type=mujoco.mjtEq.mjEQ_JOINT,
            objtype=mujoco.mjtObj.mjOBJ_JOINT,
            name1=follower.name,
            name2=follower.leader,
            data=[follower.offset, follower.ratio, *[0.0] * 10],
            solref=LIMIT_SOLREF,
        )
