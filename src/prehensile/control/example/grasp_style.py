"""What one example taught: six setpoints and a neutral pose, small enough to keep in a file."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS

FORMAT = "prehensile grasp style"
"""What the files call themselves."""


@dataclass(frozen=True, eq=False)
class GraspStyle:
    """How a hand grasps, fitted to one recording."""

    name: str
    about: str
    """the recording, and how it was fitted"""
    setpoints: Setpoints
    """fitted for the gains `EVERYDAY`"""
    neutral: np.ndarray
    """(dof,) θ_NEUTRAL [rad], joints as in the setpoints"""

    def on(self, hand: Hand) -> "GraspStyle":
        """The same for this hand's joints, by name.

        Raises:
            InputError: the hand has joints the style knows nothing of.
        """
        setpoints = self.setpoints.for_hand(hand)
        order = [self.setpoints.joint_names.index(name) for name in hand.joint_names]
        return GraspStyle(self.name, self.about, setpoints, self.neutral[order])

    def poses(self, hand: Hand) -> tuple[np.ndarray, np.ndarray]:
        """(dof,) [rad] Open and gripping, as far as the hand's limits let it, the wrist straight:
        it is part of the arm, and goes where the object wants it.
        """
        stood_for = self.setpoints.poses(self.neutral)
        stood_for[:, [name in WRIST_JOINTS for name in hand.joint_names]] = 0.0
        wide, grip = (np.clip(stood_for[i], hand.lower, hand.upper) for i in (OPEN, GRIP))
        return wide, grip

    def to_json(self) -> dict[str, Any]:
        """Numbers and words only; `from_json` makes an equal style."""
        return {
            "format": FORMAT,
            "name": self.name,
            "about": self.about,
            "neutral": self.neutral.tolist(),
            "setpoints": self.setpoints.to_json(),
        }

    @classmethod
    def from_json(cls, data: Any) -> "GraspStyle":
        """Read :meth:`to_json`'s result.

        Raises:
            InputError: it is something else.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError(f"not a {FORMAT}: expected a file that tools or Python code saved.")
        try:
            neutral = np.array(data["neutral"], dtype=float)
            setpoints = Setpoints.from_json(data["setpoints"])
            name, about = str(data["name"]), str(data["about"])
        except (KeyError, TypeError, ValueError):
            raise InputError(f"a {FORMAT} without name, about, neutral and setpoints.") from None
        if neutral.shape != (len(setpoints.joint_names),) or not np.isfinite(neutral).all():
            raise InputError(f"a {FORMAT} whose neutral pose is not one angle for every joint.")
        return cls(name, about, setpoints, neutral)
