"""Random trees, loops and ladders for property tests."""

import numpy as np

from prehensile.forks.mechanism.joint import Joint, ball, hinge, screw, slider, spring, universal
from prehensile.forks.mechanism.link import Link
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3

KINDS = ("hinge", "universal", "ball", "slider", "screw", "spring")


def random_link(rng: np.random.Generator, name: str, near: np.ndarray) -> Link:
    T = se3.exp(np.concatenate([np.zeros(3), rng.normal(size=3)]))
    T[:3, 3] = near + rng.normal(size=3) * 0.2
    points = rng.normal(size=(6, 3)) * 0.05  # a cloud of masses: an inertia that can exist
    inertia = (points**2).sum() * np.eye(3) - points.T @ points
    mass = rng.uniform(0.1, 1)
    return Link(name, T, mass, mass / 6 * inertia, rng.normal(size=3) * 0.03)


def random_joint(
    rng: np.random.Generator, name: str, parent: Link, child: Link, kinds: tuple[str, ...]
) -> Joint:
    at = (parent.T_world[:3, 3] + child.T_world[:3, 3]) / 2 + rng.normal(size=3) * 0.05
    axis, other = rng.normal(size=3), rng.normal(size=3)
    k, d = rng.uniform(5, 50), rng.uniform(0.05, 0.5)
    match rng.choice(kinds):
        case "hinge":
            return hinge(name, parent.name, child.name, at, axis, k, d)
        case "universal":
            return universal(
                name, parent.name, child.name, at, axis, np.cross(axis, other), [k, 2 * k], d
            )
        case "ball":
            return ball(name, parent.name, child.name, at, k, d)
        case "slider":
            return slider(name, parent.name, child.name, at, axis, 20 * k, 20 * d)
        case "screw":
            return screw(name, parent.name, child.name, at, axis, 0.05, k, d)
        case _:
            return spring(name, parent.name, child.name, at, 20 * k, k, 20 * d, d)


def random_tree(
    rng: np.random.Generator,
    links: int,
    kinds: tuple[str, ...] = KINDS,
    effectors: int = 2,
    loops: int = 0,
) -> Mechanism:
    """A tree in which any link may branch, and extra joints that close loops."""
    parts = [random_link(rng, "base", np.zeros(3))]
    joints = []
    for k in range(links):
        parent = parts[int(rng.integers(max(0, k - 3), k + 1))]
        parts.append(random_link(rng, f"l{k}", parent.T_world[:3, 3]))
        joints.append(random_joint(rng, f"j{k}", parent, parts[-1], kinds))
    for k in range(loops):
        a, b = sorted(rng.choice(np.arange(1, links + 1), 2, replace=False))
        joints.append(random_joint(rng, f"c{k}", parts[a], parts[b], kinds))
    tips = [parts[-1 - k].name for k in range(effectors)]
    return Mechanism("random", parts, joints, "base", tips)
