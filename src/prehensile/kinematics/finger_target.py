"""A fingertip to a point in space: abduction turns the flexion plane, the plane is solved exactly.

The point p, in the knuckle's frame at distance ρ from the abduction axis, lies in the flexion plane
for two abductions, half a turn apart: the finger reaches forwards, or curls back behind its
knuckle. Only one of them is within the joint limits, unless the target lies on the axis.

Out of reach, the nearest pose is found among all that can be the nearest: each is bent least or
most and points at the target, or has its knuckle at a limit and bends along a curve.
"""

from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.kinematics.finger_chain import TipPoint, finger_chain
from prehensile.kinematics.finger_ik import (
    COUPLING,
    REACHES,
    FingerIK,
    Reach,
    check_near,
    check_numbers,
)
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3

HIT = 1e-13
"""[m] Misses above may be a joint limit at work, and are looked into."""
REACHED = 1e-9
"""[m] Misses up to here are rounding in the target."""
GRID, GOLDEN, POLISH = 65, 30, 4
"""Samples of the bend, then golden sections around the best, then Newton steps."""


class FingerPose(NamedTuple):
    """Angles that bring a fingertip to a point, and how far off it stays."""

    angles: np.ndarray
    """(..., 4) [rad] mcp_abd, mcp_flex, pip_flex, dip_flex"""
    miss: np.ndarray
    """(...,) [m] from the fingertip to the target"""


