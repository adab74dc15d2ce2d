"""The plain twin of ``_kernels``: which contacts are kept, and which way round they are."""

import numpy as np

MERGED = 0.002
"""[m] contacts of the same two things that are nearer than this count once: seams of hulls"""
MOST = 4
"""contacts of the same two things"""
NOBODY = -1
"""Row of the body of what is part of the hand"""


def kept_contacts(
    geom: np.ndarray, gap: np.ndarray, pos: np.ndarray, frame: np.ndarray, friction: np.ndarray,
    link_of: np.ndarray, body_of: np.ndarray,
) -> tuple[np.ndarray, ...]:  # fmt: skip
    """The columns of `Contacts`, in its order, of the deepest contacts of every two things.

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
    rows = _deepest(pair, gap, pos)
    swap, gap, above = swap[rows], gap[rows], above[rows]
    normal = frame[rows, :3] * np.where(swap, 1.0, -1.0)[:, None]
    half = 0.5 * gap[:, None] * normal
    key = (geom[rows, 0].astype(np.int64) * len(link_of) + geom[rows, 1]) * 64
    return (
        link[rows], above, below[rows], pos[rows] + half, pos[rows] - half, normal,
        friction[rows, 0], np.where(above == NOBODY, friction[rows, 2], 0.0), _numbered(key),
    )  # fmt: skip


def _deepest(pair: list[tuple[int, ...]], gap: np.ndarray, pos: np.ndarray) -> list[int]:
    """Rows of the deepest contacts of every two things, none beside another."""
    if len(set(pair)) == len(pair):
        return list(range(len(pair)))
    taken: dict[tuple[int, ...], list[np.ndarray]] = {}
    rows = []
    for i in np.argsort(gap, kind="stable").tolist():
        others = taken.setdefault(pair[i], [])
        near = any(np.abs(pos[i] - other).max() < MERGED for other in others)
        if len(others) < MOST and not near:
            others.append(pos[i])
            rows.append(i)
    return sorted(rows)


def _numbered(key: np.ndarray) -> np.ndarray:
    """Keys in which several contacts of one pair of geoms are told apart."""
    seen: dict[int, int] = {}
    out = key.tolist()
    for i, one in enumerate(out):
        seen[one] = count = seen.get(one, -1) + 1
        out[i] = one + count
    return np.array(out, np.int64)
