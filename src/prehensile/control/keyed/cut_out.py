"""A post as broad as the hand leaves room for: a table of which all is cut out that is in its way.

What stands freely on a thin post is pushed off it by the first finger that touches.
"""

import numpy as np

from prehensile.control.place.candidate import FURTHEST, Candidate
from prehensile.control.place.stand import POST_COLOR, STAND_HEIGHT
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.lie import se3
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import box

CELL = 0.01
"""[m] of which the top is made"""
ROUND_IT = 0.025
"""[m] of it beside the object"""
DEPTHS = (0.001, 0.015, 0.035, 0.06, 0.09)
"""[m] below the top, at which it is asked what is in the way"""
CLEAR = 0.006
"""[m] that the hand keeps from it"""
CLOSING = (0.0, 0.35, 0.7, 1.0, 1.15)
"""Shares of the way from the open hand to where its digits meet the object, and beyond"""


def cut_out_stand(
    obj: Object, T_world_object: np.ndarray, hand: Hand, candidate: Candidate, way: np.ndarray
) -> tuple[Object, np.ndarray] | None:
    """What an object stands on so that the hand touches it nowhere: open on its way, closing, and
    open on its way back; and its pose (4, 4), world. None if nothing is left of it.

    Args:
        obj: what stands on it.
        T_world_object: (4, 4) where that is.
        hand: that takes it.
        candidate: how the hand is laid against it, open and closed.
        way: (W, 4, 4) palms on the way, in the frame of the palm that grasps.
    """
    T = _frame(obj, T_world_object)
    seen = se3.apply(se3.inverse(T) @ T_world_object, obj.vertices)[:, :2]
    low, high = seen.min(axis=0) - ROUND_IT, seen.max(axis=0) + ROUND_IT
    x, y = (np.arange(a, b - CELL / 2, CELL) + CELL / 2 for a, b in zip(low, high, strict=True))
    postures = _postures(hand, candidate, se3.inverse(T) @ T_world_object, way)
    free = _free(x, y, postures)
    boards = _boards(free)
    if not boards:
        return None
    height = min(STAND_HEIGHT, max(float(T[2, 3]), STAND_HEIGHT / 4))
    pieces = []
    for i0, i1, j0, j1 in boards:
        size = (CELL * (i1 - i0), CELL * (j1 - j0), height)
        centre = (low[0] + CELL * (i0 + i1) / 2, low[1] + CELL * (j0 + j1) / 2, -height / 2)
        pieces.append((size, np.array(centre)))
    return _object(pieces), T


def _frame(obj: Object, T_world_object: np.ndarray) -> np.ndarray:
    """(4, 4) below the centre of mass, level with the lowest point, x along the object; world."""
    points = se3.apply(T_world_object, obj.vertices)
    along = np.linalg.eigh(np.cov(points[:, :2].T))[1][:, 1]
    T = np.eye(4)
    T[:2, 0], T[:2, 1] = along, (-along[1], along[0])
    T[:2, 3], T[2, 3] = se3.apply(T_world_object, obj.com)[:2], points[:, 2].min()
    return T


def _postures(
    hand: Hand, candidate: Candidate, T_top_object: np.ndarray, way: np.ndarray
) -> Capsules:
    """The hand closing, and open on its way, in the frame of the top."""
    T_top_palm = T_top_object @ candidate.T_object_palm
    travel = FURTHEST * candidate.shut * (candidate.q_closed - candidate.q_open)
    q = candidate.q_open + np.array(CLOSING)[:, None] * travel
    closing = hand_capsules(hand, q, GROUPS, forearm=False, edges=True)
    opened = hand_capsules(hand, candidate.q_open, GROUPS, forearm=False, edges=True)
    forearm = hand_capsules(hand, 0 * candidate.q_open, ("palm",))
    parts = [part.moved(T_top_palm) for part in (closing, forearm)]
    parts += [opened.moved(T_top_palm @ M) for M in way]
    return Capsules(*map(np.concatenate, zip(*parts, strict=True)))


def _free(x: np.ndarray, y: np.ndarray, postures: Capsules) -> np.ndarray:
    """(X, Y) bool: columns about these middles [m] that nothing comes near."""
    columns = np.stack([*np.meshgrid(x, y, indexing="ij")], axis=-1).reshape(-1, 2)
    free = np.ones(len(columns), dtype=bool)
    for depth in DEPTHS:
        points = np.column_stack([columns, np.full(len(columns), -depth)])
        free &= postures.distance(points).min(axis=1) > CLEAR + CELL / 2
    return free.reshape(len(x), len(y))


def _boards(free: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Rectangles of cells, as first and past-the-last x and y, that cover what is free."""
    left, found = free.copy(), []
    while left.any():
        i, j = (int(k) for k in np.argwhere(left)[0])
        j1 = j + int(np.argmin(np.append(left[i, j:], False)))
        whole = np.append(left[i:, j:j1].all(axis=1), False)
        i1 = i + int(np.argmin(whole))
        left[i:i1, j:j1] = False
        found.append((i, i1, j, j1))
    return found


def _object(pieces: list[tuple[tuple[float, float, float], np.ndarray]]) -> Object:
    vertices, faces, parts, count = [], [], [], 0
    for size, centre in pieces:
        one = box(size, mass=1.0)
        vertices.append(one.vertices + centre)
        faces.append(one.faces + count)
        parts.append(ConvexPart("box", np.array(size) / 2, centre))
        count += len(one.vertices)
    return Object.from_mesh(
        "post",
        np.concatenate(vertices),
        np.concatenate(faces),
        tuple(parts),
        mass=1.0,
        color=POST_COLOR,
    )
