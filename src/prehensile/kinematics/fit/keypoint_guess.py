"""A first guess at a pose from keypoints, in closed form: where the palm is, how each bone points.

1. The palm: the rotation and shift that bring the hand's own wrist, knuckles and other points fixed
   to the palm nearest to the seen ones (Kabsch).
2. A digit's first bone along d, in its root's frame at zero angles, is Rot(a, α) (cos φ, 0, −sin φ)
   with its first hinge's axis a. As Rot keeps the part along a, a_x cos φ − a_z sin φ = a·d, which
   has two answers φ; then α turns one direction onto the other about a.
3. The two later flexions are the angles between successive bones about the flexion axis.

Where a joint between root and tip was not seen, the tip alone decides, by the finger's closed-form
inverse kinematics; where the tip was not seen either, the digit starts relaxed.
"""

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM
from prehensile.kinematics.fit.keypoint_chain import KeypointChain
from prehensile.kinematics.fit.keypoint_layout import ALL_POINTS, CONVENTIONS, digit_points, trust
from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.kinematics.ik.thumb_target import ThumbTarget
from prehensile.lie import se3, so3

ON_PALM = (PALM, *CONVENTIONS, *(digit_points(digit)[0] for digit in DIGITS))
"""Points that do not move in the palm frame."""
SHORT = 1e-9
"""[m] Two points nearer than this give no direction."""


def palm_pose(
    chain: KeypointChain, names: tuple[str, ...], points: np.ndarray, seen: np.ndarray
) -> np.ndarray:
    """``T_world_palm`` (N, 4, 4) that lays the hand's fixed points best over the seen ones.

    Args:
        chain: the hand.
        names: the K points.
        points: (N, K, 3) [m], zero where not seen.
        seen: (N, K) of bool.
    """
    here = [k for k, name in enumerate(names) if name in ON_PALM]
    straight = chain.place(np.zeros((1, 5, 4))).points[0]
    own = straight[[ALL_POINTS.index(names[k]) for k in here]]
    weight = seen[:, here] * trust(tuple(names[k] for k in here))
    return rigid_fit(own, points[:, here], weight)


def digit_angles(
    chain: KeypointChain, names: tuple[str, ...], local: np.ndarray, seen: np.ndarray
) -> np.ndarray:
    """(N, 5, 4) [rad] from points (N, K, 3) in the palm frame, within the joint limits."""
    rows = np.array([[names.index(name) for name in digit_points(digit)] for digit in DIGITS])
    at = local[:, rows]
    whole = np.asarray(seen[:, rows].all(-1))
    angles = np.where(whole[..., None], _along_bones(chain, at), chain.rest)
    for d, digit in enumerate(DIGITS):
        only_tip = np.flatnonzero(seen[:, rows[d, 3]] & ~whole[:, d])
        if only_tip.size:
            solver = (
                ThumbTarget(chain.hand, "tip")
                if digit == "thumb"
                else FingerTarget(chain.hand, digit, "tip")
            )
            angles[only_tip, d] = solver.solve(at[only_tip, d, 3], "nearest").angles
    return np.clip(angles, chain.lower, chain.upper)


def _along_bones(chain: KeypointChain, at: np.ndarray) -> np.ndarray:
    """(N, 5, 4) angles whose bones point along those between the points ``at`` (N, 5, 4, 3).

    Of the two answers, each cut at the joint limits, the one that comes nearer to the points.
    """
    bones = np.diff(at, axis=2)
    bones /= np.maximum(np.linalg.norm(bones, axis=-1, keepdims=True), SHORT)
    first = np.einsum("dji,ndj->ndi", chain.turned, bones[:, :, 0])
    axis = chain.first_axis
    # a_x cos φ − a_z sin φ = |(a_x, a_z)| cos(φ + β)
    size, beta = np.hypot(axis[:, 0], axis[:, 2]), np.arctan2(axis[:, 2], axis[:, 0])
    half = np.arccos(np.clip((first * axis).sum(-1) / size, -1.0, 1.0))
    answers, misses = [], []
    for flex in (half - beta, -half - beta):
        flex = np.remainder(flex + np.pi, 2 * np.pi) - np.pi
        start = np.stack([np.cos(flex), 0 * flex, -np.sin(flex)], axis=-1)
        turn = _turn_about(axis, start, first)
        hinge = (chain.turned @ so3.exp(axis * turn[..., None]))[..., 1]
        later = [_turn_about(hinge, bones[:, :, k], bones[:, :, k + 1]) for k in range(2)]
        angles = np.clip(np.stack([turn, flex, *later], axis=-1), chain.lower, chain.upper)
        own = np.cumsum(chain.place(angles).bones * chain.sizes.lengths[..., None], axis=2)
        answers.append(angles)
        misses.append(((own - (at[:, :, 1:] - at[:, :, :1])) ** 2).sum((-1, -2)))
    return np.where((misses[0] <= misses[1])[..., None], *answers)


def _turn_about(axis: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Angle about ``axis`` from one direction to the other, seen along the axis."""
    sine = (axis * np.cross(start, end)).sum(-1)
    cosine = (start * end).sum(-1) - (axis * start).sum(-1) * (axis * end).sum(-1)
    return np.arctan2(sine, cosine)


def first_guess(
    chain: KeypointChain, names: tuple[str, ...], points: np.ndarray, seen: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """``T_world_palm`` (N, 4, 4) and digit angles (N, 5, 4) [rad]; arguments as above."""
    T = palm_pose(chain, names, points, seen)
    return T, digit_angles(chain, names, se3.apply(se3.inverse(T)[:, None], points), seen)
