"""From bone lengths to segments: joint centres, axes, shapes, masses and inertias.

Everything is laid out for a right hand in the palm frame (origin wrist centre, +x to the middle
fingertip, +z out of the back, +y to the thumb) and mirrored through y for a left one.
"""

from dataclasses import replace
from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.anthropometry import (
    BONE_MEAN_MM,
    BREADTH_MEAN_MM,
    BREADTH_OF_HAND_BREADTH,
    CARPUS_OF_METACARPAL,
    HAND_MASS_KG,
    PHALANX_MASS_KG,
)
from prehensile.hand.joints import DIGITS, FINGERS, THUMB_JOINTS
from prehensile.hand.segments import (
    FOREARM,
    GROUP_OF_SEGMENT,
    PALM,
    Box,
    Capsule,
    Segment,
    SegmentJoint,
    digit_segments,
)
from prehensile.hand.spec import HandSpec

_X, _Y, _Z = np.eye(3)

# Knuckle (MCP) centres sideways over hand breadth, middle finger at zero (Buchholz et al. 1992).
KNUCKLE_Y_OF_BREADTH = {"index": 0.251, "middle": 0.0, "ring": -0.206, "little": -0.402}
# Bases of the metacarpals: forward over the middle one's, and how far the bone fans out sideways
# (Buchholz et al. 1992), over hand breadth.
BASE_X_OF_MIDDLE = {"index": 0.83, "middle": 1.0, "ring": 0.95, "little": 0.82}
FAN_OF_BREADTH = {"index": 0.126, "middle": 0.0, "ring": -0.077, "little": -0.179}
# The transverse arch: knuckles of ring and little lie nearer the palm, over hand breadth.
KNUCKLE_Z_OF_BREADTH = {"index": -0.015, "middle": 0.0, "ring": -0.02, "little": -0.06}

# Thumb saddle joint (CMC) in the palm frame, over breadth, and the five angles of its rest frame
# and abduction axis. The angles come from a least-squares fit that lets the thumb pad meet every
# other pad (within 1 mm, facing within about 35°), lie on the index finger's side for a key pinch,
# and lie in the plane of a flat hand, all inside the joint limits and near natural postures.
THUMB_CMC_OF_BREADTH = np.array([0.27, 0.27, -0.13])
THUMB_RADIAL_DEG = 36.0
THUMB_PALMAR_DEG = 36.0
THUMB_ROLL_DEG = 98.0
THUMB_ABD_AXIS_RADIAL_DEG = 12.0
THUMB_ABD_AXIS_PALMAR_DEG = 5.0

PALM_THICKNESS_OF_BREADTH = 0.34
FINGER_DEPTH = 0.95
"""Fingers are a little flatter than broad; collision capsules are round, so they take the mean."""
FOREARM_LENGTH_OF_BREADTH = 1.6
"""Only the part of the forearm near the wrist is modelled; it is what the arm motion drives."""
TISSUE_DENSITY = 1100.0
"""[kg/m³]"""


def build_segments(spec: HandSpec) -> dict[str, Segment]:
    """All segments of the hand in the order of SEGMENT_NAMES, by name."""
    segments = [_forearm(spec), _palm(spec), *_thumb(spec)]
    for finger in FINGERS:
        segments += _finger(spec, finger)
    if spec.side == "left":
        segments = [_mirror(s) for s in segments]
    return {s.name: s for s in segments}


def knuckle_position(spec: HandSpec, finger: str) -> np.ndarray:
    """Centre of a finger's MCP joint in a right hand's palm frame. (3,) [m]"""
    return metacarpal_ends(spec, finger)[1]


def metacarpal_ends(spec: HandSpec, finger: str) -> tuple[np.ndarray, np.ndarray]:
    """Base and head of a finger's metacarpal in a right hand's palm frame. (3,), (3,) [m]

    As far apart as the bone is long, unless ``spec.root_shift`` moves the head.

    Raises:
        UnknownNameError: not a finger; the thumb's metacarpal is a segment of its own.
        InputError: the bone is too short to reach its knuckle sideways.
    """
    if finger not in FINGERS:
        raise UnknownNameError("finger", finger, FINGERS)
    metacarpal = spec.bone_lengths[DIGITS.index(finger), 0]
    middle = spec.bone_lengths[DIGITS.index("middle"), 0]
    fan = FAN_OF_BREADTH[finger] * spec.breadth
    head_y = KNUCKLE_Y_OF_BREADTH[finger] * spec.breadth
    base_x = CARPUS_OF_METACARPAL * middle * BASE_X_OF_MIDDLE[finger]
    head_z = KNUCKLE_Z_OF_BREADTH[finger] * spec.breadth
    sideways = hypot(fan, head_z)
    if metacarpal <= sideways:
        raise InputError(
            f"{finger} metacarpal is {metacarpal:g} m long; a hand {spec.breadth:g} m broad "
            f"needs more than {sideways:.3g} m to reach the knuckle."
        )
    forward = sqrt(metacarpal**2 - sideways**2)
    base = np.array([base_x, head_y - fan, 0.0])
    head = np.array([base_x + forward, head_y, head_z])
    return base, head + spec.root_shift[DIGITS.index(finger)]


