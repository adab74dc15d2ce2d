"""`Mechanism`: rigid links and compliant joints as a directed acyclic graph."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.forks.mechanism.joint import Joint
from prehensile.forks.mechanism.link import Link
from prehensile.frozen import read_only
from prehensile.lie import se3


class Mechanism:
    """Links joined by compliant joints, one of them the base. Never changes once built.

    A joint points from parent to child; that says which side is which and nothing about loads, so
    links that cannot be reached along the arrows (a bar between two end effectors) are welcome as
    long as everything hangs together. Arrays over links have a row for each in the order given,
    the base included.

    Args:
        name: what reports and messages call it.
        links: all of them.
        joints: all of them.
        base: the link that stands still, or that carries the rest about if ``free_base``.
        free_base: whether the base is a body of its own (4.5.1).
        effectors: links where the world may touch, the usual choice of end effectors.

    Raises:
        InputError: no links, two of one name, a directed cycle, parts that hang on nothing.
        UnknownNameError: a joint, the base or an end effector names no link.
    """

    def __init__(
        self,
        name: str,
        links: Sequence[Link],
        joints: Sequence[Joint],
        base: str,
        effectors: Sequence[str],
        free_base: bool = False,
    ):
        self._name, self._links, self._joints = name, tuple(links), tuple(joints)
        self._free_base = free_base
        self._index = {link.name: k for k, link in enumerate(self._links)}
        self._check_names()
        self._base = self.link_index(base)
        self._effectors = tuple(effectors)
        self.effector_rows(effectors)
        self._order = self._topological_order()
        self._check_connected()

    @property
    def name(self) -> str:
        """What reports and messages call it."""
        return self._name

    @property
    def links(self) -> tuple[Link, ...]:
        """All links, the base included."""
        return self._links

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, in the order given."""
        return self._joints

    @property
    def base(self) -> int:
        """Row of the base."""
        return self._base

    @property
    def free_base(self) -> bool:
        """Whether the base is a body of its own."""
        return self._free_base

    @property
    def effectors(self) -> tuple[str, ...]:
        """Names of the usual end effectors."""
        return self._effectors

    @property
    def moving(self) -> int:
        """Number of links without the base."""
        return len(self._links) - 1

    @property
    def dof(self) -> int:
        """Number of joint coordinates, loops not subtracted."""
        return sum(joint.dof for joint in self._joints)

    @property
    def loops(self) -> int:
        """Number of independent loops of the undirected graph."""
        return len(self._joints) - self.moving

    @property
    def order(self) -> tuple[int, ...]:
        """Rows of the links, parents before children."""
        return self._order

    @cached_property
    def parent_joints(self) -> tuple[tuple[int, ...], ...]:
        """For each link the rows of the joints in which it is the child."""
        rows: list[list[int]] = [[] for _ in self._links]
        for j, c in enumerate(self.child_rows):
            rows[c].append(j)
        return tuple(tuple(r) for r in rows)

    @cached_property
    def child_joints(self) -> tuple[tuple[int, ...], ...]:
        """For each link the rows of the joints in which it is the parent."""
        rows: list[list[int]] = [[] for _ in self._links]
        for j, p in enumerate(self.parent_rows):
            rows[p].append(j)
        return tuple(tuple(r) for r in rows)

    @cached_property
    def parent_rows(self) -> np.ndarray:
        """(joints,) row of each joint's parent."""
        return np.array([self._index[j.parent] for j in self._joints], dtype=int)

    @cached_property
    def child_rows(self) -> np.ndarray:
        """(joints,) row of each joint's child."""
        return np.array([self._index[j.child] for j in self._joints], dtype=int)

    @cached_property
    def T_world(self) -> np.ndarray:
        """(links, 4, 4) rest poses, read-only."""
        return read_only(np.stack([link.T_world for link in self._links]))

    @cached_property
    def T_parent_joint(self) -> np.ndarray:
        """(joints, 4, 4) joint frames in their parents, read-only."""
        T = np.stack([joint.T_world for joint in self._joints])
        return read_only(se3.inverse(self.T_world[self.parent_rows]) @ T)

    @cached_property
    def T_child_joint(self) -> np.ndarray:
        """(joints, 4, 4) joint frames in their children at rest, read-only."""
        T = np.stack([joint.T_world for joint in self._joints])
        return read_only(se3.inverse(self.T_world[self.child_rows]) @ T)

    @cached_property
    def anchors(self) -> np.ndarray:
        """(joints, 3) [m] where the joints are at rest, world."""
        return read_only(np.stack([joint.T_world[:3, 3] for joint in self._joints]))

    @cached_property
    def spatial_inertia(self) -> np.ndarray:
        """(links, 6, 6) at the links' frames."""
        return read_only(np.stack([link.spatial_inertia for link in self._links]))

    @cached_property
    def com(self) -> np.ndarray:
        """(links, 3) [m] centres of mass in the links' frames."""
        return read_only(np.stack([link.com for link in self._links]))

    @cached_property
    def mass(self) -> np.ndarray:
        """(links,) [kg] masses of the links."""
        return read_only(np.array([link.mass for link in self._links]))

    @cached_property
    def radius(self) -> float:
        """[m] of a sphere about the middle of its box that holds every joint and centre of mass."""
        points = np.concatenate([self.anchors, se3.apply(self.T_world, self.com)])
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        radius = float(np.linalg.norm(points - middle, axis=1).max())
        if radius == 0:
            raise InputError(
                f"the mechanism {self._name!r} has no size: all its joints and centres of mass are "
                "in one point; give its links their lengths."
            )
        return radius

    def link_index(self, name: str) -> int:
        """Row of the link of that name in arrays over links."""
        if name not in self._index:
            raise UnknownNameError("link", name, self._index)
        return self._index[name]

    def effector_rows(self, names: Sequence[str]) -> np.ndarray:
        """(E,) rows of end effectors.

        Raises:
            InputError: none, one named twice, or the base.
            UnknownNameError: no such link.
        """
        if not names:
            raise InputError("no end effector is named; name at least one link that is touched.")
        for name in names:
            if name not in self._index:
                raise UnknownNameError("end effector", name, self._index)
        rows = np.array([self._index[name] for name in names])
        if len(set(names)) < len(names):
            raise InputError(f"an end effector is named twice: {', '.join(names)}.")
        if self._base in rows:
            raise InputError(
                f"the base {self._links[self._base].name!r} cannot be an end effector; it has "
                "no compliance of its own."
            )
        return rows

    def _check_names(self) -> None:
        if len(self._links) < 2 or not self._joints:
            raise InputError(
                f"the mechanism {self._name!r} has {len(self._links)} links and "
                f"{len(self._joints)} joints; it needs a base, a link and a joint at least."
            )
        if len(self._index) < len(self._links):
            names = [link.name for link in self._links]
            twice = next(name for name in names if names.count(name) > 1)
            raise InputError(f"two links are named {twice!r}; give each its own name.")
        for joint in self._joints:
            for end in (joint.parent, joint.child):
                if end not in self._index:
                    raise UnknownNameError(f"link of joint {joint.name!r}:", end, self._index)

    def _topological_order(self) -> tuple[int, ...]:
        """Base first, then every link after all its parents."""
        waiting = np.bincount(self.child_rows, minlength=len(self._links))
        if waiting[self._base]:
            joint = self._joints[self.parent_joints[self._base][0]]
            raise InputError(
                f"the base {joint.child!r} has the parent {joint.parent!r}; turn the joint "
                f"{joint.name!r} round, or choose another base."
            )
        children: list[list[int]] = [[] for _ in self._links]
        for p, c in zip(self.parent_rows, self.child_rows, strict=True):
            children[p].append(c)
        roots = [int(k) for k in np.flatnonzero(waiting == 0) if k != self._base]
        order, ready = [], [*roots[::-1], self._base]
        while ready:
            k = ready.pop()
            order.append(k)
            for c in children[k]:
                waiting[c] -= 1
                if waiting[c] == 0:
                    ready.append(c)
        if len(order) < len(self._links):
            stuck = [self._links[k].name for k in np.flatnonzero(waiting > 0)]
            raise InputError(
                f"the joints form a directed cycle among {', '.join(stuck[:6])}; turn one joint "
                "of it round (a loop may close, its arrows must not go round)."
            )
        return tuple(order)

    def _check_connected(self) -> None:
        group = np.arange(len(self._links))

        def find(k: int) -> int:
            while group[k] != k:
                group[k] = group[group[k]]
                k = int(group[k])
            return k

        for joint, p, c in zip(self._joints, self.parent_rows, self.child_rows, strict=True):
            if not joint.closing:  # what closes a loop holds nothing up
                group[find(int(p))] = find(int(c))
        root = find(self._base)
        loose = [link.name for k, link in enumerate(self._links) if find(k) != root]
        if loose:
            raise InputError(
                f"{len(loose)} links hang on nothing: {', '.join(loose[:6])}; join them to the "
                f"part that holds the base {self._links[self._base].name!r}."
            )

    def __repr__(self) -> str:
        return (
            f"Mechanism({self._name!r}, {self.moving} links, {len(self._joints)} joints, "
            f"{self.loops} loops)"
        )
