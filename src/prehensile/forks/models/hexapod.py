"""A six-legged robot with a free base, and the uneven ground it stands on."""

import numpy as np

from prehensile.forks.mechanism.foot import Foot
from prehensile.forks.mechanism.joint import Joint, hinge
from prehensile.forks.mechanism.link import Link, rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.hand.segments import Box

HALF = np.array([0.3, 0.12, 0.05])
"""[m] of the trunk"""
TRUNK = 12.0
"""[kg]"""
HIPS = (-0.25, 0.0, 0.25)
"""[m] along the trunk"""
COXA, FEMUR = 0.08, 0.2
"""[m]"""
RISE = 0.6
"""[rad] of the femur over the horizontal"""
SPREAD = 0.06
"""[m] from knee to foot, outwards"""
RADIUS = 0.02
"""[m] of a leg's rods and of its foot"""
STANDS = 0.25
"""[m] height of the trunk's middle over flat ground"""


def hexapod(stiffness: float = 150.0) -> Mechanism:
    """Trunk and six legs of three links each, feet as end effectors.

    Args:
        stiffness: [Nm/rad] of every joint.
    """
    T = np.eye(4)
    T[2, 3] = STANDS
    x, y, z = 2 * HALF
    inertia = TRUNK / 12 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])
    links = [Link("trunk", T, TRUNK, inertia, shapes=(Box(np.zeros(3), HALF),))]
    joints: list[Joint] = []
    feet = []
    for side, sign in (("left", 1.0), ("right", -1.0)):
        for k, along in enumerate(HIPS):
            name = f"{side}{k + 1}"
            feet.append(_leg(name, sign, along, stiffness, links, joints))
    return Mechanism("hexapod", links, joints, "trunk", feet, free_base=True)


def _leg(
    name: str, sign: float, along: float, stiffness: float, links: list[Link], joints: list[Joint]
) -> str:
    hip = np.array([along, sign * HALF[1], STANDS])
    out = np.array([0.0, sign, 0.0])
    knee_of = hip + COXA * out
    knee = knee_of + FEMUR * np.array([0, sign * np.cos(RISE), np.sin(RISE)])
    # The tibia's end is its foot's centre, which stands a radius above the ground.
    foot = np.array([along, knee[1] + sign * SPREAD, RADIUS])
    points = (hip, knee_of, knee, foot)
    axes = (np.array([0.0, 0, 1]), np.array([1.0, 0, 0]), np.array([1.0, 0, 0]))
    parent = "trunk"
    for part, start, end, axis in zip(
        ("coxa", "femur", "tibia"), points[:-1], points[1:], axes, strict=True
    ):
        link = rod(f"{name}-{part}", start, end, RADIUS, density=800.0)
        links.append(link)
        joints.append(
            hinge(link.name, parent, link.name, start, axis, stiffness, 0.02 * stiffness, (-1, 1))
        )
        parent = link.name
    return parent


def feet_of(mechanism: Mechanism) -> list[Foot]:
    """A sphere at the end of every tibia."""
    feet = []
    for name in mechanism.effectors:
        capsule = mechanism.links[mechanism.link_index(name)].shapes[0]
        feet.append(Foot(name, np.asarray(capsule.end), RADIUS))  # pyright: ignore[reportAttributeAccessIssue]
    return feet


def bumps(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """[m] height of the uneven ground: waves of 2 cm."""
    return 0.02 * np.sin(6.0 * x + 2.2) * np.cos(7.0 * y + 0.5)
