"""Every message between the Stage's server and its page: the one place that says what they hold.

A message is a dataclass. Fields of type ``Array`` travel as little-endian blobs, all others in the
JSON header (`wire`). The page's TypeScript types are made from this file by
``python -m prehensile.stage.typescript``; a test fails when they are stale.

Frames and units as everywhere: SI, world z up, poses xyz + wxyz, row-major matrices.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

PROTOCOL = 12
"""Raised whenever a message changes; the page and the server must agree."""


class Array(NamedTuple):
    """Type and shape of a blob; a name in the shape stands for a length that may vary."""

    dtype: Literal["<f4", "<f8", "<u1", "<u2", "<u4", "<i4"]
    shape: tuple[int | str, ...]


Vec3 = tuple[float, float, float]
"""[m] or [N], world unless said otherwise"""

Points = Annotated[np.ndarray, Array("<f4", ("n", 3))]
Faces = Annotated[np.ndarray, Array("<u4", ("f", 3))]


@dataclass(frozen=True)
class Control:
    """One thing that can be set or pressed, as the page draws it."""

    name: str
    label: str
    kind: Literal["slider", "choice", "switch", "button", "figure"]
    """a figure is only read; its value is text"""
    help: str = ""
    value: float | str | bool | None = None
    low: float = 0.0
    high: float = 1.0
    step: float = 0.0
    """of a slider; 0: continuous"""
    unit: str = ""
    choices: tuple[str, ...] = ()
    group: str = ""
    """controls with the same group stand together under that heading"""
    enabled: bool = True
    advanced: bool = False
    """folded away at first"""
    symbol: str = ""
    """as papers write it (k_S, τ_P); stands beside the label, which is plain words"""
    likely: tuple[float, float] | None = None
    """of a slider: within which a measured value lies with 90 %; marked below it"""


@dataclass(frozen=True)
class Step:
    """One thing to do in a scene, in its order; pressed through its name like a button."""

    name: str
    label: str
    """plain words, one to three"""
    hint: str
    """one sentence: what happens, or what it waits for"""
    state: Literal["ready", "running", "done", "locked"]
    """only a ready one can be pressed; the first ready one is the main step"""


@dataclass(frozen=True)
class ShownFigure:
    """One number that a verdict rests on."""

    name: str
    value: float
    unit: str


@dataclass(frozen=True)
class ShownVerdict:
    """How it went, as whoever judged it says."""

    ok: bool
    line: str
    """all of it, as a person would say it"""
    advice: str
    """what to do about it; empty where there is nothing to say"""
    figures: tuple[ShownFigure, ...]


@dataclass(frozen=True)
class Plot:
    """Numbers of a scene's own that the page draws over time, in the order of ``Frame.plotted``."""

    title: str
    """plain words, one to three"""
    lines: tuple[str, ...]
    """what each number is, a word or two; six at most"""
    unit: str = ""


@dataclass(frozen=True)
class SceneTitle:
    """A scene in the list of scenes."""

    name: str
    title: str
    line: str
    """one sentence for people"""
    missing: str = ""
    """why it cannot run here (an extra that is not installed); empty if it can"""


# ------------------------------------------------------------------ server → page


@dataclass(frozen=True)
class Hello:
    """First message on a connection."""

    protocol: int
    version: str
    client: int
    driving: bool
    scenes: tuple[SceneTitle, ...]


@dataclass(frozen=True)
class Role:
    """Whether this page drives; the others watch."""

    driving: bool
    watchers: int


@dataclass(frozen=True)
class TakeOverAsked:
    """A watching page asks to drive; told to the page that drives and to the one that asks."""

    asker: int | None
    """``Hello.client`` of that page; null: nobody asks any more"""
    seconds: float
    """after which it drives unless the driver answers"""


@dataclass(frozen=True)
class SceneStarted:
    """A scene begins: forget all meshes; steps, verdict, rigs and bodies follow, then frames."""

    scene: str
    controls: tuple[Control, ...]
    hands: tuple[str, ...]
    bodies: tuple[str, ...]
    handles: tuple[str, ...]
    """points that can be dragged, in the order of ``Frame.handles``"""
    look_at: Vec3 = (0.0, 0.0, 0.1)
    look_from: Vec3 = (0.5, -0.5, 0.4)
    floor: bool = True
    timeline: float = 0.0
    """[s] length of a clip that can be scrubbed; 0: live"""
    plot: Plot | None = None
    """shown in place of the forces at first"""


