"""Where to grasp: corpus poses laid against an object's surface, ranked.

A candidate puts the virtual object that a corpus pose was made for where the real one is, turned
about its axis, and slides the palm up to the surface. The score asks whether the size fits, how
many digits will meet the surface when they close, and whether they will oppose each other. Physics
decides afterwards; this only chooses what is worth trying.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from prehensile.hand.corpus import CorpusPose, corpus
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import GROUP_OF_SEGMENT, GROUPS, Capsule
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.world.object import Object

SURFACE_POINTS = 700
TURNS = 16
"""Angles about the object's axis."""
HEIGHTS = (0.0, 0.02, -0.02)
"""[m] along the axis from the centre of mass"""
SLAB = 0.03
"""[m] The palm is wider than this either side of where it grasps."""
STEPS = 12
"""Closing is sampled this finely to find where each digit touches."""
CLOSED_PER_POSE = 24
"""Closing is costly to sample: only this many placements of a pose are closed."""
PALM_GAP = 0.0015
"""[m] left between palm and surface for power grasps"""
CLEARANCE = 0.003
"""[m] that the open hand keeps from everything on its way in"""
TOUCHING = 0.0005
"""[m] that it still keeps where it grasps"""
APPROACH = 0.13
"""[m] over which the hand comes"""
APPROACHES = ((0, 0, 1), (-0.5, 0, 0.87), (-0.87, 0, 0.5), (-1, 0, 0), (-0.6, 0.5, 0.6),
              (-0.6, -0.5, 0.6), (0, 0.5, 0.87), (0, -0.5, 0.87))  # fmt: skip
"""Ways to back off from the grasp, palm frame (+z: away from the palm; −x: towards the arm)"""
SWEPT = (0.015, 0.03, 0.05, 0.075, 0.1, APPROACH)
"""[m] along the way, where the open hand must be clear of object and stand"""
STAND_REACH = 0.25
"""[m] of the stand below the object that counts as an obstacle"""


Shapes = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Starts, ends (C, 3) and radii (C,) of capsules [m]"""


@dataclass(frozen=True)
class Candidate:
    """One way to grasp."""

    pose: str
    """name in the corpus"""
    q_open: np.ndarray
    q_closed: np.ndarray
    T_object_palm: np.ndarray
    """(4, 4)"""
    approach: np.ndarray
    """(3,) [m] from there back to where the hand starts, palm frame"""
    score: float
    touching: int
    """digits expected to meet the surface"""


def grasp_candidates(
    hand: Hand, obj: Object, T_world_object: np.ndarray, rng: np.random.Generator, most: int = 12
) -> list[Candidate]:
    """The best candidates, best first, no more than a third of them with the same pose."""
    points, normals = surface_points(obj, SURFACE_POINTS, rng)
    up = T_world_object[:3, :3].T @ [0, 0, 1]
    stand = _stand_points(obj, up)
    found: list[Candidate] = []
    for entry in corpus().values():
        if entry.object is None or entry.thumb != "abducted":
            continue
        frames = list(_frames(entry, obj, points, up, hand))
        if frames:
            found += _score(hand, entry, frames, points, normals, stand, up, obj)
    found.sort(key=lambda c: -c.score)
    chosen: list[Candidate] = []
    for c in found:
        same = [o for o in chosen if o.pose == c.pose]
        close = any(np.linalg.norm(o.T_object_palm - c.T_object_palm) < 0.3 for o in same)
        if len(same) < max(most // 3, 1) and not close:
            chosen.append(c)
        if len(chosen) == most:
            break
    return chosen


def surface_points(
    obj: Object, count: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Points spread evenly over the surface (count, 3) [m] and outward normals, object frame."""
    a, b, c = (obj.vertices[obj.faces[:, k]] for k in range(3))
    cross = np.cross(b - a, c - a)
    area = np.linalg.norm(cross, axis=1)
    face = rng.choice(len(area), size=count, p=area / area.sum())
    u, v = rng.random((2, count, 1))
    fold = u + v > 1
    u, v = np.where(fold, 1 - u, u), np.where(fold, 1 - v, v)
    return a[face] + u * (b - a)[face] + v * (c - a)[face], cross[face] / area[face, None]


def open_pose(hand: Hand, entry: CorpusPose) -> np.ndarray:
    """The corpus pose with the fingers opened and the thumb out of the way. (23,) [rad]"""
    q = entry.q.copy()
    for i, name in enumerate(hand.joint_names):
        if name.startswith("thumb"):
            q[i] += {"thumb_cmc_abd": 0.1, "thumb_cmc_flex": -0.5}.get(name, -0.35 * q[i])
        elif name.endswith("flex"):
            q[i] *= 0.25 if "mcp" in name else 0.45
    return np.clip(q, hand.lower, hand.upper)


