"""The pose of the forearm from which fingertips reach their targets best.

Least squares over the six numbers of a rigid motion, with the closed form inside: for every pose
tried, each digit takes its nearest pose to its target, so the joint angles are no unknowns. For a
target g, seen from the palm, half the squared distance to what the digit reaches has the gradient
r = g − tip and, with J and H the tip's first and second derivatives by the joints that are not at a
limit, the Hessian 1 − J (JᵀJ − r·H)⁻¹ Jᵀ. Damped Newton steps with it.

Targets within reach leave a whole set of poses. First, small weights draw the forearm to the given
pose and the joints to the middle of their ranges; then steps without these weights, each the
shortest that helps, land what can be landed. A frame that still misses is tried again from where
the resting, the flat and the half-closed hand lie best, and the best of all is kept.
"""

from typing import Any, NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.ik.digit_motion import DigitMotion, digit_motion
from prehensile.kinematics.ik.digit_solver import REACHED, DigitSolver
from prehensile.kinematics.ik.palm_goals import check_frames
from prehensile.lie import se3, so3

ARM = 0.1
"""[m] A turn counts as what moves this far from the wrist: about a hand's half length."""
STAY = 0.01
"""Staying near: moving the wrist by 10 mm weighs as much as a miss of 0.1 mm."""
MIDDLE = 1e-4
"""[m] Middle of the range: a joint at its limit weighs as much as a miss of 0.1 mm."""
STEPS, LANDING_STEPS = 40, 60
"""At most, with the weights and without."""
LONGEST_STEP = 0.05
"""[m], a turn by half a radian likewise"""
STILL = 1e-10
"""[m] A shorter step ends the search."""
LANDED = 1e-8
"""[m] A frame that misses by less is not tried again."""
GUESS_TURN = 1e-6
"""[m²] Keeps the first guess from turning about a line that one or two targets leave free."""
DAMPING, EASE, BRAKE, LEAST_DAMPING, MOST_DAMPING = 1e-3, 0.1, 8.0, 1e-14, 1e6
"""Added to the curvature at first; times that after a step that helps, or does not; its bounds."""
_V, _W = slice(0, 3), slice(3, 6)
_SCALE = np.array([1.0, 1.0, 1.0, ARM, ARM, ARM])
_AT_LIMIT = 1e-9
"""[rad]"""
_SINGULAR = 1e-10
"""[m²/rad²]"""


class _Seen(NamedTuple):
    """What a pose is worth: cost (N,), gradient (N, 6), Hessian (N, 6, 6), misses (N, k)."""

    cost: np.ndarray
    gradient: np.ndarray
    hessian: np.ndarray
    miss: np.ndarray


