"""Which joints carry a mechanism as a tree, and which close its loops."""

from typing import NamedTuple

from prehensile.forks.mechanism.mechanism import Mechanism


class TreeEdge(NamedTuple):
    """A link reached from another through a joint, possibly against the joint's arrow."""

    joint: int
    parent: int
    child: int
    reversed: bool


class SpanningTree(NamedTuple):
    """All links reached once, breadth first from the base, and the joints left over."""

    edges: tuple[TreeEdge, ...]
    closing: tuple[int, ...]
    """rows of the joints that close loops"""


def spanning_tree(mechanism: Mechanism) -> SpanningTree:
    """A tree of shortest paths from the base."""
    around: list[list[tuple[int, int, bool]]] = [[] for _ in mechanism.links]
    ends = zip(mechanism.parent_rows.tolist(), mechanism.child_rows.tolist(), strict=True)
    for j, (p, c) in enumerate(ends):
        around[p].append((j, c, False))
        around[c].append((j, p, True))
    seen, queue = {mechanism.base}, [mechanism.base]
    edges: list[TreeEdge] = []
    for k in queue:  # grows while it is read
        for joint, other, reverse in around[k]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
                edges.append(TreeEdge(joint, k, other, reverse))
    used = {edge.joint for edge in edges}
    closing = tuple(j for j in range(len(mechanism.joints)) if j not in used)
    return SpanningTree(tuple(edges), closing)
