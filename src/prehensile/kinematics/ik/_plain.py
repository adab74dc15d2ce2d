"""The plain twin of ``_kernels``: the same functions on whole arrays, for reading and as oracle.

Each takes a finger table (1,) or (N,) and targets (N, 2) [m] in the flexion plane, x along
the straight finger and y palmar, and fills angles (N, 3) [rad] (MCP, PIP, DIP) and miss (N,) [m]:
how much farther than the finger reaches the target lies (negative: how much too near). A target
out of reach is solved at the nearest distance that is not.
"""

import numpy as np

from prehensile.kinematics.forward import hinge
from prehensile.kinematics.ik.digit_nearest import digit_nearest
from prehensile.kinematics.ik.digit_plane import (
    HIT,
    abductions,
    best_pose,
    digit_miss,
    in_root,
    into_plane,
)
from prehensile.kinematics.ik.finger_table import point
from prehensile.kinematics.ik.free_bend import Bones, at_a_limit, nearly_straight, onto

ROUNDING = 1e-12
"""A cosine this far beyond ±1 is rounding; it moves the tip by less than 1e-10 mm."""
NEARLY_STRAIGHT = 1e-3
"""[rad] Below, the curvature in u is lost to cancellation (F″ − F′/t is of order t²), and the
Newton step alone squares an error that is already below 1e-6."""
STRAIGHT_LIMIT = 1e-8
"""[rad] Below, F′/t is its limit F″."""
STUCK = 16.0
"""Over 2: how much shorter than Newton's a Halley step may be."""
SETTLING = 3
"""Newton steps that land a coupled digit whose root was cut to its limit by rounding."""
SLACK = 1e-7
"""[rad] A bracket may be left by rounding: the bend of a nearly straight finger is only known to
the root of the machine precision."""


def closed_form(
    table: np.ndarray, targets: np.ndarray, angles: np.ndarray, miss: np.ndarray
) -> None:
    """Equations (11)–(15); NaN where no triangle closes, |cos β| > 1."""
    goal = np.hypot(targets[:, 0], targets[:, 1])
    d = np.clip(goal, table["near"], table["far"])
    l1, l2 = table["first"], table["second"]
    l3 = np.hypot(table["x"], table["y"])
    pip = table["straight"] + np.arccos(np.minimum(d / table["longest"], 1)) / table["rate"]  # (11)
    m = np.sqrt(l1**2 + l2**2 + 2 * l1 * l2 * np.cos(pip))  # (12)
    alpha = np.arctan2(l1 * np.sin(pip), l2 + l1 * np.cos(pip))  # (13), exact near straight too
    cos_beta = (l3**2 + m**2 - d**2) / (2 * l3 * m)
    cos_beta = np.where(np.abs(cos_beta) > 1 + ROUNDING, np.nan, np.clip(cos_beta, -1, 1))
    beta = np.arccos(cos_beta)  # (14)
    dip = np.pi - alpha - beta - table["phi"]  # (15)
    _finish(table, targets, pip, dip, angles)
    miss[:] = goal - d


