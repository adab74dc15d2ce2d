"""Close visible gaps by letting links stretch a little (4.7).

Where two links come apart at a joint both are drawn to the point half-way. A link is then turned,
moved and stretched along the line between its joints, by no more than people fail to see.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3

UNSEEN = 0.05
"""Share of a link's length that it may grow or shrink (Harrison et al. 2004)."""


@dataclass(frozen=True, eq=False)
class Stretched:
    """Links after closing gaps. A point x of link i goes to T (x₀ + (1 + s a aᵀ)(x − x₀))."""

    poses: np.ndarray
    """(links, 4, 4) T"""
    stretch: np.ndarray
    """(links,) s, from −limit to limit"""
    pivots: np.ndarray
    """(links, 3) x₀ [m], link frame: the joint towards the base"""
    axes: np.ndarray
    """(links, 3) unit a, link frame"""

    def points(self, link: np.ndarray, x: np.ndarray) -> np.ndarray:
        """World positions (n, 3) of points x (n, 3) [m] fixed to links given by row (n,)."""
        away = x - self.pivots[link]
        along = np.einsum("ni,ni->n", away, self.axes[link])
        moved = x + (self.stretch[link] * along)[:, None] * self.axes[link]
        return se3.apply(self.poses[link], moved)


def close_gaps(mechanism: Mechanism, poses: np.ndarray, limit: float = UNSEEN) -> Stretched:
    """Stretch and nudge links so that joints that hold a point close.

    Args:
        mechanism: whose links came apart.
        poses: (links, 4, 4) world, as a reduced model gives them.
        limit: largest share of a link's length.
    """
    if not 0 <= limit < 1:
        raise InputError(f"the stretch limit is {limit!r}; expected a share from 0 to below 1.")
    links = len(mechanism.links)
    pivots, axes = np.zeros((links, 3)), np.tile([1.0, 0, 0], (links, 1))
    stretch, new = np.zeros(links), np.array(poses, dtype=float)
    meet = _meeting_points(mechanism, poses)
    for k in range(links):
        near, far = _ends(mechanism, k, meet)
        if k == mechanism.base or near is None:
            continue
        pivots[k] = near[0]
        if far is None:
            new[k, :3, 3] += near[1] - se3.apply(poses[k], near[0])
            continue
        rest, wanted = far[0] - near[0], far[1] - near[1]
        length = float(np.linalg.norm(rest))
        if length == 0:
            continue
        axes[k] = rest / length
        stretch[k] = np.clip(np.linalg.norm(wanted) / length - 1, -limit, limit)
        turn = _shortest_turn(poses[k, :3, :3] @ axes[k], wanted)
        new[k, :3, :3] = turn @ poses[k, :3, :3]
        # What the limit leaves over is shared by both ends.
        end = near[0] + (1 + stretch[k]) * rest
        middle = new[k, :3, :3] @ (near[0] + end) / 2
        new[k, :3, 3] = (near[1] + far[1]) / 2 - middle
    return Stretched(new, stretch, pivots, axes)


def stretched_gaps(mechanism: Mechanism, stretched: Stretched) -> np.ndarray:
    """(J,) [m] that remain at joints that hold a point; 0 at the others."""
    a = stretched.points(mechanism.parent_rows, mechanism.T_parent_joint[:, :3, 3])
    b = stretched.points(mechanism.child_rows, mechanism.T_child_joint[:, :3, 3])
    return np.where(_holds(mechanism), np.linalg.norm(b - a, axis=1), 0.0)


def _holds(mechanism: Mechanism) -> np.ndarray:
    return np.array([joint.holds_point for joint in mechanism.joints])


def _meeting_points(mechanism: Mechanism, poses: np.ndarray) -> np.ndarray:
    """(J, 2, 3) where parent and child should have the joint: half-way, or on a base that stands
    still; joints that slide or spring leave both where they are.
    """
    a = se3.apply(poses[mechanism.parent_rows], mechanism.T_parent_joint[:, :3, 3])
    b = se3.apply(poses[mechanism.child_rows], mechanism.T_child_joint[:, :3, 3])
    half = np.where((mechanism.parent_rows == mechanism.base)[:, None], a, (a + b) / 2)
    holds = _holds(mechanism)[:, None]
    return np.stack([np.where(holds, half, a), np.where(holds, half, b)], axis=1)


_End = tuple[np.ndarray, np.ndarray]


def _ends(mechanism: Mechanism, link: int, meet: np.ndarray) -> tuple[_End | None, _End | None]:
    """Where a link hangs and where it carries on, each in its own frame and in the world."""
    rows = list(mechanism.parent_joints[link])
    near = None
    if rows:
        local = mechanism.T_child_joint[rows, :3, 3].mean(axis=0)
        near = (local, meet[rows, 1].mean(axis=0))
    outward = mechanism.child_joints[link]
    if not outward:
        return near, None
    rows = list(outward)
    local = mechanism.T_parent_joint[rows, :3, 3].mean(axis=0)
    return near, (local, meet[rows, 0].mean(axis=0))


def _shortest_turn(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Rotation (3, 3) that turns a onto the direction of b."""
    b = b / np.linalg.norm(b)
    v, c = np.cross(a, b), float(a @ b)
    K = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + K + K @ K / (1 + c)
