"""Contacts in closed form: blocks on a plane, points and balls of a structure on simple bodies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from prehensile.forks.contact.surface import Ball, Block, ball_nearest, block_nearest
from prehensile.lie import se3
from prehensile.synthesis.body import Body
from prehensile.synthesis.contacts import HAND, Contacts

Geometry = Callable[[np.ndarray, np.ndarray], Contacts]
"""(S, 4, 4) links and (B, 4, 4) bodies to contacts"""


@dataclass(frozen=True)
class PointStructure:
    """Links that are points, each with three translations of its own on a common base."""

    count: int

    def at(
        self, theta: np.ndarray, T_base: np.ndarray, link: np.ndarray, point: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """See `Structure`; coordinates are along the world's axes."""
        poses = np.tile(np.eye(4), (self.count, 1, 1))
        poses[:, :3, 3] = T_base[:3, 3] + theta.reshape(-1, 3)
        J = np.zeros((len(link), 6, 3 * self.count))
        for i, k in enumerate(link):
            if k >= 0:
                J[i, :3, 3 * k : 3 * k + 3] = np.eye(3)
        return poses, J


NOTHING = PointStructure(0)


def block_body(name: str, half: Sequence[float], mass: float) -> Body:
    """A free block of half sizes (3,) [m] and a mass [kg]."""
    x, y, z = np.square(half)
    return Body(name, "freely", mass, mass / 3 * np.diag([y + z, x + z, x + y]))


def ball_body(name: str, radius: float, mass: float) -> Body:
    """A free ball of a radius [m] and a mass [kg]."""
    return Body(name, "freely", mass, 0.4 * mass * radius**2 * np.eye(3))


def resting_block(half: Sequence[float], body: int, plane: int, friction: float) -> Geometry:
    """Corners of a block on a plane, the z = 0 of a body."""

    def contacts(links: np.ndarray, T: np.ndarray) -> Contacts:
        r = se3.apply(T[body], np.array(list(product(*([-s, s] for s in half)))))
        normal = T[plane, :3, 2]
        gap = (r - T[plane, :3, 3]) @ normal
        near = np.flatnonzero(gap < 0.02)
        rows = np.zeros(len(near), np.int64)
        return Contacts(
            rows - 1, rows + body, rows + plane, r[near], r[near] - gap[near, None] * normal,
            np.tile(normal, (len(near), 1)), np.full(len(near), friction), np.zeros(len(near)),
            1000 * body + near,
        )  # fmt: skip

    return contacts


def tips_on(
    surface: Ball | Block, body: int, friction: float, links: Sequence[int],
    centres: np.ndarray | None = None, radius: float = 0.0, torsion: float = 0.0,
) -> Geometry:  # fmt: skip
    """Balls on links (centres (L, 3) [m] in their frames) that touch a ball or a block."""
    local = np.zeros((len(links), 3)) if centres is None else centres

    def contacts(poses: np.ndarray, T: np.ndarray) -> Contacts:
        middle = np.array([se3.apply(poses[k], p) for k, p in zip(links, local, strict=True)])
        inside = se3.apply(se3.inverse(T[body]), middle)
        distance, n = (
            ball_nearest(surface.radius, inside)
            if isinstance(surface, Ball)
            else block_nearest(np.asarray(surface.half), inside)
        )
        near = np.flatnonzero(distance - radius < 0.02)
        normal = n[near] @ T[body, :3, :3].T
        r = middle[near] - radius * normal
        gap = distance[near] - radius
        rows = np.zeros(len(near), np.int64)
        return Contacts(
            np.asarray(links, np.int64)[near], rows + HAND, rows + body, r,
            r - gap[:, None] * normal, normal, np.full(len(near), friction),
            np.full(len(near), torsion), near,
        )  # fmt: skip

    return contacts


def together(*parts: Geometry) -> Geometry:
    """All contacts of several geometries."""
    return lambda links, T: Contacts.joined([part(links, T) for part in parts])