def exact(
    table: np.ndarray,
    ratio: float,
    steps: int,
    targets: np.ndarray,
    angles: np.ndarray,
    miss: np.ndarray,
) -> None:
    """Halley steps in u = (θ − θ₀)² from (11), so that θ_DIP = λ θ_PIP and the tip is exact.

    A bracket is halved where a step would leave it, or is less than an eighth of Newton's: stuck,
    where a pad is bent so far that d² turns.
    """
    goal = np.hypot(targets[:, 0], targets[:, 1])
    d = np.clip(goal, table["near"], table["far"])
    low, high = (np.broadcast_to(table[k], d.shape) for k in ("least", "most"))
    t = np.arccos(np.minimum(d / table["longest"], 1)) / table["rate"]
    t = np.clip(t, low, high)
    for _ in range(steps):
        over, first, second = _derivatives(table, ratio, t, d)
        low, high = np.where(over > 0, t, low), np.where(over > 0, high, t)
        tiny = t <= STRAIGHT_LIMIT
        by_t = np.where(tiny, second, first / np.where(tiny, 1.0, t))
        halley = 4 * t**2 * over * by_t
        below = 2 * t**2 * by_t**2 - over * (second - by_t)
        halley /= np.where(tiny, 1.0, below)
        stuck = (t >= NEARLY_STRAIGHT) & (below > STUCK * t**2 * by_t**2)
        newton = 2 * over / by_t
        u = t**2 - np.where(t < NEARLY_STRAIGHT, newton, halley)
        new = np.sqrt(np.maximum(u, 0.0))
        inside = (new >= low - SLACK) & (new <= high + SLACK) & ~stuck
        t = np.where(inside, new, 0.5 * (low + high))
    pip = table["straight"] + np.clip(t, table["least"], table["most"])
    _finish(table, targets, pip, ratio * pip, angles)
    miss[:] = goal - d


