"""What a scene of the Stage is: its steps, its controls, its frame, its verdict.

A scene is a small class. It owns whatever it simulates; the Stage calls it from one thread, turns
what it shows into messages, and does everything else: pages, pausing, slow motion, recording.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.errors import InputError, UnknownNameError
from prehensile.files.pictures.texture import Texture
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.taxels import Taxels
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Verdict
from prehensile.skin.dress import Dress
from prehensile.stage.choices import RIGHT_HAND, NamedHand
from prehensile.stage.messages import Control, Plot, Step, Vec3

if TYPE_CHECKING:
    from prehensile.capture.live.session import LiveSession

FRAME_RATE = 60.0
"""[Hz] at which pages see frames"""
NO_HAND = 255
"""group of a contact that no hand takes part in"""


@dataclass(frozen=True)
class SceneOptions:
    """What the command line says to every scene."""

    object: str = "mug"
    hand: NamedHand = RIGHT_HAND
    """the one that scenes begin with"""
    clip: Path | None = None
    folder: Path | None = None
    """where recordings are"""
    seed: int = 0
    dress: Dress = SKIN_DRESS
    """what hands are drawn in"""
    live: "LiveSession | None" = None
    """streams that are listened to already, for the scene ``capture``; whoever began it ends it"""
    compliance: HandCompliance | None = None
    """how soft the hand is, for the scene ``soft``; an example if left out"""
    policy: str = ""
    """what a learned hand does, for the scenes ``dial`` and ``ball``: a name or a file as
    `policy_named` takes it; the one that ships for the task if empty"""


class StageHand(NamedTuple):
    """A hand that a scene shows."""

    name: str
    hand: Hand
    opacity: float = 1.0
    """below 1 a ghost: it casts no shadow, and nothing presses on it"""


class StageBody(NamedTuple):
    """A thing that a scene shows."""

    name: str
    vertices: np.ndarray
    """(n, 3) [m], its own frame"""
    faces: np.ndarray
    """(f, 3)"""
    color: Sequence[float] | np.ndarray
    """sRGB"""
    movable: bool = False
    """can be pulled with the mouse"""
    opacity: float = 1.0
    """below 1 of glass"""
    texture: Texture | None = None
    """a picture on it, shown instead of its colour"""
    pointable: bool = False
    """a click on it means something: `StageScene.point`"""


class ShownContacts(NamedTuple):
    """Contacts as a page draws them."""

    pos: np.ndarray
    """(c, 3) [m], world"""
    force: np.ndarray
    """(c, 3) [N] that the hand exerts on the other, world"""
    group: np.ndarray
    """(c,) thumb 0 … little 4, palm 5, no hand 255"""
    hand: np.ndarray
    """(c,) row of the hand; 255 if none"""
    slip: np.ndarray | None = None
    """(c,) [m/s] along the surface; None where it is not known"""


NO_CONTACTS = ShownContacts(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), np.zeros(0))


@dataclass(frozen=True)
class SceneFrame:
    """What a scene shows at one moment. Only hands and bodies that are there need numbers."""

    time: float
    """[s]"""
    q: Sequence[np.ndarray] = ()
    """per hand (dof,) [rad]"""
    forearm: Sequence[np.ndarray] = ()
    """per hand (7,) xyz + wxyz, world"""
    bodies: np.ndarray = field(default_factory=lambda: np.zeros((0, 7)))
    """(b, 7), in the order of `StageScene.bodies`"""
    contacts: ShownContacts = NO_CONTACTS
    group_force: np.ndarray | None = None
    """(hands, 6) [N] normal force, thumb to little and palm; left out in a scene without forces"""
    handles: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    """(k, 3) [m], in the order of `StageScene.handles`"""
    pull: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    """mouse spring: empty, or anchor [m], target [m] and force [N], world"""
    phase: str = ""
    """what is going on, one or two words"""
    blood: np.ndarray | None = None
    """(hands, 5, 4) what the fingertips' colour follows, thumb to little, as
    `prehensile.stage.live_blood` or `TipColor.over` make it; left out where nothing presses"""
    plotted: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """numbers of `StageScene.plot`, in the order of its lines"""
    pointers: np.ndarray = field(default_factory=lambda: np.zeros((0, 6)))
    """(w, 6) arrows that are no contact forces: where they begin [m], and as what force [N] they
    are drawn"""
    ellipsoids: np.ndarray = field(default_factory=lambda: np.zeros((0, 4, 3)))
    """(e, 4, 3) [m] centre and three half-axes, world"""
    taxels: np.ndarray | None = None
    """(t, rows, columns) [Pa] of the hands in `StageScene.taxels`, in the order of hands; left out
    where nothing presses. Their contacts are then taken as centres of pressure, and drawn so"""
    marks: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    """(m, 3) [m] places that a person pointed at, world"""
    tried: bool = False
    """the hands are where a planner tries them, not where they are; drawn pale"""


class StageScene(ABC):
    """A scene. Override what it has; the rest says clearly that it has none.

    Whatever changes which hands or bodies there are must call `changed_cast`, so that pages fetch
    their meshes anew.
    """

    timestep: float = 1 / 120
    """[s] of simulated time per `step`"""
    look_at: Vec3 = (0.0, 0.0, 0.2)
    look_from: Vec3 = (0.45, -0.55, 0.5)
    """where pages look, and from where; may be set anew at any time"""
    floor: bool = True
    timeline: float = 0.0
    """[s] length of what can be scrubbed; 0: live"""
    plot: Plot | None = None
    """numbers of its own to draw over time"""

    def __init__(self, options: SceneOptions | None = None):
        self.options = options or SceneOptions()
        self.cast = 0
        """counts how often hands or bodies changed"""
        self.notices: deque[tuple[Literal["info", "good", "bad"], str]] = deque(maxlen=16)
        """what the Stage is to tell the person next"""
        self.taken = 0
        """frames recorded in this take"""

    @abstractmethod
    def step(self) -> None:
        """Advance by one `timestep`."""

    @abstractmethod
    def frame(self) -> SceneFrame:
        """What to show now."""

    def hands(self) -> Sequence[StageHand]:
        """The hands that are there."""
        return ()

    def bodies(self) -> Sequence[StageBody]:
        """The things that are there."""
        return ()

    def taxels(self) -> Mapping[str, Taxels]:
        """The layouts of pressure gloves that hands wear, by the hand's name; all of one shape."""
        return {}

    def handles(self) -> Sequence[str]:
        """Points that can be dragged."""
        return ()

    def controls(self) -> Sequence[Control]:
        """What can be set and pressed, with the present values."""
        return ()

    def steps(self) -> Sequence[Step]:
        """Two to six things to do, in order; the first that is ready is the main one.

        Asked for at every frame, as `verdict` and `controls` are: say what is known, work nothing
        out.
        """
        return ()

    def verdict(self) -> Verdict | None:
        """How it went, once there is something to judge."""
        return None

    def set(self, name: str, value: float | str | bool) -> None:
        """A slider was moved, a choice made, a switch turned; the value fits the control."""
        raise InputError(f"this scene does nothing with {name!r}.")

    def press(self, name: str) -> None:
        """A button or a step was pressed."""
        raise InputError(f"this scene does nothing with {name!r}.")

    def pull(self, body: str, anchor: Vec3, target: Vec3) -> None:
        """Hang a body on the mouse spring, or move its target [m]."""
        raise InputError("nothing can be pulled in this scene.")

    def let_go(self) -> None:
        """End the mouse spring."""
        return  # nothing hangs on it

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Move a handle to a point [m], world; None ends the drag."""
        raise InputError("nothing can be dragged in this scene.")

    def point(self, body: str | None, at: Vec3 | None) -> None:
        """A click on a place [m] of a thing, in its frame; None: on nothing that can be pointed at.
        Only sent where a thing is `StageBody.pointable`.
        """
        return  # it means nothing here

    def seek(self, time: float) -> None:
        """Go to a place in time [s]."""
        raise InputError("this scene is live: there is nothing to scrub.")

    @abstractmethod
    def reset(self) -> None:
        """Begin anew, at the first step."""

    def begin_take(self) -> None:
        """Start to record."""
        raise InputError("this scene cannot be recorded.")

    def end_take(self) -> Clip | None:
        """What was recorded since; None if nothing was."""
        return None

    def close(self) -> None:
        """The scene ends; stop what works in the background."""
        return  # nothing does

    def say(self, level: Literal["info", "good", "bad"], text: str) -> None:
        """Tell the person something."""
        self.notices.append((level, text))

    def changed_cast(self) -> None:
        """Hands or bodies are others now."""
        self.cast += 1


def checked_value(
    controls: Sequence[Control], name: str, value: float | str | bool
) -> float | str | bool:
    """A value that fits the control it is for; sliders are held within their range.

    Raises:
        UnknownNameError: there is no such control, or no such choice.
        InputError: the value is of another kind, or the control cannot be used now.
    """
    control = find_control(controls, name)
    if control.kind == "slider" and isinstance(value, int | float) and not isinstance(value, bool):
        return float(min(max(value, control.low), control.high))
    if control.kind == "switch" and isinstance(value, bool):
        return value
    if control.kind == "choice" and isinstance(value, str):
        if value not in control.choices:
            raise UnknownNameError(control.label, value, control.choices)
        return value
    raise InputError(f"{value!r} is no value for the {control.kind} {name!r}.")


WHY_NOT = {
    "running": "is under way",
    "done": "is done already",
    "locked": "has to wait",
}
"""why a step cannot be pressed, by its state"""


def check_press(steps: Sequence[Step], controls: Sequence[Control], name: str) -> None:
    """Refuse a press that means nothing now.

    Raises:
        UnknownNameError: there is no such step or button.
        InputError: the step is not ready, or the control is no button or cannot be used now.
    """
    step = next((s for s in steps if s.name == name), None)
    if step is not None:
        if step.state != "ready":
            raise InputError(f"{step.label!r} {WHY_NOT[step.state]}: {step.hint}")
        return
    if name not in {c.name for c in controls}:
        buttons = [c.name for c in controls if c.kind == "button"]
        raise UnknownNameError("step or button", name, [*(s.name for s in steps), *buttons])
    if find_control(controls, name).kind != "button":
        raise InputError(f"{name!r} is not a button.")


def find_control(controls: Sequence[Control], name: str) -> Control:
    """The control of that name, if it can be used now."""
    control = next((c for c in controls if c.name == name), None)
    if control is None:
        raise UnknownNameError("control", name, [c.name for c in controls])
    if not control.enabled:
        raise InputError(f"{control.label!r} cannot be used now.")
    return control
