"""How fast and how exactly fingers land on their targets."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from prehensile.bench._anchors import anchor_table, draw_fingers
from prehensile.kinematics.finger_ik import FingerIK

REFERENCE = {
    "closed_form_ns_batched": "at most 150, one core",
    "closed_form_us_scalar": "one call, checks included",
    "exact_ns_batched": "at most 150, one core",
    "exact_steps": "fixed",
    "max_tip_error_mm": "at most 1e-9 over a million fingers",
    "exact_max_ratio_error": "at most 1e-9",
    "table1_s": "at most 20 on two threads",
    "table1": "Duits 2015: π 0.363, 0.465 mm (PIP, DIP); no failure from 11π/12 up",
}

BATCH, REPEATS, CALLS = 200_000, 9, 2000
FINGERS = 1_000_000


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    progress("timing the solvers")
    closed, exact, scalar, steps = times()
    progress("landing a million fingers")
    tip, ratio = errors()
    progress("the anchors of Table 1")
    began = perf_counter()
    table = anchor_table()
    return {
        "closed_form_ns_batched": closed,
        "closed_form_us_scalar": scalar,
        "exact_ns_batched": exact,
        "exact_steps": steps,
        "max_tip_error_mm": tip,
        "exact_max_ratio_error": ratio,
        "table1_s": perf_counter() - began,
        "table1": table,
    }


def times() -> tuple[float, float, float, int]:
    """[ns] a pose of the closed form and of the exact solver in a batch, [µs] of a single call,
    and the exact solver's steps. They take turns; the best of each counts.
    """
    rng = np.random.default_rng(0)
    bones = draw_fingers(rng, 0, 1)[0]
    closed, exact = FingerIK(bones), FingerIK(bones, exact=True)
    many = _targets(rng, np.broadcast_to(closed.nearest, BATCH), closed.farthest)
    one = many[0]
    for ik in (closed, exact):
        ik.solve(one)  # compiles
    best = [np.inf] * 3
    for _ in range(REPEATS):
        for k, job in enumerate(
            (
                lambda: closed.solve(many),
                lambda: exact.solve(many),
                lambda: [closed.solve(one) for _ in range(CALLS)],
            )
        ):
            began = perf_counter()
            job()
            best[k] = min(best[k], perf_counter() - began)
    return 1e9 * best[0] / BATCH, 1e9 * best[1] / BATCH, 1e6 * best[2] / CALLS, exact.steps


def errors() -> tuple[float, float]:
    """Largest tip error [mm] of either solver and largest |λ − θ_DIP/θ_PIP| of the exact one."""
    rng = np.random.default_rng(1)
    bones = np.concatenate([draw_fingers(rng, k, FINGERS // 4) for k in range(4)])
    worst, ratio = 0.0, 0.0
    for exact in (False, True):
        ik = FingerIK(bones, exact=exact)
        target = _targets(rng, ik.nearest, ik.farthest)
        angles = ik.solve(target).angles
        worst = max(worst, float(np.linalg.norm(ik.forward(angles) - target, axis=-1).max()))
        if exact:
            bent = angles[:, 1] > 0
            ratio = float(np.abs(angles[bent, 2] / angles[bent, 1] - ik.ratio).max())
    return 1e3 * worst, ratio


def _targets(rng: np.random.Generator, near: np.ndarray, far: np.ndarray) -> np.ndarray:
    """(N, 2) [m] within reach, palmwards and backwards."""
    d = near + (far - near) * rng.random(near.shape)
    around = rng.uniform(-np.pi, np.pi, near.shape)
    return np.stack([d * np.cos(around), d * np.sin(around)], axis=-1)