class FingerTarget:
    """Places the fingertip of one finger of a hand, within its joint limits, θ_DIP = λ θ_PIP.

    Args:
        hand: whose finger; a loaded hand's must bend in one plane.
        finger: index, middle, ring or little.
        point: ``pad`` places the centre of the fingertip pad, ``tip`` the end of the finger.
        ratio: λ, above 0 up to 1.

    Raises:
        UnknownNameError: no such finger or point.
        InputError: a ratio outside its range, or a finger that is built otherwise.
    """

    def __init__(self, hand: Hand, finger: str, point: TipPoint = "pad", ratio: float = COUPLING):
        self.hand, self.finger, self.point = hand, finger, point
        self.chain = finger_chain(hand, finger, point)
        FingerIK(self.chain.lengths, ratio)  # refuses a bad ratio before it is used below
        lower, upper = self.chain.lower, self.chain.upper
        low, high = max(lower[2], lower[3] / ratio), min(upper[2], upper[3] / ratio, np.pi)
        if low >= high:
            raise InputError(
                f"the limits of {self.chain.joints[2]} and {self.chain.joints[3]} leave no bend "
                f"with the coupling ratio {ratio:g}."
            )
        self._plane = FingerIK(
            self.chain.lengths,
            ratio,
            exact=True,
            tip_angle=self.chain.tip_angle,
            bend=(low, high),
        )
        self._columns = [hand.joint_index(name) for name in self.chain.joints]

    def solve(self, target: Any, reach: Reach = "error") -> FingerPose:
        """Angles that bring the fingertip to a target.

        Args:
            target: (..., 3) [m] in the palm's frame.
            reach: what to do about targets out of reach: ``error``, or ``nearest`` for the pose
                that brings the fingertip nearest.

        Raises:
            InputError: a target that is not finite, farther than 2 m, of a wrong shape, or out of
                reach; the message says by how many millimetres.
        """
        if reach not in REACHES:
            raise UnknownNameError("reach", str(reach), REACHES)
        goal = check_numbers("target", target, 3)
        batch, goal = goal.shape[:-1], goal.reshape(-1, 3)
        check_near(goal)
        local = se3.apply(se3.inverse(self.chain.T_palm_knuckle), goal)
        angles, miss = self._best([self._aim(local, side) for side in (0, 1)], local)
        missed = np.flatnonzero(miss > HIT)
        if missed.size:
            near, how_far = self._nearest(local[missed])
            better = how_far < miss[missed]
            angles[missed[better]], miss[missed[better]] = near[better], how_far[better]
        if reach == "error" and (miss > REACHED).any():
            worst = int(miss.argmax())
            raise InputError(
                f"target {np.array2string(goal[worst], precision=4)} m is {1e3 * miss[worst]:.3g} "
                f"mm out of reach of the {self.finger} {self.point}, which gets "
                f"{1e3 * self._plane.nearest:.1f} to {1e3 * self._plane.farthest:.1f} mm from its "
                "knuckle within the joint limits; move it, or take reach='nearest'."
            )
        return FingerPose(angles.reshape(*batch, 4), miss.reshape(batch))

    def place(
        self,
        q: np.ndarray,
        target: Any,
        T_world_forearm: np.ndarray | None = None,
        reach: Reach = "error",
    ) -> tuple[np.ndarray, np.ndarray]:
        """The joint vectors ``q`` with this finger bent to a target in the world.

        Args:
            q: (..., dof) [rad]; its wrist angles say where the palm is.
            target: (..., 3) [m], world (the forearm's frame if that is left out).
            T_world_forearm: (..., 4, 4), as in :func:`segment_transforms`.
            reach: as in :meth:`solve`.

        Returns:
            (..., dof) [rad] and (...,) [m], the misses.
        """
        goal = check_numbers("target", target, 3)
        palm = palm_transform(self.hand, q, T_world_forearm)
        found = self.solve(se3.apply(se3.inverse(palm), goal), reach)
        q = np.array(np.broadcast_to(q, (*found.miss.shape, self.hand.dof)), dtype=float)
        q[..., self._columns] = found.angles
        return q, found.miss

    def _aim(self, p: np.ndarray, side: int) -> np.ndarray:
        """(N, 4) poses with the plane turned to the target, forwards (0) or behind (1)."""
        abduction, x, y = self._into_plane(p, side)
        bend = self._plane.solve(np.stack([x, y], axis=-1), "nearest").angles
        flex = _onto(bend[:, 0], self.chain.lower[1], self.chain.upper[1])
        return self._pose(abduction, flex, bend[:, 1])

    def _pose(self, abduction: np.ndarray, flex: np.ndarray, pip: np.ndarray) -> np.ndarray:
        """(N, 4) with the coupled DIP angle; limits are not left by rounding either."""
        angles = np.stack([abduction, flex, pip, self._plane.ratio * pip], axis=-1)
        return np.clip(angles, self.chain.lower, self.chain.upper)

    def _into_plane(self, p: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The best abduction and the target's x and y in that flexion plane."""
        towards = self.chain.sideways * np.arctan2(p[:, 1], p[:, 0])
        abduction = _onto(towards + side * np.pi, self.chain.lower[0], self.chain.upper[0])
        x = np.hypot(p[:, 0], p[:, 1]) * np.cos(abduction - towards)
        return abduction, x, -p[:, 2]

    def _best(self, poses: list[np.ndarray], p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For every target the pose that comes nearest, and its miss."""
        tried = np.stack(poses)
        miss = np.linalg.norm(self._forward(tried) - p, axis=-1)
        best = miss.argmin(axis=0), np.arange(len(p))
        return tried[best], miss[best]

    def _forward(self, angles: np.ndarray) -> np.ndarray:
        """(..., 3) [m] the fingertip in the knuckle's frame."""
        flat = self._plane.forward(angles[..., 1:])
        turn = self.chain.sideways * angles[..., 0]
        x, y = flat[..., 0], flat[..., 1]
        return np.stack([x * np.cos(turn), x * np.sin(turn), -y], axis=-1)

    def _nearest(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The nearest pose of all for targets out of reach."""
        poses = []
        for side in (0, 1):
            abduction, x, y = self._into_plane(p, side)
            for bend in self._plane.bend:
                pip = np.full(len(p), float(bend))
                at = self._plane.forward(_pose3(0 * pip, pip, self._plane.ratio))
                flex = np.arctan2(y, x) - np.arctan2(at[:, 1], at[:, 0])
                flex = _onto(flex, self.chain.lower[1], self.chain.upper[1])
                poses.append(self._pose(abduction, flex, pip))
            for limit in (self.chain.lower[1], self.chain.upper[1]):
                flex = np.full(len(p), limit)
                pip = self._nearest_bend(flex, np.stack([x, y], axis=-1))
                poses.append(self._pose(abduction, flex, pip))
        return self._best(poses, p)

    def _nearest_bend(self, flex: np.ndarray, goal: np.ndarray) -> np.ndarray:
        """θ_PIP (N,) that brings the tip nearest to ``goal`` (N, 2) with the knuckle held."""
        low, high = (float(b) for b in self._plane.bend)

        def off(pip: np.ndarray) -> np.ndarray:
            tip = self._plane.forward(_pose3(flex, pip, self._plane.ratio))
            return ((tip - goal) ** 2).sum(-1)

        grid = np.linspace(low, high, GRID)
        best = np.array([off(np.full(len(goal), g)) for g in grid]).argmin(axis=0)
        a, b = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, GRID - 1)]
        shrink = (np.sqrt(5) - 1) / 2
        for _ in range(GOLDEN):
            left, right = b - shrink * (b - a), a + shrink * (b - a)
            lower = off(left) < off(right)
            a, b = np.where(lower, a, left), np.where(lower, right, b)
        pip = 0.5 * (a + b)
        for _ in range(POLISH):
            new = np.clip(pip - self._newton(flex, pip, goal), low, high)
            pip = np.where(off(new) <= off(pip), new, pip)
        return pip

    def _newton(self, flex: np.ndarray, pip: np.ndarray, goal: np.ndarray) -> np.ndarray:
        """Newton's step for |tip − goal|² along the bend; zero where it is not convex."""
        _, l2, l3 = self.chain.lengths
        k = 1 + self._plane.ratio
        tip = self._plane.forward(_pose3(flex, pip, self._plane.ratio))
        a, b = flex + pip, flex + k * pip + self.chain.tip_angle
        first = l2 * np.array([-np.sin(a), np.cos(a)]) + k * l3 * np.array([-np.sin(b), np.cos(b)])
        second = -l2 * np.array([np.cos(a), np.sin(a)]) - k**2 * l3 * np.array(
            [np.cos(b), np.sin(b)]
        )
        away = (tip - goal).T
        curvature = (first * first + away * second).sum(0)
        slope = (away * first).sum(0)
        return np.where(curvature > 0, slope / np.where(curvature > 0, curvature, 1.0), 0.0)


def _pose3(flex: np.ndarray, pip: np.ndarray, ratio: float) -> np.ndarray:
    return np.stack([flex, pip, ratio * pip], axis=-1)


def _onto(angle: np.ndarray, lower: float, upper: float) -> np.ndarray:
    """The angle within the limits that is nearest on the circle."""
    middle = 0.5 * (lower + upper)
    around = middle + np.remainder(angle - middle + np.pi, 2 * np.pi) - np.pi
    return np.clip(around, lower, upper)