@dataclass(frozen=True)
class HandRig:
    """A hand's skin in its bind pose and the joints that carry it."""

    hand: str
    side: Literal["right", "left"]
    joint_names: tuple[str, ...]
    vertices: Points
    normals: Points
    faces: Faces
    joints: Annotated[np.ndarray, Array("<u1", ("n", 4))]
    weights: Annotated[np.ndarray, Array("<f4", ("n", 4))]
    inverse_bind: Annotated[np.ndarray, Array("<f4", ("j", 4, 4))]
    """bind-pose vertex → joint frame"""
    region: Annotated[np.ndarray, Array("<u1", ("n",))]
    """per vertex: 0 skin, 1 nail"""
    colors: Annotated[np.ndarray, Array("<u1", ("n", 3))]
    """sRGB"""
    uv: Annotated[np.ndarray, Array("<f4", ("t", 2))]
    """per vertex, origin upper left; none where there are no pictures"""
    shape_start: Annotated[np.ndarray, Array("<u4", ("s",))]
    """n + 1, or none: entries ``shape_start[v]`` to ``shape_start[v + 1]`` correct vertex v at
    rest, each by a coordinate of ``Frame.shape`` times what follows"""
    shape_column: Annotated[np.ndarray, Array("<u1", ("m",))]
    """which coordinate of this hand's"""
    shape_shift: Annotated[np.ndarray, Array("<f4", ("m", 3))]
    """[m] added to the vertex"""
    shape_turn: Annotated[np.ndarray, Array("<f4", ("m", 3))]
    """added to its unit normal"""
    shapes: tuple[str, ...] = ()
    """names of the coordinates; none where bones alone shape the skin"""
    is_skin: bool = True
    """False for parts of metal and the shapes that collide"""
    color_picture: str = ""
    """address of a picture that takes the place of ``colors``; fetched after the first frame"""
    normal_picture: str = ""
    """address of a normal map, green towards the picture's top"""
    roughness: float = 1.0
    """of a pictured skin, from 0 (a mirror) to 1 (chalk)"""
    lookup_picture: str = ""
    """address of what says where the fingertips' eigentextures lie on it, as
    `prehensile.export.blush_pictures` packs it; empty where blood does not show"""
    texture_picture: str = ""
    """address of the eigentextures, packed there too"""
    texture_scale: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    """what the largest number in each of them stands for"""
    pigment: Vec3 = (0.0, 0.0, 0.0)
    """change of −ln of a colour by one unit of blood"""
    blood_space: Literal["srgb", "linear"] = "srgb"
    """of the colours whose logarithms those are"""
    opacity: float = 1.0
    """below 1 a ghost, in one colour"""


@dataclass(frozen=True)
class TaxelPatches:
    """The taxels of a glove that a hand wears: squares on its skin, in the bind pose."""

    hand: str
    cell: Annotated[np.ndarray, Array("<u4", ("t",))]
    """place of each in an image of ``Frame.taxels``, row after row"""
    pos: Annotated[np.ndarray, Array("<f4", ("t", 3))]
    """[m]"""
    normal: Annotated[np.ndarray, Array("<f4", ("t", 3))]
    """unit, out of the skin"""
    along: Annotated[np.ndarray, Array("<f4", ("t", 3))]
    """unit, in the skin, towards the fingertip"""
    joints: Annotated[np.ndarray, Array("<u1", ("t", 4))]
    """that carry it, as in ``HandRig``"""
    weights: Annotated[np.ndarray, Array("<f4", ("t", 4))]
    pitch: float
    """[m] from one to the next"""


@dataclass(frozen=True)
class BodyMesh:
    """A thing, in its own frame; along sharp edges its vertices are doubled."""

    body: str
    vertices: Points
    normals: Points
    faces: Faces
    color: Vec3
    """sRGB"""
    movable: bool
    """can be pulled with the mouse"""
    pointable: bool
    """a click on it means something: ``PointAt``"""
    uv: Annotated[np.ndarray, Array("<f4", ("t", 2))]
    """per vertex, origin upper left; none where there is no picture"""
    opacity: float = 1.0
    """below 1 of glass"""
    color_picture: str = ""
    """address of a picture that takes the place of ``color``; fetched after the first frame"""