def _frames(entry: CorpusPose, obj: Object, points: np.ndarray, up: np.ndarray, hand: Hand):
    """Palm poses (4, 4) in the object frame, with the object's radius there."""
    thing = entry.object
    assert thing is not None
    mirror = np.array([1.0, 1.0 if hand.side == "right" else -1.0, 1.0])
    centre, axis = thing.centre * mirror, thing.axis * mirror
    scale = hand.length / 0.181  # the corpus was fitted to the mean hand
    # Columns: the virtual object's axis, the way the palm faces, and what completes them.
    facing = np.array([0.0, 0.0, -1.0])
    if thing.shape == "sphere":
        axis = np.array([0.0, 1.0, 0.0])  # any will do; across the palm reads well
    R_palm = _basis(axis, facing if abs(axis @ facing) < 0.9 else np.array([1.0, 0, 0]))
    for direction in _axes(obj):
        ends = (points - obj.com) @ direction
        for height in HEIGHTS:
            if not ends.min() + 0.008 < height < ends.max() - 0.008:
                continue
            middle, radius = _section(points, obj.com, direction, height)
            if thing.shape == "sphere":
                radius = 0.5 * float(np.median(np.ptp(points, axis=0)))
            for turn, sign in product(np.arange(TURNS) * 2 * np.pi / TURNS, (1, -1)):
                e1, e2 = _perpendicular(direction)
                outward = np.cos(turn) * e1 + np.sin(turn) * e2
                R_object = _basis(sign * direction, outward)
                T = np.eye(4)
                T[:3, :3] = R_object @ R_palm.T
                T[:3, 3] = middle - T[:3, :3] @ (centre * scale)
                yield T, radius


def _score(hand, entry, frames, points, normals, stand, up, obj) -> list[Candidate]:
    thing = entry.object
    q_open, q_closed = open_pose(hand, entry), entry.q
    palm = _shapes(hand, [q_open], ("palm",))
    opened = _shapes(hand, [q_open], GROUPS)
    over = np.array([n.endswith("flex") and "wrist" not in n for n in hand.joint_names]) * 0.6
    path = [q_open + s * (q_closed + over - q_open) for s in np.linspace(0, 1, STEPS)]
    moving = [_shapes(hand, path, (d,)) for d in DIGITS]
    placed = []
    for T, radius in frames:
        fit = abs(np.log(max(radius, 0.003) / thing.size[0]))
        if fit > 0.9:
            continue
        score = (
            -1.5 * fit
            + (0.4 if entry.kind == "power" else 0.0)
            + 0.5 * _thumb_up(T, up, hand)
            - 1.2 * max(0.0, float(T[:3, 0] @ up) - 0.3)  # a forearm from below meets the stand
        )
        placed.append((score, T))
    placed.sort(key=lambda item: -item[0])
    found: list[Candidate] = []
    for score, T in placed:
        T, local = _seat(T, palm, points, entry.kind == "power")
        if T is None or _distance(opened, local).min() < TOUCHING:
            continue
        stand_local = se3.apply(se3.inverse(T), stand)
        if _distance(opened, stand_local).min() < CLEARANCE:
            continue
        approach = _approach(opened, np.concatenate([local, stand_local]))
        if approach is None:
            continue
        touching, push = _closing(moving, local, normals @ T[:3, :3])
        if not touching[0] or touching.sum() < 2:
            continue
        # Pushes that cancel: the shorter their sum beside their count, the better they oppose.
        balance = np.linalg.norm(push.sum(axis=0)) / touching.sum()
        wanted = np.array([d in thing.touch for d in DIGITS])
        score += 2.0 * (touching & wanted).sum() / wanted.sum() + 0.3 * touching.sum()
        score -= 1.5 * balance
        found.append(
            Candidate(entry.name, q_open, q_closed, T, approach, float(score), int(touching.sum()))
        )
        if len(found) == CLOSED_PER_POSE:
            break
    return found


def _seat(T: np.ndarray, palm, points: np.ndarray, slide: bool):
    """Slide the palm along its normal until it nearly touches; None if that is too far."""
    local = se3.apply(se3.inverse(T), points)
    gap = _distance(palm, local).min()
    move = PALM_GAP - gap
    if not slide and gap >= PALM_GAP:
        return T, local
    if not -0.03 < move < 0.05:
        return None, local
    T = T.copy()
    T[:3, 3] += move * T[:3, 2]  # the palm faces −z, so backing off is along +z
    return T, se3.apply(se3.inverse(T), points)


def _approach(opened: Shapes, obstacles: np.ndarray) -> np.ndarray | None:
    """The first way in on which the open hand touches nothing. (3,) [m], palm frame"""
    for way in APPROACHES:
        direction = np.array(way) / np.linalg.norm(way)
        # Moving the hand by +d is moving everything else by −d.
        if all(_distance(opened, obstacles - s * direction).min() > CLEARANCE for s in SWEPT):
            return APPROACH * direction
    return None


