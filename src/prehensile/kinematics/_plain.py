"""The plain twin of ``_kernels``: the same functions on whole arrays, for reading and as oracle.

Each takes a finger table (1, 12) or (N, 12) and targets (N, 2) [m] in the flexion plane, x along
the straight finger and y palmar, and fills angles (N, 3) [rad] (MCP, PIP, DIP) and miss (N,) [m]:
how much farther than the finger reaches the target lies (negative: how much too near). A target
out of reach is solved at the nearest distance that is not.
"""

import numpy as np

from prehensile.kinematics.finger_table import (
    FAR,
    IP,
    LEAST,
    LONGEST,
    MOST,
    NEAR,
    PHI,
    PP,
    STRAIGHT,
    B,
    X,
    Y,
    point,
)

ROUNDING = 1e-12
"""A cosine this far beyond ±1 is rounding; it moves the tip by less than 1e-10 mm."""
NEARLY_STRAIGHT = 1e-3
"""[rad] Below, the curvature in u is lost to cancellation (F″ − F′/t is of order t²), and the
Newton step alone squares an error that is already below 1e-6."""
STRAIGHT_LIMIT = 1e-8
"""[rad] Below, F′/t is its limit F″."""
STUCK = 16.0
"""Over 2: how much shorter than Newton's a Halley step may be."""
SLACK = 1e-7
"""[rad] A bracket may be left by rounding: the bend of a nearly straight finger is only known to
the root of the machine precision."""


def closed_form(
    table: np.ndarray, targets: np.ndarray, angles: np.ndarray, miss: np.ndarray
) -> None:
    """Equations (11)–(15); NaN where no triangle closes, |cos β| > 1."""
    goal = np.hypot(targets[:, 0], targets[:, 1])
    d = np.clip(goal, table[:, NEAR], table[:, FAR])
    l1, l2 = table[:, PP], table[:, IP]
    l3 = np.hypot(table[:, X], table[:, Y])
    pip = table[:, STRAIGHT] + np.arccos(np.minimum(d / table[:, LONGEST], 1)) / table[:, B]  # (11)
    m = np.sqrt(l1**2 + l2**2 + 2 * l1 * l2 * np.cos(pip))  # (12)
    alpha = np.arctan2(l1 * np.sin(pip), l2 + l1 * np.cos(pip))  # (13), exact near straight too
    cos_beta = (l3**2 + m**2 - d**2) / (2 * l3 * m)
    cos_beta = np.where(np.abs(cos_beta) > 1 + ROUNDING, np.nan, np.clip(cos_beta, -1, 1))
    beta = np.arccos(cos_beta)  # (14)
    dip = np.pi - alpha - beta - table[:, PHI]  # (15)
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
    d = np.clip(goal, table[:, NEAR], table[:, FAR])
    low, high = (np.broadcast_to(table[:, k], d.shape) for k in (LEAST, MOST))
    t = np.arccos(np.minimum(d / table[:, LONGEST], 1)) / table[:, B]
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
    pip = table[:, STRAIGHT] + np.clip(t, table[:, LEAST], table[:, MOST])
    _finish(table, targets, pip, ratio * pip, angles)
    miss[:] = goal - d


def _derivatives(
    table: np.ndarray, ratio: float, t: np.ndarray, d: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """F = d²(θ) − d² and its first two derivatives by θ, at θ = θ₀ + t."""
    pip = table[:, STRAIGHT] + t
    l1, l2, x, y = (table[:, k] for k in (PP, IP, X, Y))
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