def saddle_position(spec: HandSpec) -> np.ndarray:
    """Centre of the thumb's CMC joint in a right hand's palm frame. (3,) [m]"""
    return THUMB_CMC_OF_BREADTH * spec.breadth + spec.root_shift[0]


def _forearm(spec: HandSpec) -> Segment:
    length = FOREARM_LENGTH_OF_BREADTH * spec.breadth
    radius = 0.29 * spec.breadth
    shape = Capsule(np.array([-length, 0, 0]), np.array([-radius * 1.1, 0, 0]), radius)
    mass = TISSUE_DENSITY * capsule_volume(shape)
    return Segment(
        name=FOREARM,
        group=GROUP_OF_SEGMENT[FOREARM],
        parent=None,
        T_parent_rest=np.eye(4),
        joints=(),
        length=length,
        radii=(radius, radius),
        shapes=(shape,),
        mass=mass,
        com=0.5 * (shape.start + shape.end),
        inertia=capsule_inertia(shape, mass),
    )


def _palm(spec: HandSpec) -> Segment:
    b = spec.breadth
    thickness = PALM_THICKNESS_OF_BREADTH * b
    capsules = []
    for finger in FINGERS:
        base, head = metacarpal_ends(spec, finger)
        radius = _radii(spec, finger, 0)[0] * 1.12
        drop = np.array([0, 0, -0.06 * b])  # flesh is thicker on the palmar side
        capsules.append(Capsule(base + drop, head + drop - [0.25 * radius, 0, 0], radius))
    # The hypothenar pad fills the ulnar edge between the little metacarpal and the wrist.
    base, head = metacarpal_ends(spec, "little")
    heel = Capsule(
        np.array([0.16 * b, -0.25 * b, -0.12 * b]),
        np.array([0.5 * (base[0] + head[0]) + 0.08 * b, -0.36 * b, -0.11 * b]),
        0.125 * b,
    )
    length = metacarpal_ends(spec, "middle")[1][0]
    core = Box(
        np.array([0.52 * length, -0.06 * b, -0.06 * b]),
        np.array([0.46 * length, 0.32 * b, 0.30 * thickness]),
    )
    joints = (
        SegmentJoint("wrist_pro", -_X),
        _flexion("wrist_flex"),
        SegmentJoint("wrist_dev", -_Z),
    )
    mass = (HAND_MASS_KG - PHALANX_MASS_KG.sum()) * _volume_ratio(spec)
    half = np.array([0.5 * length, 0.45 * b, 0.5 * thickness])
    return Segment(
        name=PALM,
        group=GROUP_OF_SEGMENT[PALM],
        parent=FOREARM,
        T_parent_rest=np.eye(4),
        joints=joints,
        length=length,
        radii=(0.5 * thickness, 0.5 * thickness),
        shapes=(core, *capsules, heel),
        mass=mass,
        com=np.array([0.5 * length, -0.05 * b, -0.02 * b]),
        inertia=box_inertia(half, mass),
    )


def _finger(spec: HandSpec, finger: str) -> list[Segment]:
    row = DIGITS.index(finger)
    _, proximal, intermediate, distal, tissue = spec.bone_lengths[row]
    away = _Z if finger in ("index", "middle") else -_Z
    joints = (
        (SegmentJoint(f"{finger}_mcp_abd", away), _flexion(f"{finger}_mcp_flex")),
        (_flexion(f"{finger}_pip_flex"),),
        (_flexion(f"{finger}_dip_flex"),),
    )
    T = _translation(knuckle_position(spec, finger))
    return _chain(spec, finger, T, (proximal, intermediate, distal + tissue), joints, (1, 2, 3))


def _thumb(spec: HandSpec) -> list[Segment]:
    metacarpal, proximal, _, distal, tissue = spec.bone_lengths[0]
    T = thumb_rest_frame()
    T[:3, 3] = saddle_position(spec)
    axis_in_palm = -_spherical(-THUMB_ABD_AXIS_RADIAL_DEG, THUMB_ABD_AXIS_PALMAR_DEG)
    abduction = SegmentJoint(THUMB_JOINTS[0], T[:3, :3].T @ axis_in_palm)
    joints = (
        (abduction, _flexion(THUMB_JOINTS[1])),
        (_flexion(THUMB_JOINTS[2]),),
        (_flexion(THUMB_JOINTS[3]),),
    )
    return _chain(spec, "thumb", T, (metacarpal, proximal, distal + tissue), joints, (0, 1, 3))