def _derivatives(
    table: np.ndarray, ratio: float, t: np.ndarray, d: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """F = d²(θ) − d² and its first two derivatives by θ, at θ = θ₀ + t."""
    pip = table["straight"] + t
    l1, l2, x, y = (table[k] for k in ("first", "second", "x", "y"))
    c1, s1 = np.cos(pip), np.sin(pip)
    c2, s2 = np.cos(ratio * pip), np.sin(ratio * pip)
    c3, s3 = c1 * c2 - s1 * s2, s1 * c2 + c1 * s2
    x2, y2, x3, y3 = x * c2 - y * s2, x * s2 + y * c2, x * c3 - y * s3, x * s3 + y * c3
    square = l1 * l1 + l2 * l2 + x * x + y * y
    value = square + 2 * (l1 * l2 * c1 + l1 * x3 + l2 * x2) - d * d
    first = -2 * (l1 * l2 * s1 + (1 + ratio) * l1 * y3 + ratio * l2 * y2)
    second = -2 * (l1 * l2 * c1 + (1 + ratio) ** 2 * l1 * x3 + ratio**2 * l2 * x2)
    return value, first, second


def _finish(
    table: np.ndarray,
    targets: np.ndarray,
    pip: np.ndarray,
    dip: np.ndarray,
    angles: np.ndarray,
) -> None:
    """The MCP angle turns the tip towards the target: atan2 of both keeps sign and accuracy."""
    x, y = point(table, pip, dip)
    px, py = targets[:, 0], targets[:, 1]
    angles[:, 0] = np.arctan2(x * py - y * px, x * px + y * py)
    angles[:, 1], angles[:, 2] = pip, dip


def digits(table: np.ndarray, goals: np.ndarray, angles: np.ndarray, miss: np.ndarray) -> None:
    """Whole digits to points in space: turn the plane, solve it, and again where that misses.

    Where the coupled digit misses either way, the coupling gives way.

    Takes a digit table (k,) and goals (N, k, 3) [m] in the palm's frame; fills angles
    (N, k, 4) [rad] and miss (N, k) [m], the distance that remains. Poses that miss by more than HIT
    are not yet the nearest: :func:`approach` finds those.
    """
    for j, row in enumerate(table):
        local = in_root(row, goals[:, j])
        best = _aim(row, local, 0)
        off = digit_miss(row, local, best)
        again = np.flatnonzero(off > HIT)
        if again.size:
            other = _aim(row, local[again], 1)
            how_far = digit_miss(row, local[again], other)
            better = how_far < off[again]
            best[again[better]], off[again[better]] = other[better], how_far[better]
        again = np.flatnonzero(off > HIT)
        if again.size:
            settled = _settle(row, local[again], best[again])
            best[again], off[again] = _give_way(row, local[again], settled)
        angles[:, j], miss[:, j] = best, off


def approach(table: np.ndarray, goals: np.ndarray, angles: np.ndarray, miss: np.ndarray) -> None:
    """What :func:`digits` missed, as near as it gets."""
    for j, row in enumerate(table):
        missed = np.flatnonzero(miss[:, j] > HIT)
        if missed.size:
            p = in_root(row, goals[missed, j])
            angles[missed, j], miss[missed, j] = digit_nearest(row, p, angles[missed, j])


def into_palm(
    wrist: np.ndarray, q: np.ndarray, root: np.ndarray, goals: np.ndarray, out: np.ndarray
) -> None:
    """Goals from the world into the palm: back through the forearm, then hinge by hinge.

    Takes a wrist table (m,), joint vectors q (N or 1, dof), T_world_forearm as root (N or 1,
    4, 4) and goals (N, k, 3) [m]; fills out (N, k, 3).
    """
    x = (goals - root[:, None, :3, 3]) @ root[:, :3, :3]
    for row in wrist:
        x = (x - row.rest[:, 3]) @ row.rest[:, :3]
        if row.column >= 0:
            T = hinge(row.axis, q[:, row.column])
            x = x @ T[:, :3, :3]
    out[:] = x


def _aim(row: np.record, p: np.ndarray, side: int) -> np.ndarray:
    """(N, 4) coupled poses with the plane turned to the target."""
    abduction = abductions(row, p)[side]
    flat = into_plane(row, p, abduction)
    bent = np.empty((len(p), 3))
    exact(row.plane, row.ratio, row.steps, flat[:, :2], bent, np.empty(len(p)))
    pose = onto(bent, row.lower[1:], row.upper[1:])
    return np.column_stack([abduction, pose])


def _settle(row: np.record, p: np.ndarray, coupled: np.ndarray) -> np.ndarray:
    """Coupled poses (N, 4) with the bend that brings the tip nearest while the root is held.

    The root of a nearly straight digit is known to half the digits. Cut to its limit, it takes the
    tip off by as much, and the bend can bring it back.
    """
    plane, ratio = row.plane, row.ratio
    flat = into_plane(row, p, coupled[:, 0])
    c, s = np.cos(coupled[:, 1]), np.sin(coupled[:, 1])
    gx, gy = c * flat[:, 0] + s * flat[:, 1], c * flat[:, 1] - s * flat[:, 0]
    pip, k = coupled[:, 2], 1 + ratio
    for _ in range(SETTLING):
        c1, s1, c2, s2 = np.cos(pip), np.sin(pip), np.cos(k * pip), np.sin(k * pip)
        x1, y1 = plane.second * c1, plane.second * s1
        x2, y2 = plane.x * c2 - plane.y * s2, plane.x * s2 + plane.y * c2
        dx, dy = plane.first + x1 + x2 - gx, y1 + y2 - gy
        fx, fy = -y1 - k * y2, x1 + k * x2
        curvature = fx**2 + fy**2 - dx * (x1 + k * k * x2) - dy * (y1 + k * k * y2)
        convex = curvature > 0
        pip = pip - np.where(convex, (dx * fx + dy * fy) / np.where(convex, curvature, 1.0), 0.0)
        pip = np.clip(pip, plane.straight + plane.least, plane.straight + plane.most)
    settled = coupled.copy()
    settled[:, 2:] = onto(np.stack([pip, ratio * pip], axis=-1), row.lower[2:], row.upper[2:])
    nearer = digit_miss(row, p, settled) < digit_miss(row, p, coupled)
    return np.where(nearer[:, None], settled, coupled)


def _give_way(row: np.record, p: np.ndarray, coupled: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of poses (N, 4) that need not be coupled the best; the coupled one where none is nearer."""
    bones = Bones.of(row)
    poses = [coupled[None]]
    for abduction in abductions(row, p):
        goal = into_plane(row, p, abduction)[:, :2]
        free = np.concatenate([at_a_limit(bones, goal), nearly_straight(bones, row.ratio, goal)])
        turn = np.broadcast_to(abduction[:, None], (*free.shape[:2], 1))
        poses.append(np.concatenate([turn, free], axis=-1))
    return best_pose(row, p, np.concatenate(poses))
