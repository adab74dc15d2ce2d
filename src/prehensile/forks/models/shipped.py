"""Mechanisms to try, by name."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.forks.mechanism.joint import Joint, hinge, spring
from prehensile.forks.mechanism.link import Link, rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.grip import Grip, grip_ball
from prehensile.forks.models.hexapod import hexapod
from prehensile.hand.corpus import named_pose
from prehensile.hand.hand import Hand

STIFFNESS = 1000.0
"""[Nm/rad] at every joint of Figure 4-4."""
GRAVITY = (0.0, 0.0, -9.81)
"""[m/s²]"""
HELD = 0.2
"""[m] height of the grasping hand's wrist"""
PERIOD = 0.02
"""[s] Damping over stiffness."""


def chain(
    name: str,
    points: np.ndarray,
    axes: np.ndarray,
    stiffness: float,
    radius: float,
    base: str | None = None,
    damping: float | None = None,
) -> tuple[list[Link], list[Joint]]:
    """Rods from point to point; a hinge at the start of each, the first one to ``base``.

    Args:
        points: (n + 1, 3) [m], world.
        axes: (n, 3) of the hinges, world.
    """
    damping = PERIOD * stiffness if damping is None else damping
    links: list[Link] = []
    joints: list[Joint] = []
    parent = base
    for k, (start, end) in enumerate(pairwise(points)):
        links.append(rod(f"{name}{k + 1}", start, end, radius))
        if parent is not None:
            child = links[-1].name
            joints.append(hinge(child, parent, child, start, axes[k], stiffness, damping))
        parent = links[-1].name
    return links, joints


def ground(at: np.ndarray, size: float = 0.1) -> Link:
    """A base that stands still: a cube centred below ``at``."""
    T = np.eye(4)
    T[:3, 3] = at - np.array([0, 0, size / 2])
    return Link("base", T, 1000 * size**3, np.eye(3) * 1000 * size**5 / 6)


def helix(links: int = 50) -> Mechanism:
    """A coil of hinged rods, clamped at its foot; hinge axes take turns in three directions.

    Stiffness grows with the number of links, so that every helix is about equally soft.
    """
    if links < 3:
        raise InputError(f"a helix has at least 3 links; got {links}.")
    turns, radius, height = 3.0, 0.25, 1.0
    s = np.linspace(0, 1, links + 1)
    angle = 2 * np.pi * turns * s
    points = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), height * s])
    tangent = np.diff(points, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    across = np.cross([0.0, 0, 1], tangent)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    basis = np.stack([tangent, across, np.cross(tangent, across)])
    axes = basis[np.arange(links) % 3, np.arange(links)]
    rods, joints = chain(
        "link", points, axes, STIFFNESS * links / 50, 0.02, "base", PERIOD * STIFFNESS * links / 50
    )
    base = ground(points[0])
    return Mechanism(f"helix{links}", [base, *rods], joints, "base", [rods[-1].name])


def ladder(links: int = 48) -> Mechanism:
    """Two rails of springs with a rung at every step: one loop after another."""
    if links % 3 or links < 6:
        raise InputError(f"a ladder has a multiple of 3 links, from 6 up; got {links}.")
    steps, pitch, width = links // 3, 0.1, 0.3
    damping = PERIOD * STIFFNESS
    parts: list[Link] = [ground(np.zeros(3))]
    joints: list[Joint] = []

    def join(name: str, parent: str, child: str, at: np.ndarray) -> None:
        k = 100 * STIFFNESS  # [N/m]: over a rail's pitch as stiff as the turning springs
        joints.append(spring(name, parent, child, at, k, STIFFNESS, PERIOD * k, damping))

    below = {"left": "base", "right": "base"}
    for k in range(steps):
        for side, y in (("left", -width / 2), ("right", width / 2)):
            foot, head = np.array([0, y, k * pitch]), np.array([0, y, (k + 1) * pitch])
            parts.append(rod(f"{side}{k + 1}", foot, head, 0.015))
            join(parts[-1].name, below[side], parts[-1].name, foot)
            below[side] = parts[-1].name
        at = np.array([0, 0, (k + 1) * pitch - pitch / 2])
        half = np.array([0, width / 2, 0])
        parts.append(rod(f"rung{k + 1}", at - half, at + half, 0.012))
        join(f"rung{k + 1}-left", below["left"], parts[-1].name, at - half)
        join(f"rung{k + 1}-right", below["right"], parts[-1].name, at + half)
    return Mechanism("ladder", parts, joints, "base", [parts[-1].name])


def fork(stem: int = 10, branch: int = 10) -> Mechanism:
    """The Y: a stem that splits in two branches, both tips end effectors."""
    pitch = 0.05
    up = np.arange(stem + 1)[:, None] * np.array([0, 0, pitch])
    axes = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    base = ground(np.zeros(3))
    links, joints = chain("stem", up, axes[np.arange(stem) % 3], STIFFNESS, 0.02, "base")
    tips = []
    for side, y in (("left", -1), ("right", 1)):
        away = np.array([0, y * np.sin(np.pi / 4), np.cos(np.pi / 4)]) * pitch
        points = up[-1] + np.arange(branch + 1)[:, None] * away
        more, hinges = chain(
            side, points, axes[np.arange(branch) % 3], STIFFNESS, 0.02, links[stem - 1].name
        )
        links, joints = [*links, *more], [*joints, *hinges]
        tips.append(more[-1].name)
    return Mechanism("y", [base, *links], joints, "base", tips)


def robot_arm(links: int = 20) -> Mechanism:
    """A bent arm whose links get shorter and softer towards the gripper."""
    lengths = np.linspace(0.12, 0.05, links)
    bend = np.linspace(0, 0.75 * np.pi, links)
    steps = lengths[:, None] * np.column_stack([np.sin(bend), np.zeros(links), np.cos(bend)])
    points = np.vstack([np.zeros(3), np.cumsum(steps, axis=0)])
    axes = np.array([[0.0, 0, 1], [0, 1, 0], [1, 0, 0]])[np.arange(links) % 3]
    rods, joints = chain("link", points, axes, STIFFNESS, 0.03, "base")
    return Mechanism("arm", [ground(np.zeros(3)), *rods], joints, "base", [rods[-1].name])


def grasping_grip() -> Grip:
    """The mean adult's right hand holding a ball from above."""
    hand, T = Hand(), np.eye(4)
    T[2, 3] = HELD
    return grip_ball(hand, named_pose(hand, "precision_disk").q, T, GRAVITY)


def grasping_hand() -> Mechanism:
    """That hand where its springs rest, fingertips touched."""
    return grasping_grip().mechanism


SHIPPED: dict[str, Callable[[], Mechanism]] = {
    "helix50": lambda: helix(50),
    "helix100": lambda: helix(100),
    "helix400": lambda: helix(400),
    "ladder": ladder,
    "y": fork,
    "arm": robot_arm,
    "hand": grasping_hand,
    "hexapod": hexapod,
}


def shipped(name: str) -> Mechanism:
    """A mechanism by its name."""
    if name not in SHIPPED:
        raise UnknownNameError("mechanism", name, SHIPPED)
    return SHIPPED[name]()
