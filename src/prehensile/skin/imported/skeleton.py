"""Our skeleton laid into the joints of somebody else's rig.

Only one thing can fail: our digits bend in a plane each, square to their hinges, and a modelled
digit need not lie in one. So each digit's root, bones, angles and the place of its middle hinge
(`HandSpec.root_shift`, ``bone_lengths``, ``middle_offset``) are fitted to its four points together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.measured_spec import measured_spec
from prehensile.hand.segments import PALM, TIP_SEGMENT, WEBXR_DIGIT, digit_segments
from prehensile.hand.skeleton import metacarpal_ends, saddle_position
from prehensile.hand.spec import FARTHEST_SHIFT, LARGEST_OFFSET, HandSpec, Side
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoints import fit_keypoints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3

LAYOUT = "mediapipe"
"""The joints that move in our hand, the wrist and the tips; fingers' metacarpals are the palm."""
STRETCH = 0.6
"""[rad] Modelled hands may bend farther than people's: fingers backwards, a thumb flat."""
ANGLE_PRIOR = 1e-5
"""[m/rad] Decides only what the joints leave open."""
LARGE = 1e-3
"""[m] Distances above count by their square, so that none gets large for the sake of others."""
ROOM = 3e-3
"""[m] How far a root may give way along each axis."""

CLEAR = 0.8
"""A side is believed when its misfit is below this share of the other one's."""
MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])
"""(4, 4) from a palm frame to that of the other hand."""


@dataclass(frozen=True, eq=False)
class SkeletonFit:
    """One of our hands with the joints of a file."""

    hand: Hand
    q: np.ndarray
    """(23,) [rad] angles at which our joints are where the file's are in its bind pose"""
    T_palm_file: np.ndarray
    """(4, 4) the file's frame [m] → the palm's"""
    error: dict[str, float]
    """[m] from our joint centre to the file's, by WebXR name: the wrist, each digit's three joints
    and its tip, which is taken at the file's distance along our last bone"""


def skeleton_side(joints: Mapping[str, np.ndarray]) -> Side | None:
    """Which hand these joints are, by shape alone; None where they do not show it.

    People's fingers bend one way and the thumb stands to that side, so that only one hand fits.

    Args:
        joints: WebXR name → (3,) [m], any frame.
    """
    points = np.stack([joints[name] for name in layout_points(LAYOUT)])
    off = {}
    for side in ("right", "left"):
        try:
            off[side] = float(np.sqrt((fit_keypoints(points, LAYOUT, side).residual ** 2).mean()))
        except InputError:
            off[side] = np.inf
    best: Side = "right" if off["right"] <= off["left"] else "left"
    clear = np.isfinite(min(off.values())) and min(off.values()) < CLEAR * max(off.values())
    return best if clear else None


def fitted_skeleton(
    joints: Mapping[str, np.ndarray], side: Side, ends: Mapping[str, float]
) -> SkeletonFit:
    """The hand of ours whose joints are those of a file.

    Args:
        joints: WebXR name → (3,) [m] in the file's frame, its bind pose.
        side: which hand the joints are of.
        ends: digit → [m] from its last joint to the end of its flesh.

    Raises:
        InputError: the joints are not those of a hand of this side.
    """
    mirror = MIRROR if side == "left" else np.eye(4)
    shown = {name: mirror[:3, :3] @ p for name, p in joints.items()}
    T = _palm_frame(shown)
    at = {name: se3.apply(T, p) for name, p in shown.items()}
    if at[digit_segments("index")[0]][1] <= at[digit_segments("little")[0]][1]:
        raise InputError(f"its joints are not those of a {side} hand")
    spec = measured_spec(at)
    chain = KeypointChain(spec.build())
    q, digits = np.zeros(len(spec.lower)), []
    for k, digit in enumerate(DIGITS):
        names = (*digit_segments(digit), f"{WEBXR_DIGIT[digit]}-tip")
        digits.append(_fitted_digit(chain, k, np.stack([at[name] for name in names])))
        q[DIGIT_COLUMNS[k]] = digits[-1].angles
    hand = _with_digits(spec, digits, ends, side).build()
    T = mirror @ T @ mirror
    return SkeletonFit(hand, q, T, _errors(hand, q, T, joints))


