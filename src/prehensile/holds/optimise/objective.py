"""The published objective: fingertips near, bounds kept, force transmitted, forearm in line.

Andrews 2014, 6.2.2, with its weights (Figure 6-3). The text's w_v L_v is read as w_a L_a, the
caption's w_c is dropped, and the force transmission ratio is clamped (see ERRATA).
"""

from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.hand.segments import FOREARM, PALM, TIP_SEGMENT
from prehensile.holds.optimise.load import HoldWorlds
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3, so3
from prehensile.quality.measure.force_transmission import force_transmission
from prehensile.world.nan_guard import STATE

WEIGHTS = {"f": 5.0, "b": 10.0, "d": 0.2, "a": 1.0}
NO_CONTACT = 100.0
"""L_f without any contact on a palmar side"""
FARTHEST = 1.0
"""[m] beyond which distances are not told apart"""


class Terms(NamedTuple):
    """(n,) each; their weighted sum is minimised."""

    distance: np.ndarray
    bounds: np.ndarray
    force: np.ndarray
    alignment: np.ndarray

    @property
    def total(self) -> np.ndarray:
        """w_d L_d + w_b L_b + w_f L_f + w_a L_a"""
        return (
            WEIGHTS["d"] * self.distance
            + WEIGHTS["b"] * self.bounds
            + WEIGHTS["f"] * self.force
            + WEIGHTS["a"] * self.alignment
        )


def bounds_term(points: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """L_b (n,): how far parameters (n, m) are outside, over their ranges (m,)."""
    outside = np.maximum(0.0, np.maximum(points - high, low - points))
    return (outside / (high - low)).sum(axis=1)


def alignment_term(forearm: np.ndarray, direction: np.ndarray, push: bool) -> np.ndarray:
    """L_a (n,) = 1 + σ ûᵀŝ, û from elbow to wrist; σ is +1 for a pull, −1 for a push."""
    wrist_way = so3.from_quat(forearm[:, 3:])[..., 0]
    return 1 + (-1 if push else 1) * (wrist_way @ direction)


def distance_term(worlds: HoldWorlds) -> np.ndarray:
    """L_d (n,): distances of the five last segments from the hold, over the hand's radius."""
    batch, model = worlds.batch, worlds.batch.model
    data = mujoco.MjData(model)
    hold = [g for g in range(model.ngeom) if model.body(model.geom_bodyid[g]).name == "hold"]
    names = {f"hand/{tip}" for tip in TIP_SEGMENT.values()}
    tips = [g for g in range(model.ngeom) if model.body(model.geom_bodyid[g]).name in names]
    radius = worlds.hand.length / 2
    total = np.zeros(batch.count)
    for world, state in enumerate(batch.snapshot().state):
        mujoco.mj_setState(model, data, state, STATE)
        mujoco.mj_kinematics(model, data)
        for tip in tips:
            near = min(
                mujoco.mj_geomDistance(model, data, tip, part, FARTHEST, None) for part in hold
            )
            total[world] += max(0.0, near) / radius
    return total


def force_term(worlds: HoldWorlds, direction: np.ndarray) -> np.ndarray:
    """L_f (n,) = 1 / Σ α over finger segments that touch the hold with their palmar side."""
    batch, hand = worlds.batch, worlds.hand
    seen, contacts = batch.observe(), batch.contacts()
    T = se3.from_pose7(seen.forearm)
    frames = segment_transforms(hand, seen.q, T)
    total = np.zeros(batch.count)
    for k, segment in enumerate(batch.sensors.segments["hand"]):
        if segment in (FOREARM, PALM):
            continue
        # The strongest contact of a segment stands first.
        found = contacts.found[:, k, worlds.on_hold] > 0
        normal = contacts.normal[:, k, worlds.on_hold, 0]
        R, origin = frames[segment][:, :3, :3], frames[segment][:, :3, 3]
        palmar = R @ hand.segment(segment).palmar
        touches = found & (np.einsum("ni,ni->n", normal, palmar) > 0) & batch.alive
        if touches.any():
            point = (contacts.pos[:, k, worlds.on_hold, 0] - origin)[touches]
            local = np.einsum("nji,nj->ni", R[touches], point)
            J = point_jacobian(hand, seen.q[touches], segment, local, T[touches])
            total[touches] += force_transmission(J[:, :3], direction)
    return np.where(total > 0, 1 / np.maximum(total, 1e-9), NO_CONTACT)
