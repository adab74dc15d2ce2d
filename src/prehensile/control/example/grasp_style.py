"""What one example taught: six setpoints and a neutral pose, small enough to keep in a file."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS

FORMAT = "prehensile grasp style"
"""What the files call themselves."""
KINDS = ("power", "pinch", "tripod", "lateral", "hook", "disk")
"""How digits press: against the palm, pad to pad with the thumb, with two or more fingers against
it, thumb against the index's side, fingers alone, all round a rim."""
WIDEST, HEAVIEST = 0.14, 5.0
"""[m] and [kg] up to which a style serves that does not say so itself"""


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
    kind: str = "power"
    """one of `KINDS`"""
    fingers: tuple[str, ...] = DIGITS
    """digits that take part, thumb to little"""
    girth: tuple[float, float] = (0.0, WIDEST)
    """[m] across, least and most, of what it is for"""
    heaviest: float = HEAVIEST
    """[kg] of what it is for"""
    opposed: bool = False
    """whether the thumb stands where it belongs, and need not be brought round"""

    @property
    def content(self) -> tuple[Hashable, ...]:
        """Equal for styles that grasp alike."""
        six = self.setpoints
        taught = self.neutral.tobytes(), six.angle.tobytes(), six.rate.tobytes()
        return self.name, *taught, self.kind, self.fingers, self.opposed

    def on(self, hand: Hand) -> "GraspStyle":
        """The same for this hand's joints, by name.

        Raises:
            InputError: the hand has joints the style knows nothing of.
        """
        setpoints = self.setpoints.for_hand(hand)
        order = [self.setpoints.joint_names.index(name) for name in hand.joint_names]
        return replace(self, setpoints=setpoints, neutral=self.neutral[order])

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
            "kind": self.kind,
            "fingers": list(self.fingers),
            "girth": list(self.girth),
            "heaviest": self.heaviest,
            "opposed": self.opposed,
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
        return cls(name, about, setpoints, neutral, **_taken_part(data))


def _taken_part(data: dict[str, Any]) -> dict[str, Any]:
    """What a file says beyond setpoints; older ones say nothing of it."""
    kind = data.get("kind", "power")
    if kind not in KINDS:
        raise InputError(f"a {FORMAT} of kind {kind!r}; expected one of {', '.join(KINDS)}.")
    fingers = data.get("fingers", DIGITS)
    named = isinstance(fingers, list | tuple) and all(finger in DIGITS for finger in fingers)
    if not named or not fingers:
        raise InputError(f"a {FORMAT} whose fingers are not among {', '.join(DIGITS)}.")
    try:
        least, most = (float(v) for v in data.get("girth", (0.0, WIDEST)))
        heaviest = float(data.get("heaviest", HEAVIEST))
    except (TypeError, ValueError):
        raise InputError(f"a {FORMAT} whose girth or heaviest are not numbers.") from None
    if not 0 <= least < most < np.inf or not 0 < heaviest < np.inf:
        raise InputError(f"a {FORMAT} for a girth of {least:g} to {most:g} m, {heaviest:g} kg.")
    return {
        "kind": kind,
        "fingers": tuple(d for d in DIGITS if d in fingers),
        "girth": (least, most),
        "heaviest": heaviest,
        "opposed": bool(data.get("opposed", False)),
    }
