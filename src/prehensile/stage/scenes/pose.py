"""No physics: drag the fingertips, and the closed-form inverse kinematics follows."""

from collections.abc import Sequence

import numpy as np

from prehensile.hand.corpus import corpus, named_pose
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.hand_target import HandTarget
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage.background import Background
from prehensile.stage.choices import hand_choice
from prehensile.stage.messages import Control, Step, Vec3
from prehensile.stage.pose_take import PoseTake
from prehensile.stage.scene import SceneFrame, SceneOptions, StageHand, StageScene

WRIST = "wrist"
PINCHING = ("thumb", "index")
HEIGHT = 0.12
"""[m] of the wrist at the start"""
WORTH_SAYING = 1e-4
"""[m] A miss below this counts as reached."""


class PoseStage(StageScene):
    """Drag a fingertip: its finger follows. Drag the wrist: the arm follows, or, with the
    fingertips pinned, the fingers stay where they are.
    """

    timestep = 1 / 60
    look_at = (0.0, 0.0, 0.21)
    look_from = (0.1, -0.4, 0.3)

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._hand_name = self.options.hand.name
        self._pose = "neutral"
        self._pinned = False
        self._time = 0.0
        self._take: PoseTake | None = None
        self._take_cast = 0
        self._drags_to_come: dict[str, Vec3] = {}
        self._build()
        self._warming: Background[None] | None = Background(self._warm_up)

    def steps(self) -> Sequence[Step]:
        """Bring two fingertips together, and relax again; or drag them as one likes."""
        waiting = bool(self._drags_to_come)
        return (
            Step(
                "pinch",
                "Pinch",
                "The tips of thumb and index finger meet; all joints follow in closed form.",
                "running" if waiting else "done" if self._pinched else "ready",
            ),
            Step(
                "relax",
                "Relax",
                "Back to the relaxed hand.",
                "locked" if waiting or np.array_equal(self._q, self._relaxed) else "ready",
            ),
        )

    def controls(self) -> Sequence[Control]:
        """The pose to start from, and what a dragged wrist does."""
        return (
            hand_choice(self._hand_name, self.options.hand),
            Control(
                name="pose",
                label="Pose",
                kind="choice",
                value=self._pose,
                choices=tuple(corpus()),
                group="Pose",
                help="Rest poses and grasps to start from.",
            ),
            Control(
                name="pinned",
                label="Pin the fingertips",
                kind="switch",
                value=self._pinned,
                group="Pose",
                help="They stay where they are while the wrist is dragged.",
            ),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another hand, another pose, or whether fingertips are pinned."""
        match name, value:
            case "hand", str():
                self._hand_name = value
                self._build()
            case "pose", str():
                self._pose = value
                self._take_pose()
            case "pinned", bool():
                self._pinned = value
                self._pins = self._pads()

    def press(self, name: str) -> None:
        """Bring thumb and index finger together, or go back to the relaxed hand."""
        if name == "relax":
            self._pose = "neutral"
            self._take_pose()
            return
        middle = self._pads()[[DIGITS.index(digit) for digit in PINCHING]].mean(axis=0)
        x, y, z = (float(v) for v in middle)
        for digit in PINCHING:
            self.drag(digit, (x, y, z))
        self._pinched = True

    def reset(self) -> None:
        """The chosen pose, where it was at first."""
        self._forearm = self._at_first()
        self._drags_to_come.clear()
        self._take_pose()

    def step(self) -> None:
        """Time passes, for recordings; nothing else moves by itself."""
        self._time += self.timestep
        if self._warming is not None and self._warming.done:
            self._end_warming()
        if self._take is not None and self._take_cast == self.cast:
            self._take.add(self._time, self._q, self._forearm)
            self.taken += 1

    def frame(self) -> SceneFrame:
        """The hand, and a handle on every fingertip and on the wrist."""
        return SceneFrame(
            time=self._time,
            q=[self._q],
            forearm=[self._forearm],
            handles=np.concatenate([self._pads(), self._forearm[None, :3]]),
            phase=f"{1e3 * self._miss:.1f} mm off" if self._miss > WORTH_SAYING else "reached",
        )

    def hands(self) -> Sequence[StageHand]:
        """The one hand."""
        return [StageHand(self._hand.side, self._hand)]

    def handles(self) -> Sequence[str]:
        """Five fingertips and the wrist."""
        return (*DIGITS, WRIST)

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Bring a fingertip, or the wrist, to a point."""
        self._pinched = False
        if target is None:
            self._miss = 0.0
        elif self._warming is not None:
            self._drags_to_come[handle] = target
            self.say("info", "Compiling the inverse kinematics; this happens once.")
        else:
            self._follow(handle, np.asarray(target))

    def _follow(self, handle: str, point: np.ndarray) -> None:
        if handle == WRIST:
            self._forearm = np.concatenate([point, self._forearm[3:]])
            if self._pinned:
                self._reach(self._all, self._pins)
        else:
            self._reach(self._one[handle], point[None])
            if self._pinned:
                self._pins = self._pads()

    def begin_take(self) -> None:
        """Record the pose sixty times a second."""
        self._take, self._take_cast, self.taken = PoseTake(self._hand), self.cast, 0

    def end_take(self) -> Clip | None:
        """The clip of what was recorded."""
        take, self._take = self._take, None
        return None if take is None or not self.taken else take.clip()

    def _warm_up(self, check: object) -> None:
        """The first call compiles, or loads what was compiled: not in the simulation's thread."""
        self._all.place(self._q, self._pins, se3.from_pose7(self._forearm), reach="nearest")

    def _end_warming(self) -> None:
        self._warming = None
        for handle, target in self._drags_to_come.items():
            self._follow(handle, np.asarray(target))
        self._drags_to_come.clear()

    def _reach(self, solver: HandTarget, points: np.ndarray) -> None:
        T = se3.from_pose7(self._forearm)
        self._q, miss = solver.place(self._q, points, T, reach="nearest")
        self._miss = float(miss.max())

    def _pads(self) -> np.ndarray:
        return pad_positions(self._hand, self._q, se3.from_pose7(self._forearm))[0]

    def _build(self) -> None:
        self._hand = self.options.hand.choices[self._hand_name].build()
        self._one = {digit: HandTarget(self._hand, digit) for digit in DIGITS}
        self._all = HandTarget(self._hand)
        self._relaxed = np.array(named_pose(self._hand, "neutral").q)
        self._forearm = self._at_first()
        self._take_pose()
        self.changed_cast()

    def _take_pose(self) -> None:
        self._q = np.array(named_pose(self._hand, self._pose).q)
        self._miss = 0.0
        self._pinched = False
        self._pins = self._pads()

    def _at_first(self) -> np.ndarray:
        """(7,) Fingers up, the palm towards the viewer."""
        T = np.eye(4)
        T[:3, :3] = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
        T[:3, 3] = 0.0, 0.0, HEIGHT
        return se3.to_pose7(T)
