"""Hands of adults, poses of theirs and where the fingertips are in them, by forward kinematics."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie import se3

RATIO = 2 / 3


def adults(side: str, rng: np.random.Generator, count: int) -> list[Hand]:
    """Hands from the 5th to the 95th percentile, and random ones."""
    sizes = [5.0, 95.0, *rng.uniform(5, 95, count)]
    specs = [HandSpec.at_percentile(p, side) for p in sizes]  # pyright: ignore[reportArgumentType]
    return [s.build() for s in (*specs, *(HandSpec.sample(rng, side) for _ in range(count)))]  # pyright: ignore[reportArgumentType]


def poses(hand: Hand, rng: np.random.Generator, count: int) -> np.ndarray:
    """(count, 23) within the limits with θ_DIP = λ θ_PIP, wrist straight; thumbs as they like.

    A fifth has nearly straight digits, a tenth fully bent ones, a tenth roots at a limit.
    """
    q = rng.uniform(hand.lower, hand.upper, (count, hand.dof))
    q[:, :3] = 0
    for digit in DIGITS:
        root = hand.joint_index("thumb_cmc_flex" if digit == "thumb" else f"{digit}_mcp_flex")
        fifth, tenth = count // 5, count // 10
        bends = [root + 1, root + 2]
        q[:fifth, bends] *= rng.choice([0.0, 1e-12, 1e-8, 1e-6, 1e-4, 1e-2], (fifth, 1))
        q[fifth : fifth + tenth, bends] = hand.upper[bends]
        ends = [hand.lower[root], hand.upper[root]]
        q[fifth + tenth : fifth + 2 * tenth, root] = rng.choice(ends, tenth)
        if digit in FINGERS:
            q[:, root + 2] = RATIO * q[:, root + 1]
    return q


def fingertips(hand: Hand, q: np.ndarray, point: str, root=None) -> np.ndarray:
    """(..., 5, 3) [m] pads or ends of the digits, thumb to little, world."""
    if point == "pad":
        return pad_positions(hand, q, root)[0]
    at = segment_transforms(hand, q, root)
    return np.stack(
        [se3.apply(at[n], [hand.segments[n].length, 0, 0]) for n in TIP_SEGMENT.values()], axis=-2
    )
