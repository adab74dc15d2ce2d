"""How much each bone carries of each vertex (Kry 2005, section 7.1).

Weights are distances to the bones to a negative power, within groups: a digit's group is its own
bones and the palm. Where groups meet, a vertex takes a smooth mixture of theirs.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import PALM, digit_segments
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.lie import se3

EXPONENT = -3.0
"""Kry's choice for a hand: neither too rubbery nor too robotic."""
BONE_OF_FLESH = 0.6
"""Half breadth of a bone over that of the flesh around it; distances are to its surface."""
SADDLE = 0.3
"""Share of the thumb's metacarpal that leaves its skin to the palm: where the ball of the thumb
goes over into the wrist, it is tied to both."""
HEAD = np.array([0.24, 0.0, 0.18])
"""How far a bone's head reaches beyond a knuckle or the next joint and towards the back, over the
flesh's half breadth there: what stands out in a fist is the bone before the joint."""
NEAREST = 5e-4
"""[m] Least distance: a vertex within a bone must not get an endless weight."""
INFLUENCES = 4
"""Bones that may carry a vertex: what glTF and graphics cards take."""
GROUP_EXPONENT = -4.0
"""Exponent of the distances that part the groups: farther below zero is sharper."""
FREE_FROM, FREE_TO = 0.25, 0.60
"""Share of a digit's first phalanx over which other digits lose their hold on its skin."""


@dataclass(frozen=True, eq=False)
class Bone:
    """A straight bone with round ends."""

    segment: str
    start: np.ndarray
    """(3,) [m] centre of its first end"""
    end: np.ndarray
    """(3,) [m] centre of its last end"""
    radius: float
    """[m] of the bone and of both ends"""

    def distance(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] from its surface to points (N, 3) [m]; never below `NEAREST`."""
        bone = self.end - self.start
        h = np.clip((points - self.start) @ bone / (bone @ bone), 0, 1)
        far = np.linalg.norm(points - self.start - h[:, None] * bone, axis=1)
        return np.maximum(far - self.radius, NEAREST)


def hand_bones(hand: Hand, poses: dict[str, np.ndarray]) -> dict[str, list[Bone]]:
    """The bones of a right hand by digit, from the root; those of the palm under ``wrist``."""
    found: dict[str, list[Bone]] = {PALM: []}
    b = hand.spec.breadth
    for digit in DIGITS:
        found[digit] = []
        first, *_, last = digit_segments(digit)
        for name in digit_segments(digit):
            s = hand.segments[name]
            radius = BONE_OF_FLESH * min(s.radii)
            ends = np.array([[0.0, 0, 0], [s.length, 0, 0]])
            if name == first:
                ends[0, 0] = SADDLE * s.length if digit == "thumb" else 0.0
                ends[1] += s.radii[1] * HEAD
            if name == last:
                ends[1, 0] -= 2 * radius
            start, end = se3.apply(poses[name], ends)
            found[digit].append(Bone(name, start, end, radius))
    T = poses[PALM]
    for finger in FINGERS:
        base, head = metacarpal_ends(hand.spec, finger)
        breadth = hand.segments[digit_segments(finger)[0]].radii[0]
        ends = se3.apply(T, np.stack([base, head + breadth * HEAD]))
        found[PALM].append(Bone(PALM, ends[0], ends[1], BONE_OF_FLESH * breadth))
    wrist, arm = se3.apply(T, np.array([[0.25 * b, 0, 0], [-0.6 * b, 0, 0]]))
    found[PALM].append(Bone(PALM, wrist, arm, 0.12 * b))
    return found


def bone_weights(
    hand: Hand,
    poses: dict[str, np.ndarray],
    vertices: np.ndarray,
    segments: tuple[str, ...],
    exponent: float = EXPONENT,
) -> np.ndarray:
    """Weights (V, len(segments)) of the segments; rows sum to 1, at most four are not nil.

    Args:
        hand: a right hand.
        poses: segment → (4, 4) in the pose of the vertices.
        vertices: (V, 3) [m].
        segments: names of the columns.
        exponent: below zero; nearer to zero is more rubbery.

    Raises:
        InputError: an exponent that is not below zero.
    """
    if not exponent < 0:
        raise InputError(f"the exponent of bone weights is {exponent:g}; give one below 0 (−3).")
    bones = hand_bones(hand, poses)
    to_palm = np.min([bone.distance(vertices) for bone in bones[PALM]], axis=0)
    share = _group_shares(hand, poses, bones, vertices)
    weights = np.zeros((len(vertices), len(segments)))
    for k, digit in enumerate(DIGITS):
        group = [(PALM, to_palm)]
        group += [(bone.segment, bone.distance(vertices)) for bone in bones[digit]]
        # Over the nearest, so that no power overflows.
        nearest = np.min([d for _, d in group], axis=0)
        powers = np.stack([(d / nearest) ** exponent for _, d in group], axis=1)
        powers *= (share[:, k] / powers.sum(axis=1))[:, None]
        for (segment, _), column in zip(group, powers.T, strict=True):
            weights[:, segments.index(segment)] += column
    return strongest(weights)


def strongest(weights: np.ndarray) -> np.ndarray:
    """The four strongest of each row, less the fifth, so that no bone lets go with a jerk."""
    fifth = np.sort(weights, axis=1)[:, -INFLUENCES - 1, None]
    kept = np.maximum(weights - fifth, 0)
    return kept / kept.sum(axis=1, keepdims=True)


def strongest_joints(weights: np.ndarray, joint_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What a rig holds of weights: the four joints that carry each vertex most.

    Args:
        weights: (V, B).
        joint_of: (B,) number of the rig's joint that each column stands for.

    Returns:
        Joints (V, 4) uint8, strongest first, and their shares (V, 4) float32, which sum to 1.
    """
    columns = np.argsort(-weights, axis=1, kind="stable")[:, :INFLUENCES]
    shares = np.take_along_axis(weights, columns, axis=1).astype(np.float32)
    shares /= shares.sum(axis=1, keepdims=True)
    joints = joint_of[columns]
    joints[shares == 0] = 0  # glTF wants joint 0 where the weight is nil
    return joints.astype(np.uint8), shares


def _group_shares(
    hand: Hand, poses: dict[str, np.ndarray], bones: dict[str, list[Bone]], vertices: np.ndarray
) -> np.ndarray:
    """How much each vertex belongs to each digit's group (V, 5); rows sum to 1."""
    far = []
    for k, digit in enumerate(DIGITS):
        chain = list(bones[digit])
        if digit in FINGERS:
            chain.append(bones[PALM][k - 1])
        far.append(np.min([bone.distance(vertices) for bone in chain], axis=0))
    distances = np.stack(far, axis=1)
    shares = (distances / distances.min(axis=1, keepdims=True)) ** GROUP_EXPONENT
    nearest = distances.argmin(axis=1)
    for k, digit in enumerate(DIGITS):
        # Beyond the web a digit's skin is its own.
        name = digit_segments(digit)[1 if digit == "thumb" else 0]
        x = (vertices - poses[name][:3, 3]) @ poses[name][:3, 0] / hand.segments[name].length
        t = np.clip((x - FREE_FROM) / (FREE_TO - FREE_FROM), 0, 1)
        free = t * t * (3 - 2 * t)
        others = np.arange(len(DIGITS)) != k
        rows = nearest == k
        shares[np.ix_(rows, others)] *= (1 - free[rows])[:, None]
    return shares / shares.sum(axis=1, keepdims=True)
