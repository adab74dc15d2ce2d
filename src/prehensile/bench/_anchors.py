"""How far the closed form strays from the exact ratio, by anchor: Table 1 of Duits 2015."""

from concurrent.futures import ThreadPoolExecutor
from math import pi
from typing import NamedTuple

import numpy as np

from prehensile.hand.anthropometry import BONE_MEAN_MM, BONE_SD_MM
from prehensile.hand.joints import FINGERS
from prehensile.kinematics.finger_ik import COUPLING, FingerIK

ANCHORS_OVER_PI = (1 / 2, 2 / 3, 5 / 6, 11 / 12, 1.0, 13 / 12, 7 / 6)
SHORTEST_BONE_MM = 2.0
"""No bone is drawn shorter."""
STRAIGHT = 1e-6
"""[rad] Below, a ratio of two angles says nothing."""


class Spread(NamedTuple):
    """Sums from which mean, deviation and maximum follow, also of several spreads together."""

    number: int
    total: float
    squares: float
    largest: float

    @classmethod
    def of(cls, values: np.ndarray) -> "Spread":
        """Of an array, NaN left out."""
        values = values[~np.isnan(values)]
        squares = float((values**2).sum())
        return cls(values.size, float(values.sum()), squares, float(values.max(initial=0.0)))

    @classmethod
    def together(cls, spreads: list["Spread"]) -> "Spread":
        """Of all their values."""
        return cls(
            sum(s.number for s in spreads),
            sum(s.total for s in spreads),
            sum(s.squares for s in spreads),
            max(s.largest for s in spreads),
        )

    def named(self, name: str) -> dict[str, float]:
        """Mean, standard deviation and maximum under a common name."""
        mean = self.total / self.number
        sd = max(self.squares / self.number - mean**2, 0.0) ** 0.5
        return {f"{name}_mean": mean, f"{name}_sd": sd, f"{name}_max": self.largest}


class Deviation(NamedTuple):
    """One finger at one anchor."""

    pip: Spread
    dip: Spread
    ratio: Spread
    failures: int


def anchor_table(
    fingers: int = 1000, distances: int = 1000, seed: int = 0, threads: int = 2
) -> list[dict[str, float]]:
    """Rows of Table 1, one per anchor, over all four fingers.

    Every bone is drawn on its own from a normal distribution, every distance evenly between the
    fully bent and the straight finger. Deviations of the PIP and DIP joints are in millimetres;
    ``ratio_abs`` is |λ − θ_DIP / θ_PIP|, with its mean per finger as in Tables 2 to 5.
    """
    seeds = np.random.SeedSequence(seed).spawn(len(FINGERS))
    with ThreadPoolExecutor(threads) as pool:
        found = list(
            pool.map(lambda k: _finger(k, seeds[k], fingers, distances), range(len(FINGERS)))
        )
    rows = []
    for a, over_pi in enumerate(ANCHORS_OVER_PI):
        each = [of_finger[a] for of_finger in found]
        row: dict[str, float] = {"theta_u_over_pi": over_pi}
        row |= Spread.together([deviation.pip for deviation in each]).named("pip_mm")
        row |= Spread.together([deviation.dip for deviation in each]).named("dip_mm")
        row |= Spread.together([deviation.ratio for deviation in each]).named("ratio_abs")
        for finger, deviation in zip(FINGERS, each, strict=True):
            row[f"ratio_abs_mean_{finger}"] = deviation.ratio.total / deviation.ratio.number
        row["failures"] = sum(deviation.failures for deviation in each)
        rows.append(row)
    return rows


def draw_fingers(rng: np.random.Generator, finger: int, count: int) -> np.ndarray:
    """(count, 3) [m] bones of one of the FINGERS; the tissue of the tip is part of the last."""
    drawn = rng.normal(BONE_MEAN_MM[finger + 1, 1:], BONE_SD_MM[finger + 1, 1:], (count, 4))
    bones = 1e-3 * np.maximum(drawn, SHORTEST_BONE_MM)
    return np.column_stack([bones[:, 0], bones[:, 1], bones[:, 2] + bones[:, 3]])


def _finger(
    finger: int, seed: np.random.SeedSequence, fingers: int, distances: int
) -> list[Deviation]:
    rng = np.random.default_rng(seed)
    bones = draw_fingers(rng, finger, fingers)[:, None]
    exact = FingerIK(bones, exact=True)
    share = rng.random((fingers, distances))
    target = np.zeros((fingers, distances, 2))
    target[..., 0] = exact.nearest + share * (exact.farthest - exact.nearest)
    true = exact.attempt(target).angles
    return [
        _deviation(bones, true, FingerIK(bones, anchor=over_pi * pi).attempt(target).angles)
        for over_pi in ANCHORS_OVER_PI
    ]


def _deviation(bones: np.ndarray, true: np.ndarray, angles: np.ndarray) -> Deviation:
    """Distances of the joints between two poses with the same tip. Bones (F, 1, 3)."""
    failures = int(np.isnan(angles[..., 1]).sum())
    mcp, end = true[..., 0], true[..., 0] + true[..., 1]
    mcp_, end_ = angles[..., 0], angles[..., 0] + angles[..., 1]
    x = bones[..., 0] * (np.cos(mcp_) - np.cos(mcp))
    y = bones[..., 0] * (np.sin(mcp_) - np.sin(mcp))
    pip = np.hypot(x, y)
    x += bones[..., 1] * (np.cos(end_) - np.cos(end))
    y += bones[..., 1] * (np.sin(end_) - np.sin(end))
    bent = angles[..., 1] > STRAIGHT
    ratio = np.abs(COUPLING - angles[..., 2][bent] / angles[..., 1][bent])
    return Deviation(
        Spread.of(1e3 * pip), Spread.of(1e3 * np.hypot(x, y)), Spread.of(ratio), failures
    )