def _palm_frame(joints: Mapping[str, np.ndarray]) -> np.ndarray:
    """A right hand's file → palm (4, 4): the wrist at the origin, the middle knuckle on +x, and +z
    as a hand of ours has it that is laid over the joints.
    """
    points = np.stack([joints[name] for name in layout_points(LAYOUT)])
    back = fit_keypoints(points, LAYOUT, "right", stretch=STRETCH).T_world_forearm[:3, 2]
    x = joints[digit_segments("middle")[0]] - joints[PALM]
    x = x / np.linalg.norm(x)
    z = back - x * (x @ back)
    z /= np.linalg.norm(z)
    T = np.eye(4)
    T[:3, :3] = np.stack([x, np.cross(z, x), z])
    T[:3, 3] = -T[:3, :3] @ joints[PALM]
    return T


class _Digit(NamedTuple):
    """A digit in the palm of a right hand."""

    root: np.ndarray
    """(3,) [m] its first joint"""
    lengths: np.ndarray
    """(3,) [m] of its bones, the last one to the tip joint"""
    angles: np.ndarray
    """(4,) [rad] of its joints"""
    beside: float
    """[m] how far the middle hinge lies off the line of the bones"""


def _fitted_digit(chain: KeypointChain, k: int, points: np.ndarray) -> _Digit:
    """The digit whose joints and tip come nearest to ``points`` (4, 3) [m], palm frame."""
    from scipy.optimize import least_squares

    def digit(x: np.ndarray) -> _Digit:
        return _Digit(points[0] + x[:3], lengths * (1 + x[3:6]), x[6:10], float(x[10]))

    def misfit(x: np.ndarray) -> np.ndarray:
        away = _digit_points(chain, k, digit(x)) - points
        return np.concatenate([away.ravel(), (away**2).sum(1) / LARGE, ANGLE_PRIOR * x[6:10]])

    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    low = np.array([-ROOM] * 3 + [-0.1] * 3 + [*(chain.lower[k] - STRETCH), -LARGEST_OFFSET])
    high = np.array([ROOM] * 3 + [0.1] * 3 + [*(chain.upper[k] + STRETCH), LARGEST_OFFSET])
    start = np.array([*np.zeros(6), *chain.rest[k], 0.0])
    scale = np.array([*[1e-3] * 3, *[0.05] * 3, *[0.5] * 4, 1e-3])
    return digit(least_squares(misfit, start, bounds=(low, high), x_scale=scale).x)


def _digit_points(chain: KeypointChain, k: int, digit: _Digit) -> np.ndarray:
    """A digit's three joints and its tip (4, 3) [m], palm frame."""
    R = chain.turned[k] @ so3.exp(chain.first_axis[k] * digit.angles[0])
    bend = np.cumsum(digit.angles[1:])[:, None]
    bones = np.cos(bend) * R[:, 0] - np.sin(bend) * R[:, 2]
    points = digit.root + np.vstack([np.zeros(3), np.cumsum(digit.lengths[:, None] * bones, 0)])
    points[1] += digit.beside * R[:, 1]
    return points


def _with_digits(
    plain: HandSpec, digits: list[_Digit], ends: Mapping[str, float], side: Side
) -> HandSpec:
    """A spec with these digits, whose last segments reach the end of the flesh."""
    bones, shift = np.array(plain.bone_lengths), np.zeros((len(DIGITS), 3))
    for k, (name, digit) in enumerate(zip(DIGITS, digits, strict=True)):
        thumb = name == "thumb"
        ours = saddle_position(plain) if thumb else metacarpal_ends(plain, name)[1]
        shift[k] = digit.root - ours
        if np.linalg.norm(shift[k]) > FARTHEST_SHIFT:
            raise InputError(
                f"the root of its {name} lies {1e3 * np.linalg.norm(shift[k]):.0f} mm from where "
                f"hands have it; expected at most {1e3 * FARTHEST_SHIFT:.0f} mm"
            )
        first, second, to_tip = digit.lengths
        bones[k, :3] = (first, second, 0.0) if thumb else (bones[k, 0], first, second)
        bones[k, 3:] *= max(ends[name], to_tip) / bones[k, 3:].sum()
    beside = np.array([digit.beside for digit in digits])
    return replace(plain, side=side, bone_lengths=bones, root_shift=shift, middle_offset=beside)


def _errors(
    hand: Hand, q: np.ndarray, T_palm_file: np.ndarray, joints: Mapping[str, np.ndarray]
) -> dict[str, float]:
    poses = segment_transforms(hand, q)
    tips = {f"{WEBXR_DIGIT[digit]}-tip": name for digit, name in TIP_SEGMENT.items()}
    found = {}
    for name in layout_points(LAYOUT):
        ours = poses[tips.get(name, name)]
        reach = np.linalg.norm(joints[name] - joints[tips[name]]) if name in tips else 0.0
        place = ours[:3, 3] + reach * ours[:3, 0]
        found[name] = float(np.linalg.norm(place - se3.apply(T_palm_file, joints[name])))
    return found
