"""`LoadedHand`: any MJCF or URDF hand, used like our own."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.follower import Follower
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.loaded.spec import LoadedSegment, LoadedSpec


class LoadedHand(Hand):
    """A hand from somebody else's model. Never changes once built.

    Its joint vectors hold those of our 23 joints that it has (``joint_names``), in our signs and
    with our zero. Its segments have our names; what ours has no word for is named after the digit
    (``index-finger-knuckle``). Bodies behind joints that are not mapped are rigid parts of what
    they hang on.

    Args:
        spec: the numbers; :func:`prehensile.load_hand` finds them.
    """

    def __init__(self, spec: LoadedSpec):
        self._loaded = spec
        self._parts = MappingProxyType(spec.segments)
        self.joint_names = spec.joint_names
        self._index = np.array([JOINT_NAMES.index(name) for name in spec.joint_names])
        self._follower = {f.name: f for f in spec.followers}

    @property
    def spec(self) -> LoadedSpec:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The numbers it was built from: the passive mechanics of a `HandSpec`, no bone table."""
        return self._loaded

    @property
    def segments(self) -> Mapping[str, LoadedSegment]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """All segments by name, parents before children."""
        return self._parts

    @property
    def side(self) -> str:
        """``right`` or ``left``."""
        return self._loaded.side

    @property
    def lower(self) -> np.ndarray:
        """(dof,) [rad] lower joint limits."""
        return self._loaded.lower

    @property
    def upper(self) -> np.ndarray:
        """(dof,) [rad] upper joint limits."""
        return self._loaded.upper

    @property
    def length(self) -> float:  # pyright: ignore[reportIncompatibleVariableOverride]
        """[m] from the wrist centre to the tip of the straight middle finger."""
        return self._loaded.length

    @property
    def followers(self) -> tuple[Follower, ...]:
        """Joints that a coupling moves."""
        return self._loaded.followers

    @property
    def excluded_pairs(self) -> tuple[tuple[str, str], ...]:
        """Segments that never collide with one another, besides parent and child."""
        return self._loaded.excluded

    def joint_angle(self, q: np.ndarray, joint: str) -> np.ndarray:
        """(...,) [rad] of one joint, followers included."""
        follower = self._follower.get(joint)
        if follower is None:
            return q[..., self.joint_index(joint)]
        return follower.offset + follower.ratio * q[..., self.joint_index(follower.leader)]

    def transfer(self, q: np.ndarray) -> np.ndarray:
        """A pose of our own hand (..., 23) [rad] on this one (..., dof): by joint name, scaled as
        its mapping says, within its limits.
        """
        q = np.asarray(q, dtype=float)
        if q.ndim == 0 or q.shape[-1] != len(JOINT_NAMES):
            raise InputError(f"pose has shape {q.shape}; expected (..., {len(JOINT_NAMES)}).")
        return np.clip(q[..., self._index] * self._loaded.scale, self.lower, self.upper)

    def __repr__(self) -> str:
        return (
            f"LoadedHand({self._loaded.name}, {self.side}, {self.length * 1e3:.0f} mm long, "
            f"{self.dof} joints)"
        )
