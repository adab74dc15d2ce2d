"""The wrist of a BVH whose skeleton ends at the hand: a body's animation without fingers.

No finger shows which way the palm faces. It is taken from the skeleton's own pose, with all
rotations zero: of an arm held out to the side the back of the hand is up, as in a T-pose; of an arm
that hangs down or is held forward it is outside, away from the body.
"""

from pathlib import Path

import numpy as np

from prehensile.errors import InputError
from prehensile.files.bvh import POSITION, BvhFile, BvhJoint, joint_rotation, read_bvh_file
from prehensile.hand.spec import Side
from prehensile.lie import se3
from prehensile.motion.mocap.digit_names import words_of
from prehensile.motion.mocap.markers import METRES
from prehensile.motion.y_up import z_up

WRISTS, FOREARMS = ("wrist", "hand"), ("forearm", "lowerarm", "elbow")
"""What joints are called at whose origin the wrist is, and at whose end."""
FOREARM, HAND, REACH = 0.26, 0.18, 0.7
"""[m] of an adult's forearm and hand, and of the way of a wrist, to guess a file's unit by"""
SIDEWAYS = 0.7
"""Part of an arm's direction from which on it is held out to the side"""


def read_bvh_wrist(
    path: str | Path, side: Side | None = None
) -> tuple[np.ndarray, np.ndarray, Side | None] | None:
    """Time (T,) [s], forearm pose (T, 7) in the world, and side; None if no joint is a wrist.

    Args:
        path: the file, y up.
        side: which, if there are two.

    Raises:
        FileError: as `read_bvh_file`.
        InputError: the file shows only the other side's, or several and none was asked for.
    """
    file = read_bvh_file(path)
    chains = _wrists(file)
    if not chains:
        return None
    if side is None and len(chains) > 1:
        raise InputError(f"say which hand to follow: {', '.join(str(s) for s in chains)}.")
    found = side if side in chains else next(iter(chains))
    if side is not None and found not in (side, None):
        raise InputError(f"it has no {side} hand; there is {found}.")
    chain = chains[found]
    T, along = _frames(file, chain)
    x = along / np.linalg.norm(along)
    T[:, :3, :3] = T[:, :3, :3] @ _axes(x, found or side or "right")
    T[:, :3, 3] *= _metres(chain, T[:, :3, 3], float(np.linalg.norm(along)))
    time = np.arange(len(file.rows)) * file.step
    return time, se3.to_pose7(z_up(T)), found or side


def _wrists(file: BvhFile) -> dict[Side | None, list[BvhJoint]]:
    """Joints from the root to the wrist, by side; a wrist is preferred to a hand, to a forearm."""
    found: dict[Side | None, tuple[int, list[BvhJoint]]] = {}

    def walk(joint: BvhJoint, above: list[BvhJoint]) -> None:
        chain, words = [*above, joint], words_of(joint.name)
        name = "".join(words.rest)
        kinds = [k for k, kind in enumerate((*WRISTS, *FOREARMS)) if kind in name]
        if kinds and words.digit is None:
            ends = [c for c in joint.children if c.name == "Site"]
            at_origin = kinds[0] < len(WRISTS)
            known = found.get(words.side)
            if (at_origin or ends) and (known is None or kinds[0] < known[0]):
                found[words.side] = kinds[0], chain if at_origin else [*chain, ends[0]]
        for child in joint.children:
            walk(child, chain)

    for root in file.roots:
        walk(root, [])
    return {side: chain for side, (_, chain) in found.items()}


def _frames(file: BvhFile, chain: list[BvhJoint]) -> tuple[np.ndarray, np.ndarray]:
    """Poses (T, 4, 4) of the chain's last joint in the file's unit and axes, and the direction (3,)
    of the hand in its frame, as long as the bone that shows it.
    """
    T = np.broadcast_to(np.eye(4), (len(file.rows), 4, 4)).copy()
    for k, joint in enumerate(chain):
        offset = np.tile(joint.offset, (len(file.rows), 1))
        for axis, name in enumerate(POSITION):
            if name in joint.channels:
                # A root's position adds to its offset; of other joints it replaces it.
                base = offset[:, axis] if k == 0 else 0.0
                offset[:, axis] = base + file.rows[:, joint.channels[name]]
        step = np.broadcast_to(np.eye(4), T.shape).copy()
        step[:, :3, 3], step[:, :3, :3] = offset, joint_rotation(joint, file.rows)
        T = T @ step
    last = chain[-1]
    beyond = [c.offset for c in last.children if np.linalg.norm(c.offset) > 0]
    if beyond:
        return T, np.mean(beyond, axis=0)
    if len(chain) > 1 and np.linalg.norm(last.offset) > 0:
        return T, last.offset
    raise InputError(
        f"the joint {last.name} has no length, so nobody knows where its hand points: give it an "
        "End Site towards the fingers."
    )


def _axes(x: np.ndarray, side: Side) -> np.ndarray:
    """(3, 3) The hand frame of the conventions in the file's axes, in the skeleton's own pose."""
    outwards = np.array([-1.0 if side == "right" else 1.0, 0.0, 0.0])
    back = np.array([0.0, 1.0, 0.0]) if abs(x[0]) > SIDEWAYS else outwards
    z = back - x * (x @ back)
    z /= np.linalg.norm(z)
    return np.column_stack([x, np.cross(z, x), z])


def _metres(chain: list[BvhJoint], places: np.ndarray, hand: float) -> float:
    """[m] of the file's unit, by the length of a forearm, or of a hand, or of the way."""
    forearm = float(np.linalg.norm(chain[-1].offset)) if len(chain) > 1 else 0.0
    way = float(np.ptp(places, axis=0).max())
    for length, usual in ((forearm, FOREARM), (hand, HAND), (way, REACH)):
        if length > 0:
            return min(METRES.values(), key=lambda m: abs(np.log(m * length / usual)))
    return 1.0
