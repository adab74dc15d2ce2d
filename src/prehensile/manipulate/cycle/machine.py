"""The three-phase machine (Figure 3-1) of many hands at once: where each stands, what it wants."""

from typing import NamedTuple

import numpy as np

from prehensile.fast_path import kernels
from prehensile.frozen import read_only
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.cycle.phases import APPROACH, RELEASE, Limits
from prehensile.world.command import Command


class Turned(NamedTuple):
    """What one step did, row by row."""

    phase: np.ndarray
    """(N,) in which it was taken"""
    leaves: np.ndarray
    """(N,) bool: whether that phase ended with it"""
    finished: np.ndarray
    """(N,) bool: whether the cycle did"""
    holding: np.ndarray
    """(N,) bool: whether the goal is held now"""


class Machine:
    """Phases of N rows.

    Args:
        c: numbers of the task.
        joint_names: of the hand.
        rows: N
    """

    def __init__(self, c: Configuration, joint_names: tuple[str, ...], rows: int):
        self._limits, dof = Limits.of(c), len(joint_names)
        wrist = np.array([name in WRIST_JOINTS for name in joint_names])
        self.stiffness = np.where(wrist, c.wrist_stiffness, c.stiffness)
        """(dof,) [Nm/rad] K"""
        self.damping = np.where(wrist, c.wrist_damping, c.damping)
        """(dof,) [Nms/rad] D"""
        self._fingers = ~wrist
        self.phase = np.full(rows, APPROACH)
        self.elapsed = np.zeros(rows)
        self.holding = np.zeros(rows, bool)
        self._poor = np.zeros(rows)
        self._targets, self._wanted = np.zeros((rows, 3, dof)), np.zeros((rows, dof))
        self._gains = (
            read_only(np.tile(self.stiffness, (rows, 1))),
            read_only(np.tile(self.damping, (rows, 1))),
        )

    def begin(self, rows: np.ndarray, targets: np.ndarray) -> None:
        """Start cycles of some rows (a mask or numbers) with targets (n, 3, dof) [rad]."""
        self.phase[rows], self.elapsed[rows], self.holding[rows] = APPROACH, 0.0, False
        self._targets[rows], self._poor[rows] = targets, 0.0
        self._wanted[rows] = targets[:, APPROACH]

    def wanted(self) -> np.ndarray:
        """(N, dof) [rad] q̃ of the phases; where the goal is held, the pose in which it was
        reached.
        """
        return self._wanted.copy()

    def command(self) -> Command:
        """τ = K(q̃ − q) − D q̇ (3.1)"""
        return Command(read_only(self.wanted()), *self._gains)

    def turn(
        self,
        timestep: float,
        q: np.ndarray,
        qd: np.ndarray,
        quality: np.ndarray,
        at_goal: np.ndarray,
        rows: np.ndarray | None = None,
    ) -> Turned:
        """Go on after a step, with what is seen at its end (all (N, …)).

        Args:
            timestep: [s]
            q, qd: (N, dof) of the hand.
            quality: (N,) Q of the grasp.
            at_goal: (N,) bool
            rows: (n,) numbers of those that took it; arrays, given and returned, then have n rows.
                All if left out.
        """
        some = np.arange(len(self.phase)) if rows is None else rows
        before, leaves = self.phase[some], np.empty(len(some), bool)
        kernels("manipulate.cycle").turn(
            self._limits, timestep, self._fingers, self._targets, some, q, qd, quality, at_goal,
            self.phase, self.elapsed, self._poor, self.holding, self._wanted, leaves,
        )  # fmt: skip
        return Turned(before, leaves, leaves & (before == RELEASE), self.holding[some])
