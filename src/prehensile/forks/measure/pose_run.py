"""Move a hand from pose to pose while it is pulled, and keep every segment's pose."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from prehensile.forks.measure.pull_run import RATE, SUBSTEPS, PullRun, finite_run, half_of
from prehensile.forks.models.from_hand import STIFFNESS
from prehensile.forks.reduced.pose_blend import PoseBlend, PosedSimulation, hand_blend
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand

LINEARISATIONS = 9
"""Between two poses, both of them included: an open hand and a fist are then served within 3 %."""


def path_blend(
    hand: Hand,
    poses: np.ndarray,
    effectors: Sequence[str] | None = None,
    stiffness: ArrayLike | HandCompliance = STIFFNESS,
) -> PoseBlend:
    """A blend over the way through poses (n, dof) [rad]; the fingertips are touched if left out."""
    count = (LINEARISATIONS - 1) * (len(poses) - 1) + 1
    keys = np.stack([along(poses, float(share)) for share in np.linspace(0, 1, count)])
    return hand_blend(hand, keys, stiffness, effectors)


def along(poses: np.ndarray, share: float) -> np.ndarray:
    """(m,) a share of the way through poses (n, m), as long from each to the next."""
    at = share * (len(poses) - 1)
    k = min(int(at), len(poses) - 2)
    return poses[k] + (at - k) * (poses[k + 1] - poses[k])


def follow_and_release(
    blend: PoseBlend, poses: np.ndarray, wrench: np.ndarray, seconds: float = 4.0
) -> PullRun:
    """Through the poses (n, m) under dead wrenches (E, 6), world axes; back with nothing.

    Raises:
        InputError: no time to run in, or wrenches that do not fit.
        SimulationError: a load so large that no finite pose comes of it.
    """
    half, steps = half_of(seconds), 0
    simulation = PosedSimulation(blend, poses[0], 1 / (RATE * SUBSTEPS))
    frames = [simulation.poses]
    for frame in range(2 * half):
        for _ in range(SUBSTEPS):
            steps += 1
            share = steps / (half * SUBSTEPS)
            key = along(poses, min(share, 2 - share))
            simulation.step(key, wrench if frame < half else None)
        frames.append(simulation.poses)
    return finite_run(blend.models[0].mechanism.name, frames, half)
