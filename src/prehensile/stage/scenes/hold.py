"""A hand takes a climbing hold and is pulled on by its forearm, until a fingertip slides."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import OUT, tried_directions
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.library.library import shipped_library
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.grip import Grip, climbing_grip
from prehensile.holds.optimise.load import BORNE, DRAW_TIME, SPEED, draw_command
from prehensile.holds.optimise.load_meter import LoadMeter
from prehensile.holds.optimise.reach import reach_commands
from prehensile.lie import so3
from prehensile.motion.verdict import Verdict
from prehensile.stage.choices import slider
from prehensile.stage.messages import Control, Plot, Step, Vec3
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneFrame, SceneOptions
from prehensile.stage.world_scene import WorldScene
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene
from prehensile.world.world import Frame, World

HANDLE = "forearm"
HANDLE_BELOW = 0.06
"""[m] from the wrist towards the elbow"""
FARTHEST = 0.06
"""[m] that the handle takes the forearm from where it hangs"""
FOLLOW = 0.05
"""[m/s] at most, after the handle"""
LOOSE = 0.03
"""share of its gains and torques with which a hand that slid off is held"""
ARROW = 4.0
"""[N] that the arrow in the weakest direction is drawn as"""


class HoldStage(WorldScene):
    """Choose hold and direction, watch the grasp form, then pull or drag the forearm."""

    floor = False
    look_at = (-0.01, -0.08, 0.03)
    look_from = (0.38, -0.5, 0.2)
    plot = Plot("Load", ("Borne", "Needed", "Where weakest"), "N")

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._hand = Hand()  # the one that the library was made with
        self._kind, self._way, self._speed = "crimp", "design", 1.0
        self._build()

    def steps(self) -> Sequence[Step]:
        """Take it, pull; then again."""
        now = self._progress
        taken = now.is_done("take")
        return (
            now.step("take", "Take hold", f"The hand reaches for the {self._kind}."),
            now.step(
                "pull",
                "Pull",
                "The forearm is drawn until a fingertip has slid 1 cm.",
                taken,
                "Take hold first.",
            ),
            now.step("again", "Again", "From the start.", taken, "Take hold first."),
        )

    def verdict(self) -> Verdict | None:
        """What it bore in the last pull."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """Which hold, pulled which way, how fast."""
        return (
            _choice("hold", "Hold", self._kind, tuple(KINDS), "What the hand hangs on."),
            _choice(
                "direction", "Direction", self._way, tuple(self._ways), "Where it is pulled to."
            ),
            slider(
                "speed",
                "Pulling speed",
                self._speed,
                (0.5, 5.0),
                "Of the forearm; holds are judged at 1 cm/s.",
                unit="cm/s",
                group="Scene",
                advanced=True,
            ),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another hold or direction begins anew."""
        match name, value:
            case "hold", str():
                self._kind = value
                self._build()
            case "direction", str():
                self._way = value
                self._build()
            case "speed", float():
                self._speed = value

    def press(self, name: str) -> None:
        """Take a step."""
        if name == "again":
            self.reset()
            return
        if name == "pull" and not self._progress.is_done("take"):
            raise InputError("take hold first.")
        self._progress.begin(name)
        if name == "take":
            self._reaching = reach_commands(
                self._grasp, self._start_pose, self._grip, self.world.timestep
            )
        else:
            self._verdict, self._distance = None, 0.0
            self._offset = np.zeros(3)
            self._meter.begin(self._hung)

    def reset(self) -> None:
        """The hand is in front of the hold."""
        self.world.restore(self._start)
        self._begin()

    def handles(self) -> Sequence[str]:
        """The forearm, once it hangs."""
        return (HANDLE,)

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Draw the forearm towards a point; it stays where it is let go."""
        if target is None or not self._progress.is_done("take"):
            return
        if self._progress.running == "pull":
            self._progress.fail()
        away = np.asarray(target, float) - self._handle(self._grasp.forearm)
        length = float(np.linalg.norm(away))
        self._wanted = away * min(1.0, FARTHEST / max(length, 1e-9))
        if not self._dragged:
            self._dragged, self._verdict = True, None
            self._meter.begin(self._hung)

    def advance(self) -> Frame:
        """One step of whatever is under way."""
        before = self.world.snapshot()
        frame = self.world.step(self._command())
        self._hung.append(self._meter.load(frame))
        if self._hangs and (self._dragged or self._progress.running == "pull"):
            self._meter.follow(frame)
            if self._meter.over:
                # What snaps is torn in a few steps: the hand lets go in time instead.
                self.world.restore(before)
                frame = self.world.step(self._command())
            ended = self._meter.over or self._distance > SPEED * DRAW_TIME
            if ended and self._verdict is None:
                self._verdict = self._meter.verdict()
                self._progress.end()
        return frame

    def frame(self) -> SceneFrame:
        """With the handle on the forearm, the load, and where it would come off most easily."""
        seen = super().frame()
        handle = self._handle(np.asarray(seen.forearm[0]))
        load, weakest, pointers = 0.0, 0.0, np.zeros((0, 6))
        if self._hangs and self.last is not None:
            quality = self._meter.quality(self.last)
            load, weakest = self._meter.load(self.last), quality.value
            push = quality.easiest_push(handle)
            if push.any():
                # The measure has no sign; the arrow stays on the side where it was.
                self._arrow = push if push @ self._arrow >= 0 else -push
                pointers = np.concatenate([handle, ARROW * self._arrow])[None]
        return replace(
            seen,
            handles=handle[None],
            plotted=np.array([load, self._hold.needed, weakest]),
            pointers=pointers,
        )

    @property
    def phase(self) -> str:
        """How much it bears."""
        return f"{self._hung[-1]:.0f} N" if self._hangs and self._hung else ""

    @property
    def _hangs(self) -> bool:
        """Whether the hand is on the hold; one that slid off is not judged any more."""
        return self._progress.is_done("take") and not self._meter.over

    def _command(self) -> Command | None:
        if self._reaching is not None:
            command = next(self._reaching, None)
            if command is not None:
                return command
            self._reaching = None
            self._progress.end()
        if not self._progress.is_done("take"):
            return None
        dt = self.world.timestep
        if self._meter.over:
            back = min(1.0, (FARTHEST - self._backed) / (FOLLOW * dt)) * FOLLOW * dt
            self._backed += back
            self._offset = self._offset + back * OUT
            return draw_command(self._limp, self._offset, self._loose, 1.0, 0.0)
        if self._progress.running == "pull":
            self._distance += dt * self._speed / 100
            self._offset = self._distance * self._direction
            speed = self._speed / 100
            return draw_command(self._grasp, self._direction, self._grip, self._distance, speed)
        if self._dragged:
            away = self._wanted - self._offset
            length = float(np.linalg.norm(away))
            self._offset = self._offset + away * min(1.0, FOLLOW * dt / max(length, 1e-9))
        far = float(np.linalg.norm(self._offset))
        way = self._offset / far if far > 0 else self._direction
        return draw_command(self._grasp, way, self._grip, far, 0.0)

    def _handle(self, forearm: np.ndarray) -> np.ndarray:
        return forearm[:3] - HANDLE_BELOW * so3.from_quat(forearm[3:])[:, 0]

    def _begin(self) -> None:
        self._progress = Progress()
        self._verdict: Verdict | None = None
        self._reaching: Iterator[Command] | None = None
        self._offset, self._wanted = np.zeros(3), np.zeros(3)
        self._distance, self._dragged, self._backed = 0.0, False, 0.0
        self._arrow = self._direction + OUT  # off the hold, rather than onto it
        self._meter.begin()
        self._hung: deque[float] = deque(maxlen=round(BORNE / self.world.timestep))
        self.show_present()

    def _build(self) -> None:
        self._hold = KINDS[self._kind](None)
        self._ways = tried_directions(self._hold)
        self._direction = self._ways[self._way]
        self._grasp = shipped_library().query(self._hold, self._direction).grasp
        rest = self._hand.spec.rest
        self._grip = climbing_grip(self._hand)
        self._loose = Grip(*(LOOSE * gain for gain in self._grip if gain is not None))
        self._limp = replace(self._grasp, q=self._grasp.q_open)
        self._start_pose = start_pose(self._hold, self._hand, rest)
        placed = HandInScene(self._hand, "hand", forearm=self._start_pose, q=rest)
        world = World(
            placed, self._hold.scene_objects(), floor=False, guard_folder=self.options.folder
        )
        self._meter = LoadMeter(world, self._hold, self._hand, self._direction)
        self._start = world.snapshot()
        self.use(world)
        self._begin()


def _choice(name: str, label: str, value: str, choices: tuple[str, ...], text: str) -> Control:
    return Control(
        name=name,
        label=label,
        kind="choice",
        value=value,
        choices=choices,
        group="Scene",
        help=text,
    )