@dataclass(frozen=True)
class Frame:
    """The state before a step, with the contact forces computed from it."""

    time: float
    """[s] simulated"""
    number: int
    running: bool
    speed: float
    """simulated over wall-clock time, as wanted"""
    answers: int
    """the largest ``SetControl.ask`` whose effect is in this frame"""
    phase: str
    """what the scene is doing, one or two words"""
    joints: Annotated[np.ndarray, Array("<f4", ("j", 7))]
    """poses of all hands' rig joints, hand after hand"""
    shape: Annotated[np.ndarray, Array("<f4", ("a",))]
    """coordinates that correct the skins at rest, hand after hand, as many as its ``shapes``"""
    bodies: Annotated[np.ndarray, Array("<f4", ("b", 7))]
    contact_pos: Annotated[np.ndarray, Array("<f4", ("c", 3))]
    contact_force: Annotated[np.ndarray, Array("<f4", ("c", 3))]
    """[N] that the hand exerts on the other"""
    contact_group: Annotated[np.ndarray, Array("<u1", ("c",))]
    """thumb 0 … little 4, palm 5, no hand 255"""
    contact_hand: Annotated[np.ndarray, Array("<u1", ("c",))]
    contact_slip: Annotated[np.ndarray, Array("<f4", ("c",))]
    """[m/s] along the surface, shown as a ring; 0 in scenes that do not know it"""
    group_force: Annotated[np.ndarray, Array("<f4", ("g", 6))]
    """[N] normal force, thumb to little and palm; no row in a scene without forces"""
    handles: Annotated[np.ndarray, Array("<f4", ("k", 3))]
    pull: Annotated[np.ndarray, Array("<f4", ("p", 3))]
    """mouse spring: empty, or anchor, target and force [N]"""
    blood: Annotated[np.ndarray, Array("<f4", ("h", 5, 4))]
    """amounts of the four eigentextures on each fingertip, thumb to little; 0 at no load"""
    plotted: Annotated[np.ndarray, Array("<f4", ("l",))]
    """numbers of ``SceneStarted.plot``; none without one"""
    pointers: Annotated[np.ndarray, Array("<f4", ("w", 6))]
    """arrows of a scene's own, no contact forces: where they begin [m], and as what force [N] they
    are drawn"""
    ellipsoids: Annotated[np.ndarray, Array("<f4", ("e", 4, 3))]
    """[m] centre and three half-axes of each, world"""
    taxels: Annotated[np.ndarray, Array("<f4", ("t", "rows", "columns"))]
    """pressure images [Pa] of the hands that wear taxels, in the order of their patches"""
    marks: Annotated[np.ndarray, Array("<f4", ("m", 3))]
    """[m] places that a person pointed at, world"""
    tried: bool
    """the hands are where a planner tries them, not where they are; drawn pale"""


@dataclass(frozen=True)
class ControlsChanged:
    """New values, or other controls, of the running scene."""

    controls: tuple[Control, ...]


@dataclass(frozen=True)
class StepsChanged:
    """What there is to do in the running scene, in order; none where it has no order."""

    steps: tuple[Step, ...]


@dataclass(frozen=True)
class VerdictChanged:
    """How it went in the running scene; null while there is nothing to judge."""

    verdict: ShownVerdict | None


@dataclass(frozen=True)
class LookChanged:
    """The scene shows something from elsewhere; the person may look around from there."""

    look_at: Vec3
    look_from: Vec3


@dataclass(frozen=True)
class Notice:
    """Something to tell the person."""

    level: Literal["info", "good", "bad"]
    text: str


@dataclass(frozen=True)
class Recording:
    """State of the recorder; a finished recording can be fetched."""

    running: bool
    frames: int
    files: tuple[str, ...] = ()
    """relative addresses of the last finished recording, by suffix .glb and .npz"""


@dataclass(frozen=True)
class Refused:
    """A message was dropped, and why."""

    reason: str


# ------------------------------------------------------------------ page → server


@dataclass(frozen=True)
class SetControl:
    """Move a slider, choose, switch."""

    name: str
    value: float | str | bool
    ask: int = 0
    """any rising number; comes back in ``Frame.answers``"""


@dataclass(frozen=True)
class PressButton:
    """Press a button or a ready step of the scene."""

    name: str
    ask: int = 0


@dataclass(frozen=True)
class ChooseScene:
    """Start another scene."""

    scene: str


@dataclass(frozen=True)
class Transport:
    """Pause, single steps, slow motion, reset, or a place in a clip."""

    running: bool | None = None
    speed: float | None = None
    step: bool = False
    reset: bool = False
    seek: float | None = None
    """[s]"""


@dataclass(frozen=True)
class Pull:
    """Hang a body on the mouse spring, or move its target; ``target`` None lets go."""

    body: str
    anchor: Vec3
    """[m], body frame"""
    target: Vec3 | None


@dataclass(frozen=True)
class DragHandle:
    """Move a handle to a point; ``target`` None ends the drag."""

    handle: str
    target: Vec3 | None


@dataclass(frozen=True)
class PointAt:
    """A click: on a place of a thing, or (null) on nothing that can be pointed at."""

    body: str | None = None
    at: Vec3 | None = None
    """[m], body frame"""


@dataclass(frozen=True)
class Record:
    """Start or finish a recording."""

    on: bool


@dataclass(frozen=True)
class TakeOver:
    """A watching page asks to drive; the driver is asked, if there is one."""


@dataclass(frozen=True)
class AnswerTakeOver:
    """The driver lets the page that asked drive, or goes on."""

    asker: int
    yes: bool


SERVER_MESSAGES: tuple[type[Any], ...] = (
    Hello, Role, TakeOverAsked, SceneStarted, HandRig, TaxelPatches, BodyMesh, Frame,
    ControlsChanged, StepsChanged, VerdictChanged, LookChanged, Notice, Recording, Refused,
)  # fmt: skip
PAGE_MESSAGES: tuple[type[Any], ...] = (
    SetControl, PressButton, ChooseScene, Transport, Pull, DragHandle, PointAt, Record, TakeOver,
    AnswerTakeOver,
)  # fmt: skip
