"""How fast and how exactly fingers land on their targets."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from prehensile.bench._kernels_figure import KERNELS_FIGURE
from prehensile.bench._turns import best_seconds_in_turns
from prehensile.bench.ik import mink
from prehensile.bench.ik.gradient import descend
from prehensile.errors import FileError
from prehensile.fast_path import kernels_in_use
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS as FINGER_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import Layout
from prehensile.kinematics.fit.keypoints import fit_keypoints
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.anchor_table import anchor_table, draw_fingers
from prehensile.kinematics.ik.digit_solver import REACHED
from prehensile.kinematics.ik.finger import COUPLING, FingerIK
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.kinematics.ik.hand_target import HandPose, HandTarget
from prehensile.reference_data import reference_data

REFERENCE = {
    **KERNELS_FIGURE,
    "closed_form_ns_batched": "at most 150, one core; a pose of one finger, checks included",
    "closed_form_us_scalar": "one call, checks included",
    "exact_ns_batched": "at most 150, one core",
    "exact_steps": "fixed",
    "gradient_us": "Duits 2015, 5.3: 75 % steps from the middle of the range to 0.0001 mm; same "
    "finger and targets, same compiler and options as ours",
    "gradient_iterations": "10 to 15 in the paper",
    "ratio_vs_gradient": "at least 4: over exact_ns_batched, which finds the same poses",
    "closed_form_ratio_vs_gradient": "4.2 in the paper, which compares these two",
    "mink_us": "a target, index pad of our hand's MuJoCo model cut down to that finger, coupling "
    "as an equality, DAQP, each started from the last, 3.6 mm apart, to 0.01 mm; pip install mink",
    "mink_iterations": "a target",
    "mink_max_pose_difference_mm": "of the PIP, DIP and pad from ours; mink stops at 0.01",
    "finger_us_batched": "FingerTarget on the same path, all its targets in one call",
    "finger_us_scalar": "FingerTarget, one call a target",
    "ratio_vs_mink": "at least 50: mink_us over finger_us_batched",
    "ratio_vs_mink_scalar": "mink_us over finger_us_scalar",
    "whole_hand_us_batched": "at most 3: five pads, wrist given, batch of 10,000, one core",
    "whole_hand_us_scalar": "at most 30, one call",
    "free_dip_unreachable": "about 0: share of finger pads called unreachable, of random poses "
    "within the limits, DIP independent of PIP, 100 random hands",
    "free_dip_gave_way": "share of these that the coupling has no pose for",
    "free_dip_us_batched": "FingerTarget, one of these on the index, all in one call, one core",
    "max_tip_error_mm": "at most 1e-9 over a million fingers",
    "exact_max_ratio_error": "at most 1e-9",
    "table1_s": "at most 20 on two threads: 1000 fingers × 1000 distances × 7 anchors × 4",
    "table1": "Duits 2015: π 0.363, 0.465 mm (PIP, DIP); no failure from 11π/12 up",
    "leap_residual_mm_median": "20 points, a hand fitted to each clip; needs the reference data",
    "landmarks_residual_mm_median": "21 points of a video; needs the reference data",
}

BATCH, HANDS, CALLS = 200_000, 10_000, 500
FINGERS = 1_000_000
ADULTS, FREE_POSES = 100, 100
"""Random hands, and poses of each with the DIP joints free."""
STRAYED = 1e-9
"""[rad] Farther from coupled is more than rounding."""
POPULATION = (1000, 1000)
"""Fingers and distances of the tables."""


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    progress("timing the finger solvers")
    found: dict[str, Any] = {"kernels": kernels_in_use(), **solver_times()}
    progress("timing mink on the same path")
    found |= mink_times()
    progress("timing whole hands")
    found |= hand_times()
    progress("freeing the DIP joints")
    found |= free_dip()
    progress("landing a million fingers")
    found |= errors()
    progress("the anchors of Table 1")
    began = perf_counter()
    table = anchor_table(*POPULATION)
    found |= {"table1_s": perf_counter() - began, "table1": table}
    progress("fitting keypoints")
    return found | keypoint_residuals()


def solver_times() -> dict[str, float]:
    """One finger, many targets: closed form, exact solver and gradient descent in turns."""
    rng = np.random.default_rng(0)
    bones = draw_fingers(rng, 0, 1)[0]
    closed, exact = FingerIK(bones), FingerIK(bones, exact=True)
    many = _targets(rng, np.broadcast_to(closed.nearest, BATCH), closed.farthest)
    one = many[0]
    jobs = {
        "closed": lambda: closed.solve(many),
        "exact": lambda: exact.solve(many),
        "gradient": lambda: descend(bones, many),
        "scalar": lambda: [closed.solve(one) for _ in range(CALLS)],
    }
    for job in jobs.values():
        job()  # compiles
    best = best_seconds_in_turns(jobs)
    return {
        "closed_form_ns_batched": 1e9 * best["closed"] / BATCH,
        "closed_form_us_scalar": 1e6 * best["scalar"] / CALLS,
        "exact_ns_batched": 1e9 * best["exact"] / BATCH,
        "exact_steps": exact.steps,
        "gradient_us": 1e6 * best["gradient"] / BATCH,
        "gradient_iterations": float(descend(bones, many).steps.mean()),
        "ratio_vs_gradient": best["gradient"] / best["exact"],
        "closed_form_ratio_vs_gradient": best["gradient"] / best["closed"],
    }


def mink_times() -> dict[str, float | None]:
    """One fingertip along a path: mink and `FingerTarget` in turns; None where mink is absent."""
    hand = Hand()
    path, angles = mink.finger_path(hand, mink.TARGETS)
    ours = FingerTarget(hand, mink.FINGER)
    jobs: dict[str, Callable[[], Any]] = {
        "batched": lambda: ours.solve(path),
        "scalar": lambda: [ours.solve(target) for target in path],
    }
    theirs: mink.MinkFinger | None
    try:
        theirs = mink.MinkFinger(hand)
    except ModuleNotFoundError:
        theirs = None
    else:
        follow = theirs.follow
        jobs["mink"] = lambda: follow(path, angles[-1])
    for job in jobs.values():
        job()
    us = {name: 1e6 * seconds / len(path) for name, seconds in best_seconds_in_turns(jobs).items()}
    found: dict[str, float | None] = dict.fromkeys(
        ["mink_us", "mink_iterations", "mink_max_pose_difference_mm"]
    )
    found |= {"finger_us_batched": us["batched"], "finger_us_scalar": us["scalar"]}
    found |= {"ratio_vs_mink": None, "ratio_vs_mink_scalar": None}
    if theirs is not None:
        reached, iterations = theirs.follow(path, angles[-1])
        away = mink.joint_distance(hand, reached, ours.solve(path).angles)
        found |= {
            "mink_us": us["mink"],
            "mink_iterations": iterations / len(path),
            "mink_max_pose_difference_mm": 1e3 * away,
            "ratio_vs_mink": us["mink"] / us["batched"],
            "ratio_vs_mink_scalar": us["mink"] / us["scalar"],
        }
    return found


def hand_times() -> dict[str, float]:
    """All five pads of a hand, in a batch and one call at a time, in turns."""
    hand = Hand()
    ik = HandTarget(hand)
    many = reachable_pads(hand, HANDS)
    few = many[:CALLS]
    jobs = {
        "batched": lambda: ik.solve(many),
        "scalar": lambda: [ik.solve(one) for one in few],
    }
    best = best_seconds_in_turns(jobs)
    return {
        "whole_hand_us_batched": 1e6 * best["batched"] / len(many),
        "whole_hand_us_scalar": 1e6 * best["scalar"] / len(few),
    }


def reachable_pads(hand: Hand, count: int) -> np.ndarray:
    """(count, 5, 3) [m] pad centres, palm frame, of random poses whose fingers are coupled."""
    q = _random_poses(np.random.default_rng(2), hand, count)
    for finger in FINGER_NAMES:
        pip, dip = (hand.joint_index(f"{finger}_{joint}") for joint in ("pip_flex", "dip_flex"))
        q[:, dip] = COUPLING * q[:, pip]
    return pad_positions(hand, q)[0]


def free_dip() -> dict[str, float]:
    """Fingers of random hands to where they were with every joint bent on its own."""
    rng = np.random.default_rng(3)
    misses, astray = [], []
    for _ in range(ADULTS):
        hand = HandSpec.sample(rng).build()
        _, pose = _free_fingers(rng, hand, FREE_POSES)
        misses.append(pose.miss)
        astray.append(_gave_way(pose))
    hand = Hand()
    pads, pose = _free_fingers(rng, hand, HANDS)
    one, hard = FingerTarget(hand, FINGER_NAMES[0]), pads[_gave_way(pose)[:, 0], 0]
    best = best_seconds_in_turns({"give way": lambda: one.solve(hard)})
    return {
        "free_dip_unreachable": float(np.mean(np.array(misses) > REACHED)),
        "free_dip_gave_way": float(np.mean(astray)),
        "free_dip_us_batched": 1e6 * best["give way"] / len(hard),
    }


def _free_fingers(rng: np.random.Generator, hand: Hand, count: int) -> tuple[np.ndarray, HandPose]:
    """Pads (count, 4, 3) [m] of fingers bent anyhow, palm frame, and poses found for them."""
    pads = pad_positions(hand, _random_poses(rng, hand, count))[0][:, 1:]
    return pads, HandTarget(hand, FINGER_NAMES).solve(pads, "nearest")


def _gave_way(pose: HandPose) -> np.ndarray:
    return np.abs(pose.angles[..., 3] - COUPLING * pose.angles[..., 2]) > STRAYED


def _random_poses(rng: np.random.Generator, hand: Hand, count: int) -> np.ndarray:
    """(count, dof) [rad] anywhere within the limits, the wrist straight."""
    q = rng.uniform(hand.lower, hand.upper, (count, hand.dof))
    q[:, [k for k, name in enumerate(hand.joint_names) if name.startswith("wrist")]] = 0.0
    return q


def errors() -> dict[str, float]:
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
            ratio = float(np.abs(angles[bent, 2] / angles[bent, 1] - COUPLING).max())
    return {"max_tip_error_mm": 1e3 * worst, "exact_max_ratio_error": ratio}


def keypoint_residuals() -> dict[str, float | None]:
    """Median distance [mm] of recorded keypoints from a hand fitted to each recording."""
    return {
        "leap_residual_mm_median": _median_residual("leap", "joints_mm", 1e-3, "leap"),
        "landmarks_residual_mm_median": _median_residual(
            "landmarks", "joint_pos", 1.0, "mediapipe"
        ),
    }


def _median_residual(folder: str, field: str, unit: float, layout: Layout) -> float | None:
    """[mm] over all recordings of a folder; None where the reference data are absent."""
    try:
        files = sorted(reference_data("motion", folder).glob("*.npz"))
    except FileError:
        return None
    residuals = []
    for file in files:
        points = unit * np.load(file)[field]
        residuals.append(fit_keypoints(points.reshape(len(points), -1, 3), layout).residual.ravel())
    return 1e3 * float(np.nanmedian(np.concatenate(residuals)))


def _targets(rng: np.random.Generator, near: np.ndarray, far: np.ndarray) -> np.ndarray:
    """(N, 2) [m] within reach, palmwards and backwards."""
    d = near + (far - near) * rng.random(near.shape)
    around = rng.uniform(-np.pi, np.pi, near.shape)
    return np.stack([d * np.cos(around), d * np.sin(around)], axis=-1)
