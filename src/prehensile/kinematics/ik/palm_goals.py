"""Targets in the world as the palm sees them, the wrist given."""

from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.kinematics.ik.wrist_table import wrist_table

FOREARM_AT_ORIGIN = np.eye(4)


class PalmGoals:
    """Carries targets from the world into the palm of one hand."""

    def __init__(self, hand: Hand):
        self.hand = hand
        self._wrist = wrist_table(hand)

    def of(
        self, q: Any, goals: np.ndarray, T_world_forearm: Any = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Joint vectors (..., dof) and goals (..., k, 3) [m] in the palm, batch axes broadcast.

        Args:
            q: (..., dof) [rad].
            goals: (..., k, 3) [m], world (the forearm's frame if that is left out).
            T_world_forearm: (..., 4, 4).

        Returns:
            A copy of ``q``, the caller's to change, and the goals.

        Raises:
            InputError: a shape or a number that does not fit.
        """
        q = self.hand.check_angles(q)
        root = FOREARM_AT_ORIGIN if T_world_forearm is None else check_frames(T_world_forearm)
        batch = q.shape[:-1]
        if not batch == goals.shape[:-2] == root.shape[:-2]:
            try:
                batch = np.broadcast_shapes(batch, goals.shape[:-2], root.shape[:-2])
            except ValueError:
                raise InputError(
                    f"joint angles {q.shape}, targets {goals.shape} and T_world_forearm "
                    f"{root.shape} have batch axes that do not fit each other."
                ) from None
        k = goals.shape[-2]
        q = np.array(np.broadcast_to(q, (*batch, q.shape[-1])) if q.shape[:-1] != batch else q)
        if goals.shape[:-2] != batch:
            goals = np.broadcast_to(goals, (*batch, k, 3))
        if root.ndim > 2:
            root = np.broadcast_to(root, (*batch, 4, 4))
        out = np.empty((*batch, k, 3))
        kernels("kinematics.ik").into_palm(
            self._wrist,
            q.reshape(-1, q.shape[-1]),
            np.ascontiguousarray(root).reshape(-1, 4, 4),
            np.ascontiguousarray(goals).reshape(-1, k, 3),
            out.reshape(-1, k, 3),
        )
        return q, out


def check_frames(T: Any) -> np.ndarray:
    """``T_world_forearm`` as float64 (..., 4, 4), all finite."""
    try:
        frames = np.asarray(T, dtype=float)
    except (TypeError, ValueError):
        raise InputError("T_world_forearm holds something else than numbers.") from None
    if frames.shape[-2:] != (4, 4):
        raise InputError(f"T_world_forearm has shape {frames.shape}; expected (..., 4, 4).")
    if not np.isfinite(frames).all():
        raise InputError("T_world_forearm holds a value that is not finite; expected metres.")
    return frames