class WristSearch:
    """Finds the forearm of one hand for targets of some of its digits."""

    def __init__(self, hand: Hand, solver: DigitSolver):
        self.hand, self._solver = hand, solver
        rest = np.asarray(hand.spec.rest, dtype=float)
        middle = 0.5 * (hand.lower + hand.upper)
        postures = np.array([rest, np.clip(0 * rest, hand.lower, hand.upper), middle])
        self._posture_tips = digit_motion(solver.table, postures[:, solver.columns]).tip

    def run(self, q: np.ndarray, targets: np.ndarray, T_world_forearm: Any = None) -> np.ndarray:
        """T_world_forearm (..., 4, 4) for joint vectors (..., dof) and targets (..., k, 3) [m]."""
        T_forearm_palm = palm_transform(self.hand, q)
        batch = np.broadcast_shapes(q.shape[:-1], targets.shape[:-2])
        start = None if T_world_forearm is None else check_frames(T_world_forearm)
        if start is not None:
            batch = np.broadcast_shapes(batch, start.shape[:-2])
        goal = np.broadcast_to(targets, (*batch, *targets.shape[-2:])).reshape(
            -1, *targets.shape[-2:]
        )
        starts = [self._guess(goal, tips) for tips in self._posture_tips]
        if start is not None:
            given = start @ T_forearm_palm
            starts.insert(0, np.broadcast_to(given, (*batch, 4, 4)).reshape(-1, 4, 4))
        palm, miss = self._search(starts[0], goal)
        for other in starts[1:]:
            again = np.flatnonzero(miss > LANDED)
            if not again.size:
                break
            tried, how_far = self._search(other[again], goal[again])
            better = how_far < miss[again] - LANDED
            palm[again[better]], miss[again[better]] = tried[better], how_far[better]
        return palm.reshape(*batch, 4, 4) @ se3.inverse(T_forearm_palm)

    def _guess(self, goal: np.ndarray, tips: np.ndarray) -> np.ndarray:
        """(N, 4, 4) palms whose fingertips (k, 3) lie nearest to the goals (Kabsch)."""
        at, to = tips.mean(0), goal.mean(1)
        spread = np.einsum("nki,kj->nij", goal - to[:, None], tips - at)
        u, _, vt = np.linalg.svd(spread + GUESS_TURN * np.eye(3))
        u[:, :, 2] *= np.sign(np.linalg.det(u @ vt))[:, None]
        T = np.broadcast_to(np.eye(4), (len(goal), 4, 4)).copy()
        T[:, :3, :3] = u @ vt
        T[:, :3, 3] = to - T[:, :3, :3] @ at
        return T

    def _search(self, start: np.ndarray, goal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(N, 4, 4) palms and the root of the summed squared misses (N,)."""
        T = self._descend(start, start, goal, 1.0, STEPS)
        T = self._descend(T, start, goal, 0.0, LANDING_STEPS)
        return T, np.linalg.norm(self._look(T, start, goal, 0.0).miss, axis=-1)

    def _descend(
        self, T: np.ndarray, home: np.ndarray, goal: np.ndarray, weight: float, steps: int
    ) -> np.ndarray:
        """Damped Newton steps of all frames that still move."""
        T, damping = T.copy(), np.full(len(T), DAMPING)
        seen = self._look(T, home, goal, weight)
        going = np.arange(len(T))
        for _ in range(steps):
            if not weight:
                going = going[seen.miss[going].max(-1) > REACHED]
            if not going.size:
                break
            # Uphill curvature counts as downhill: every step descends.
            by, along = np.linalg.eigh(seen.hessian[going])
            slope = np.einsum("nij,ni->nj", along, seen.gradient[going])
            step = -np.einsum("nij,nj->ni", along, slope / (np.abs(by) + damping[going, None]))
            length = np.maximum(*(np.linalg.norm(step[:, k], axis=-1) for k in (_V, _W)))
            step *= np.minimum(1.0, LONGEST_STEP / np.maximum(length, STILL))[:, None]
            tried = T[going] @ se3.exp(step / _SCALE)
            new = self._look(tried, home[going], goal[going], weight)
            better = new.cost < seen.cost[going]
            done = going[better]
            T[done] = tried[better]
            for old, fresh in zip(seen, new, strict=True):
                old[done] = fresh[better]
            damping[going] *= np.where(better, EASE, BRAKE)
            np.clip(damping, LEAST_DAMPING, MOST_DAMPING, out=damping)
            going = going[(length > STILL) & (damping[going] < MOST_DAMPING)]
        return T

    def _look(self, T: np.ndarray, home: np.ndarray, goal: np.ndarray, weight: float) -> _Seen:
        """Cost and derivatives by a motion (v, ω) of the palm in its own frame, turns times ARM."""
        R, p = T[:, :3, :3], T[:, :3, 3]
        local = (goal - p[:, None]) @ R
        angles, miss = self._solver.solve(local, "nearest")
        motion = digit_motion(self._solver.table, angles)
        r = np.where((miss > REACHED)[..., None], local - motion.tip, 0.0)
        # g moves by −v − ω × g
        G = np.concatenate([-np.broadcast_to(np.eye(3), (*local.shape, 3)), so3.hat(local)], -1)
        G = G / _SCALE
        cost = 0.5 * (miss**2).sum(-1)
        gradient = np.einsum("nkij,nki->nj", G, r)
        moves = self._moves(angles)
        hessian = np.einsum("nkia,nkij,nkjb->nab", G, self._bend(motion, moves, r, miss), G)
        hessian = hessian + _turn(r, local)
        if weight:
            moved = np.einsum("nji,nj->ni", R, p - home[:, :3, 3])
            turned = ARM * so3.log(home[:, :3, :3].swapaxes(-1, -2) @ R)
            off = np.concatenate([moved, turned], axis=-1)
            cost = cost + 0.5 * STAY**2 * (off**2).sum(-1)
            gradient = gradient + STAY**2 * off
            hessian = hessian + STAY**2 * np.eye(6)
            strain, by_goal = self._strain(angles, miss, motion.jacobian, moves)
            A = by_goal @ G
            cost = cost + 0.5 * MIDDLE**2 * (strain**2).sum((-1, -2))
            gradient = gradient + MIDDLE**2 * np.einsum("nkij,nki->nj", A, strain)
            hessian = hessian + MIDDLE**2 * np.einsum("nkia,nkib->nab", A, A)
        return _Seen(cost, gradient, hessian, miss)

    def _moves(self, angles: np.ndarray) -> np.ndarray:
        """(N, k, 4, 4) how joints go with what is free in a digit; zero columns are at a limit.

        Coupled digits have three freedoms; where the coupling gave way, four.
        """
        table = self._solver.table
        lower, upper = table["lower"], table["upper"]
        loose = np.abs(angles[..., 3] - table["ratio"] * angles[..., 2]) > _AT_LIMIT
        limit = (angles < lower + _AT_LIMIT) | (angles > upper - _AT_LIMIT)
        plane = table["plane"]
        ends = plane["straight"] + plane["least"], plane["straight"] + plane["most"]
        bend = angles[..., 2]
        ended = (bend < ends[0] + _AT_LIMIT) | (bend > ends[1] - _AT_LIMIT)
        limit[..., 2] = np.where(loose, limit[..., 2], ended)
        limit[..., 3] |= ~loose
        moves = np.broadcast_to(np.eye(4), (*angles.shape, 4)).copy()
        moves[..., 3, 2] = np.where(loose, 0.0, table["ratio"])
        return np.where(limit[..., None, :], 0.0, moves)

    @staticmethod
    def _bend(
        motion: DigitMotion, moves: np.ndarray, r: np.ndarray, miss: np.ndarray
    ) -> np.ndarray:
        """(N, k, 3, 3) Hessian of half the squared misses by the goals; zero for what lands."""
        J = motion.jacobian @ moves
        MT = moves.swapaxes(-1, -2)
        W = J.swapaxes(-1, -2) @ J - MT @ motion.second(r) @ moves
        held = (moves == 0).all(-2)
        W = W + np.where(held, 1.0, _SINGULAR)[..., None] * np.eye(4)
        H = np.eye(3) - J @ np.linalg.solve(W, J.swapaxes(-1, -2))
        return np.where((miss > REACHED)[..., None, None], H, 0.0)

    def _strain(
        self, angles: np.ndarray, miss: np.ndarray, J: np.ndarray, moves: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """How far joints are from mid-range, over half the range (N, k, 4), and that by the goal.

        Digits that land follow their goals; others stand still.
        """
        table = self._solver.table
        lower, upper = table["lower"], table["upper"]
        half = 0.5 * (upper - lower)
        strain = (angles - 0.5 * (upper + lower)) / half
        K = J @ moves
        # Damped, so that a straight digit, which cannot follow outwards, stays finite.
        KT = K.swapaxes(-1, -2)
        inverse = np.linalg.solve(KT @ K + _SINGULAR * np.eye(4), KT)
        lands = (miss <= REACHED)[..., None, None]
        return strain, np.where(lands, moves @ inverse, 0.0) / half[..., None]


def _turn(r: np.ndarray, g: np.ndarray) -> np.ndarray:
    """(N, 6, 6) what the motion's own curvature adds: r · ½ (ω × (ω × g) + ω × v)."""
    H = np.zeros((len(g), 6, 6))
    outer = np.einsum("nki,nkj->nij", r, g)
    H[:, 3:, 3:] = 0.5 * (outer + outer.swapaxes(-1, -2))
    H[:, 3:, 3:] -= np.einsum("nki,nki->n", r, g)[:, None, None] * np.eye(3)
    # r · (ω × v) = v · (r × ω)
    H[:, :3, 3:] = 0.5 * so3.hat(r.sum(1))
    H[:, 3:, :3] = H[:, :3, 3:].swapaxes(-1, -2)
    return H / _SCALE / _SCALE[:, None]
