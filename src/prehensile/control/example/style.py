"""What one example taught: six setpoints and a neutral pose, small enough to keep in a file."""

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.control.example.example import AIR, grasp_example
from prehensile.control.example.fit import fit_setpoints
from prehensile.control.example.library import example_library
from prehensile.control.law.gains import EVERYDAY
from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.errors import InputError, UnknownNameError
from prehensile.files.opened import opened
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.world.objects.object import Object

FORMAT = "prehensile grasp style"
STYLES = ("leap_grab", "leap_pinch")
"""Shipped with the package."""
DEFAULT_STYLE = "leap_grab"
SLIM, LIGHT = 0.03, 0.1
"""[m] across and [kg], at most, of what people take between thumb and index"""


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
        """(dof,) [rad] Open and gripping, as far as the hand's limits let it."""
        rest = self.setpoints.rest_poses(self.neutral, EVERYDAY)
        wide, grip = (np.clip(rest[i], hand.lower, hand.upper) for i in (OPEN, GRIP))
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


def usual_styles(obj: Object) -> tuple[str, ...]:
    """Which of `STYLES` suit an object of its size and weight, best first."""
    small = np.sort(obj.extents)[1] <= SLIM and obj.mass <= LIGHT
    return ("leap_pinch", "leap_grab") if small else ("leap_grab",)


def style_of_clip(clip: Clip, hand: Hand, name: str, about: str = "") -> GraspStyle:
    """Fit the grasp that a clip shows.

    A recording in the air shows the closed hand without anything in it: its gripping frames are
    part of the fit, for there is nothing whose push would be unknown.

    Args:
        clip: the recording, of one hand.
        hand: that made it.
        name: of the style.
        about: where the recording comes from.

    Raises:
        InputError: the clip shows no grasp.
    """
    passive = example_library([clip], hand).passive_term()
    example = grasp_example(clip, hand)
    fit = fit_setpoints(example, passive, EVERYDAY, gripping=example.driven_by == AIR)
    return GraspStyle(name, about, fit.setpoints, passive.neutral)


def load_style(what: str | Path) -> GraspStyle:
    """A style by name, from a ``.json`` file, or fitted to a recording of one hand.

    Args:
        what: one of `STYLES`, a file that holds `GraspStyle.to_json`, or anything that
            `prehensile.motion.mocap.read.read_motion` reads.

    Raises:
        UnknownNameError: neither the name of a style nor a file.
        FileError, InputError: a file that cannot be read, or shows no grasp.
    """
    if str(what) in STYLES:
        found = resources.files("prehensile.control").joinpath(f"data/{what}.json")
        return GraspStyle.from_json(json.loads(found.read_text("utf-8")))
    path = Path(what)
    if not path.suffix and not path.exists():
        raise UnknownNameError("example", str(what), (*STYLES, "or a file"))
    if path.suffix != ".json":
        return _style_of_recording(path)
    with opened(path, "style") as file:
        data = json.load(file)
    return GraspStyle.from_json(data)


def _style_of_recording(path: Path) -> GraspStyle:
    from prehensile.motion.mocap.read import read_motion

    clip = read_motion(path)
    if len(clip.hands) != 1:
        raise InputError(f"{path} shows {len(clip.hands)} hands; an example has one.")
    hand = hand_from_json(clip.hands[0].model)
    if isinstance(hand.spec, HandSpec):
        hand = bare_hand(hand)
    return style_of_clip(clip, hand, path.stem, f"fitted to {path.name}")