def _thumb_up(T: np.ndarray, up: np.ndarray, hand: Hand) -> float:
    """1 for a thumb above the fingers or a palm that faces down, −1 for the opposite."""
    thumb = T[:3, 1] * (1.0 if hand.side == "right" else -1.0)
    return max(float(thumb @ up), float(T[:3, 2] @ up), -1.0)


def _closing(moving, local: np.ndarray, normals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which digits meet the surface, and with which unit push (palm frame)."""
    touching = np.zeros(len(DIGITS), dtype=bool)
    push = np.zeros((len(DIGITS), 3))
    for d, shapes in enumerate(moving):
        distance = _distance(shapes, local).reshape(len(local), STEPS, -1).min(axis=2)  # (N, steps)
        met = np.flatnonzero(distance.min(axis=0) < 0.0005)
        if met.size:
            touching[d] = True
            push[d] = -normals[distance[:, met[0]].argmin()]
    return touching, push


def _shapes(hand: Hand, poses: list[np.ndarray], groups: tuple[str, ...]) -> Shapes:
    """Starts, ends (C, 3) and radii (C,) of the capsules of some groups, pose after pose.

    In the palm frame. The palm's box is left out: it lies inside the palm's capsules.
    """
    starts, ends, radii = [], [], []
    for q in poses:
        T = segment_transforms(hand, q)
        for name, segment in hand.segments.items():
            if GROUP_OF_SEGMENT[name] not in groups:
                continue
            for shape in segment.shapes:
                if isinstance(shape, Capsule):
                    starts.append(se3.apply(T[name], shape.start))
                    ends.append(se3.apply(T[name], shape.end))
                    radii.append(shape.radius)
    return np.array(starts), np.array(ends), np.array(radii)


def _distance(shapes: Shapes, points: np.ndarray) -> np.ndarray:
    """Distance of points (N, 3) to each capsule. (N, C)"""
    start, end, radius = shapes
    along = end - start
    square = (along * along).sum(axis=1)
    # |p − s − t a|² with t = (p − s)·a / a·a cut to [0, 1], without (N, C, 3) arrays.
    pa = points @ along.T - (start * along).sum(axis=1)
    t = np.clip(pa / square, 0, 1)
    ps = (points * points).sum(axis=1)[:, None] - 2 * points @ start.T + (start * start).sum(axis=1)
    return np.sqrt(np.maximum(ps - 2 * t * pa + t * t * square, 0)) - radius


def _axes(obj: Object) -> list[np.ndarray]:
    """Directions worth grasping across: the mesh's own axes and the principal ones."""
    principal = np.linalg.eigh(obj.inertia)[1].T
    axes: list[np.ndarray] = []
    for a in (*np.eye(3)[[2, 0, 1]], *principal):
        if all(abs(a @ b) < np.cos(np.radians(12)) for b in axes):
            axes.append(a)
    return axes


def _section(
    points: np.ndarray, com: np.ndarray, axis: np.ndarray, height: float
) -> tuple[np.ndarray, float]:
    """Centre (3,) and radius of the circle that fits a slab best; outliers (handles) trimmed."""
    along = (points - com) @ axis - height
    slab = points[np.abs(along) < SLAB]
    e1, e2 = _perpendicular(axis)
    xy = np.stack([(slab - com) @ e1, (slab - com) @ e2], axis=1)
    keep = np.ones(len(xy), dtype=bool)
    centre, radius = xy.mean(axis=0), 0.0
    for _ in range(4):
        p = xy[keep]
        A = np.column_stack([2 * p, np.ones(len(p))])
        solution = np.linalg.lstsq(A, (p * p).sum(axis=1), rcond=None)[0]
        centre = solution[:2]
        distance = np.linalg.norm(xy - centre, axis=1)
        radius = float(np.median(distance[keep]))
        error = np.abs(distance - radius)
        keep = error <= np.quantile(error, 0.75)
    return com + height * axis + centre[0] * e1 + centre[1] * e2, radius


def _stand_points(obj: Object, up: np.ndarray) -> np.ndarray:
    """Points on a post below the object, in its frame."""
    foot = obj.centre - up * float(((obj.centre - obj.vertices) @ up).max())
    e1, e2 = _perpendicular(up)
    turn = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    ring = 0.025 * (np.cos(turn)[:, None] * e1 + np.sin(turn)[:, None] * e2)
    depth = np.linspace(0.004, STAND_REACH, 12)
    return (foot + ring[None] - depth[:, None, None] * up).reshape(-1, 3)


def _perpendicular(axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    helper = np.eye(3)[int(np.abs(axis).argmin())]
    e1 = np.cross(axis, helper)
    e1 /= np.linalg.norm(e1)
    return e1, np.cross(axis, e1)


def _basis(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Right-handed frame (3, 3): column 0 along ``first``, column 1 towards ``second``."""
    a = first / np.linalg.norm(first)
    b = second - a * (a @ second)
    b /= np.linalg.norm(b)
    return np.stack([a, b, np.cross(a, b)], axis=1)
