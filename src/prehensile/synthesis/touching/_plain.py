"""The plain twin of ``_kernels``: where a collision engine is told things are, which of its
contacts are kept, and which way round they are.
"""

import numpy as np

from prehensile.synthesis.touching.places import Parts, Places

MERGED = 0.002
"""[m] contacts of the same two things that are nearer than this count once: seams of hulls"""
MOST = 4
"""contacts of the same two things"""
STEEP = 100.0
"""[m/m] the deepest is kept, then those far from the ones kept, less this times their gap: what
lies on several must not lie on others in every step"""
GRAIN = 1e-5
"""[m] to which gaps are rounded for that: at rest rounding must not choose"""
FAR = 1e3
"""[m] from contacts that are kept, where none is"""
NOBODY = -1
"""Row of the body of what is part of the hand"""


def place(links: np.ndarray, bodies: np.ndarray, parts: Parts, places: Places) -> None:
    """Write where everything is, of segments (S, 4, 4) and centres of mass (B, 4, 4), world."""
    T, count = places.pose, len(parts.object)
    T[parts.link] = links
    T[parts.object] = bodies[:count]
    T[parts.object, :3, 3] -= np.einsum("bij,bj->bi", bodies[:count, :3, :3], parts.com)
    geoms = T[parts.geom_body] @ parts.geom_local
    for at, pos, mat in (
        (T, places.xpos, places.xmat),
        (T @ parts.inertial, places.xipos, places.ximat),
        (geoms, places.geom_xpos, places.geom_xmat),
    ):
        pos[:] = at[:, :3, 3]
        mat[:] = at[:, :3, :3].reshape(-1, 9)


def low_vertices(
    pose: np.ndarray, vertex: np.ndarray, body: np.ndarray, margin: float
) -> tuple[np.ndarray, np.ndarray]:
    """Rows (n,) of vertices lower than a margin [m], and where they are (n, 3), world.

    Args:
        pose: (b, 4, 4) of bodies, world.
        vertex: (V, 3) [m] in them.
        body: (V,) whose.
        margin: [m] above z = 0.
    """
    T = pose[body]
    place = np.einsum("vij,vj->vi", T[:, :3, :3], vertex) + T[:, :3, 3]
    rows = np.flatnonzero(place[:, 2] < margin)
    return rows, place[rows]


def kept_contacts(
    geom: np.ndarray, gap: np.ndarray, pos: np.ndarray, frame: np.ndarray, friction: np.ndarray,
    link_of: np.ndarray, body_of: np.ndarray,
) -> tuple[np.ndarray, ...]:  # fmt: skip
    """The columns of `Contacts`, in its order, of few contacts of every two things.

    Above is the hand, or the body that comes first.

    Args:
        geom: (n, 2) int32
        gap: (n,) [m]
        pos: (n, 3) [m] halfway.
        frame: (n, 9) whose first axis goes from the first geom to the second.
        friction: (n, 5) as MuJoCo has it: μ first, torsion third.
        link_of: (G,) row of each geom's segment.
        body_of: (G,) row of its body; `NOBODY` on the hand.
    """
    first, second = body_of[geom[:, 0]], body_of[geom[:, 1]]
    swap = (second == NOBODY) | ((first != NOBODY) & (second < first))
    above, below = np.where(swap, second, first), np.where(swap, first, second)
    link = link_of[np.where(swap, geom[:, 1], geom[:, 0])]
    pair = list(zip(link.tolist(), above.tolist(), below.tolist(), strict=True))
    rows = _spread(pair, gap, pos)
    swap, gap, above = swap[rows], gap[rows], above[rows]
    normal = frame[rows, :3] * np.where(swap, 1.0, -1.0)[:, None]
    half = 0.5 * gap[:, None] * normal
    key = (geom[rows, 0].astype(np.int64) * len(link_of) + geom[rows, 1]) * 64
    return (
        link[rows], above, below[rows], pos[rows] + half, pos[rows] - half, normal,
        friction[rows, 0], np.where(above == NOBODY, friction[rows, 2], 0.0), _numbered(key),
    )  # fmt: skip


def _spread(pair: list[tuple[int, ...]], gap: np.ndarray, pos: np.ndarray) -> list[int]:
    """Rows of few contacts of every two things, none beside another."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for i, key in enumerate(pair):
        groups.setdefault(key, []).append(i)
    rows, cost = [], STEEP * GRAIN * np.rint(gap / GRAIN)
    for group in groups.values():
        apart = np.full(len(group), FAR)
        for _ in range(MOST):
            score = np.where(apart >= MERGED, apart - cost[group], -np.inf)
            if score.max() == -np.inf:
                break
            best = group[int(score.argmax())]
            rows.append(best)
            apart = np.minimum(apart, np.linalg.norm(pos[group] - pos[best], axis=1))
    return sorted(rows)


def _numbered(key: np.ndarray) -> np.ndarray:
    """Keys in which several contacts of one pair of geoms are told apart."""
    seen: dict[int, int] = {}
    out = key.tolist()
    for i, one in enumerate(out):
        seen[one] = count = seen.get(one, -1) + 1
        out[i] = one + count
    return np.array(out, np.int64)
