"""`HandRest`: where a hand's segments are, fast enough to ask at every step."""

import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand


class HandRest:
    """Forward kinematics as one kernel over tables; the forearm stands at the origin.

    Args:
        hand: whose segments, in their own order.
    """

    def __init__(self, hand: Hand):
        self._hand = hand
        rows = {name: k for k, name in enumerate(hand.segments)}
        segments = list(hand.segments.values())
        self._parent = np.array([-1 if s.parent is None else rows[s.parent] for s in segments])
        self._T_parent = np.stack([s.T_parent_rest for s in segments])
        joints = [joint for s in segments for joint in s.joints]
        self._first = np.cumsum([0] + [len(s.joints) for s in segments])
        self._axes = np.array([joint.axis for joint in joints], dtype=float)
        self._names = [joint.name for joint in joints]
        follows = {f.name for f in hand.followers}
        led = follows.intersection(self._names)
        self._rows = None if led else np.array([hand.joint_index(n) for n in self._names])

    def __call__(self, q: np.ndarray) -> np.ndarray:
        """(segments, 4, 4) at joint angles (dof,) [rad]."""
        q = self._hand.check_angles(q)
        if self._rows is None:
            angles = np.array([self._hand.joint_angle(q, name) for name in self._names])
        else:
            angles = q[self._rows]
        out = np.zeros((len(self._parent), 4, 4))
        kernels("forks.reduced").hinge_tree(
            angles, self._parent, self._T_parent, self._first, self._axes, out
        )
        return out
