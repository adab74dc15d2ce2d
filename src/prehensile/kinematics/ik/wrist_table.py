"""The hinges between forearm and palm as the solvers read them: one record per hinge."""

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM

HINGE = np.dtype(
    (
        np.record,
        [
            ("rest", float, (3, 4)),  # rotation and position [m] from the hinge before to this one
            ("axis", float, (3,)),  # unit
            ("column", np.int64),  # its place in the joint vector; −1 only carries on to the palm
        ],
    )
)
"""A hinge's constants."""


def wrist_table(hand: Hand) -> np.ndarray:
    """(m,) of HINGE, from the forearm to the palm.

    Raises:
        InputError: a loaded hand with a wrist joint that another one moves.
    """
    chain, name = [], PALM
    while (segment := hand.segments[name]).parent is not None:
        chain.append(segment)
        name = segment.parent
    rows, T = [], np.eye(4)
    for segment in reversed(chain):
        T = T @ segment.T_parent_rest
        for joint in segment.joints:
            if joint.name not in hand.joint_names:
                raise InputError(f"this hand's {joint.name} follows another joint.")
            rows.append((T[:3], joint.axis, hand.joint_index(joint.name)))
            T = np.eye(4)
    return np.array([*rows, (T[:3], (0.0, 0.0, 1.0), -1)], HINGE)
