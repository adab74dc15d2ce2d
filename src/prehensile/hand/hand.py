"""`Hand`: one immutable hand, built from a `HandSpec`."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.follower import Follower
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.segments import FOREARM, PALM, Segment
from prehensile.hand.skeleton import build_segments
from prehensile.hand.spec import HandSpec


class Hand:
    """Segments, joints, limits and passive mechanics of one hand. Never changes once built.

    Args:
        spec: the numbers to build from; the mean adult's right hand if left out.
    """

    joint_names: tuple[str, ...] = JOINT_NAMES

    def __init__(self, spec: HandSpec | None = None):
        self._spec = spec if spec is not None else HandSpec.mean()
        self._segments = MappingProxyType(build_segments(self._spec))

    @property
    def spec(self) -> HandSpec:
        """The numbers this hand was built from."""
        return self._spec

    @property
    def side(self) -> str:
        """``right`` or ``left``."""
        return self._spec.side

    @property
    def segments(self) -> Mapping[str, Segment]:
        """All segments by WebXR name, parents before children."""
        return self._segments

    @property
    def dof(self) -> int:
        """Number of joint angles."""
        return len(self.joint_names)

    @property
    def lower(self) -> np.ndarray:
        """(23,) [rad] lower joint limits."""
        return self._spec.lower

    @property
    def upper(self) -> np.ndarray:
        """(23,) [rad] upper joint limits."""
        return self._spec.upper

    @cached_property
    def mass(self) -> float:
        """[kg] of the hand without the forearm."""
        return sum(s.mass for s in self.segments.values() if s.parent is not None)

    @cached_property
    def length(self) -> float:
        """[m] from the wrist centre to the tip of the straight middle finger."""
        palm = self.segments["wrist"].length
        return palm + float(self._spec.bone_lengths[2, 1:].sum())

    @property
    def followers(self) -> tuple[Follower, ...]:
        """Joints that a coupling moves; people's hands have none here, loaded ones may."""
        return ()

    @property
    def excluded_pairs(self) -> tuple[tuple[str, str], ...]:
        """Segments that never collide with one another, besides parent and child."""
        on_palm = [s.name for s in self.segments.values() if s.parent == PALM]
        # The thumb's first phalanx lies against the side of the palm when the thumb is adducted.
        return (*((FOREARM, name) for name in on_palm), (PALM, "thumb-phalanx-proximal"))

    def transfer(self, q: np.ndarray) -> np.ndarray:
        """A pose (..., 23) [rad] in the order of JOINT_NAMES, in the order of this hand's joints
        and with what it lacks left out.
        """
        return q

    def joint_angle(self, q: np.ndarray, joint: str) -> np.ndarray:
        """(...,) [rad] of one joint in joint vectors (..., dof)."""
        return q[..., self.joint_index(joint)]

    def joint_index(self, name: str) -> int:
        """Position of a joint in every joint vector of this hand."""
        try:
            return self.joint_names.index(name)
        except ValueError:
            raise UnknownNameError("joint", name, self.joint_names) from None

    def segment(self, name: str) -> Segment:
        """One segment by its WebXR name."""
        try:
            return self.segments[name]
        except KeyError:
            raise UnknownNameError("segment", name, self.segments) from None

    def check_angles(self, q: np.ndarray) -> np.ndarray:
        """``q`` (..., 23) [rad] as float64, refused if its shape or a number is wrong."""
        try:
            q = np.asarray(q, dtype=float)
        except (TypeError, ValueError):
            raise InputError("joint vector holds something else than numbers.") from None
        if q.ndim == 0 or q.shape[-1] != self.dof:
            raise InputError(f"joint vector has shape {q.shape}; expected (..., {self.dof}).")
        if not np.isfinite(q).all():
            bad = np.argwhere(~np.isfinite(q))[0][-1]
            raise InputError(
                f"joint vector holds a value that is not finite at {self.joint_names[bad]}."
            )
        return q

    def __repr__(self) -> str:
        return f"Hand({self.side}, {self.length * 1e3:.0f} mm long, {self.mass:.2f} kg)"