def thumb_rest_frame() -> np.ndarray:
    """Rotation of the right thumb's metacarpal in the palm at zero angles, as (4, 4)."""
    x = _spherical(THUMB_RADIAL_DEG, THUMB_PALMAR_DEG)
    back = _Z - x * (x @ _Z)
    back /= np.linalg.norm(back)
    side = np.cross(back, x)
    roll = radians(THUMB_ROLL_DEG)
    z = cos(roll) * back + sin(roll) * side
    T = np.eye(4)
    T[:3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
    return T


def _chain(
    spec: HandSpec,
    digit: str,
    T_palm_root: np.ndarray,
    lengths: tuple[float, ...],
    joints: tuple[tuple[SegmentJoint, ...], ...],
    mass_columns: tuple[int, ...],
) -> list[Segment]:
    segments: list[Segment] = []
    parent, T = PALM, T_palm_root
    names = digit_segments(digit)
    for k, (name, length) in enumerate(zip(names, lengths, strict=True)):
        radii = _radii(spec, digit, k)
        radius = FINGER_DEPTH * 0.5 * (radii[0] + radii[1])
        is_tip = k == len(names) - 1
        end = length - radius if is_tip else length
        shape = Capsule(np.zeros(3), np.array([end, 0, 0]), radius)
        mass = PHALANX_MASS_KG[DIGITS.index(digit), mass_columns[k]] * _volume_ratio(spec)
        pad = np.array([length - 1.05 * radius, 0, -radius]) if is_tip else None
        segments.append(
            Segment(
                name=name,
                group=digit,
                parent=parent,
                T_parent_rest=T,
                joints=joints[k],
                length=length,
                radii=radii,
                shapes=(shape,),
                mass=mass,
                com=0.5 * (shape.start + shape.end),
                inertia=capsule_inertia(shape, mass),
                pad=pad,
            )
        )
        # The middle hinge lies beside the plane of the others, or in it.
        aside = spec.middle_offset[DIGITS.index(digit)] * (1 - 2 * k)
        parent, T = name, _translation(np.array([length, aside, 0]))
    return segments


def _flexion(name: str) -> SegmentJoint:
    return SegmentJoint(name, _Y)


def _radii(spec: HandSpec, digit: str, k: int) -> tuple[float, float]:
    """Half breadths of a digit's k-th moving segment at base and head. [m]"""
    ratios = BREADTH_OF_HAND_BREADTH[DIGITS.index(digit)]
    if digit == "thumb":
        # The metacarpal carries the thenar muscles: broader than the table's base.
        pairs = ((1.35 * ratios[0], 1.15 * ratios[0]), ratios[0:2], ratios[4:6])
    else:
        pairs = (ratios[0:2], ratios[2:4], ratios[4:6])
    base, head = pairs[k]
    return 0.5 * base * spec.breadth, 0.5 * head * spec.breadth


def _volume_ratio(spec: HandSpec) -> float:
    """Volume of this hand over the mean one's: length × breadth²."""
    length = spec.bone_lengths[2].sum() / (BONE_MEAN_MM[2].sum() * 1e-3)
    return float(length * (spec.breadth / (BREADTH_MEAN_MM * 1e-3)) ** 2)


def capsule_volume(shape: Capsule) -> float:
    """Volume [m³] of a capsule, its round ends included."""
    r, l = shape.radius, float(np.linalg.norm(shape.end - shape.start))
    return pi * r**2 * (l + 4 / 3 * r)


def capsule_inertia(shape: Capsule, mass: float) -> np.ndarray:
    """Inertia (3, 3) [kg m²] of a solid capsule along x about its centre."""
    r, l = shape.radius, float(np.linalg.norm(shape.end - shape.start))
    cylinder = mass * l / (l + 4 / 3 * r)
    caps = mass - cylinder
    axial = cylinder * r**2 / 2 + caps * 2 / 5 * r**2
    across = cylinder * (l**2 / 12 + r**2 / 4) + caps * (2 / 5 * r**2 + l**2 / 4 + 3 / 8 * l * r)
    return np.diag([axial, across, across])


def box_inertia(half: np.ndarray, mass: float) -> np.ndarray:
    """Inertia (3, 3) [kg m²] of a solid box with half sizes (3,) [m] about its centre."""
    x, y, z = half**2
    return mass / 3 * np.diag([y + z, x + z, x + y])


def _spherical(radial_deg: float, palmar_deg: float) -> np.ndarray:
    """Unit vector turned from +x towards +y by ``radial`` and towards −z by ``palmar``."""
    a, b = radians(radial_deg), radians(palmar_deg)
    return np.array([cos(a) * cos(b), sin(a) * cos(b), -sin(b)])


def _translation(p: np.ndarray) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = p
    return T


def _mirror(s: Segment) -> Segment:
    """The same segment of the other hand: reflected through the palm's xz plane."""
    m = np.array([1.0, -1.0, 1.0])
    pseudo = -m  # axes of rotation are pseudovectors: with M = diag(m), M R(a, θ) M = R(−M a, θ)
    M = np.diag([1.0, -1.0, 1.0, 1.0])
    shapes = tuple(
        Capsule(c.start * m, c.end * m, c.radius)
        if isinstance(c, Capsule)
        else Box(c.centre * m, c.half)
        for c in s.shapes
    )
    return replace(
        s,
        T_parent_rest=M @ s.T_parent_rest @ M,
        joints=tuple(SegmentJoint(j.name, pseudo * j.axis) for j in s.joints),
        shapes=shapes,
        com=s.com * m,
        inertia=np.diag(m) @ s.inertia @ np.diag(m),
        pad=None if s.pad is None else s.pad * m,
    )
