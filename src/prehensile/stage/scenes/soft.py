"""How soft a hand is: push a fingertip, see it give way, and the ellipsoid of all its ways."""

from collections.abc import Sequence

import numpy as np

from prehensile.compliance.model.compliant_hand import stiffness_along
from prehensile.compliance.model.example_hand import example_compliance
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus, named_pose
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Verdict
from prehensile.stage.choices import slider
from prehensile.stage.messages import Control, Plot, Step, Vec3
from prehensile.stage.pose_take import PoseTake
from prehensile.stage.progress import Progress
from prehensile.stage.scene import SceneFrame, SceneOptions, StageHand, StageScene
from prehensile.stage.shows.joint_sliders import joint_sliders
from prehensile.stage.shows.soft_finger import SoftFinger
from prehensile.stage.verdicts.gave_way import gave_way_verdict

PLACE = (-0.12, 0.0, 0.12)
"""[m] of the wrist"""
UP = np.array([0.0, 0.0, 1.0])
"""The push of the steps, as a table's on a fingertip; the palm faces down."""
PUSH, PUSHES = 1.0, (0.2, 3.0)
"""[N] at first, and least and most"""
ARROW = 2.0
"""newtons that one newton is drawn as"""
EASE = 0.12
"""share of the way to a force in a frame: half of it in 0.1 s, all in one"""
THERE = 1e-3
"""[N] from it at which it counts as reached"""


class SoftStage(StageScene):
    """A compliant, massless hand (Kry 2005, 4.1). ``SceneOptions.compliance`` is a person's own.

    The ellipsoid about the resting fingertip is where pushes of one size, in all directions, bring
    it to first order.
    """

    timestep = 1 / 60
    plot = Plot("Gives way", ("Fingertip",), "mm")

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._hand = self.options.hand.spec.build()
        if self._hand.joint_names != JOINT_NAMES:
            raise InputError("the scene soft pushes hands of ours: choose one of those.")
        own = self.options.compliance
        self._told = example_compliance(self._hand) if own is None else own
        self._told.springs(self._hand)  # of this hand, and no joint rigid
        self._now = self._told
        self._digit, self._pose, self._push = "index", "neutral", PUSH
        self._T = np.eye(4)
        self._T[:3, 3] = PLACE
        side = 1.0 if self._hand.side == "right" else -1.0
        self.look_at, self.look_from = (-0.01, 0.0, 0.1), (0.27, side * 0.28, 0.19)
        self._time = 0.0
        self._take: PoseTake | None = None
        self.reset()

    def steps(self) -> Sequence[Step]:
        """Push the fingertip, let it go; then again."""
        now = self._progress
        pushed = now.is_done("push")
        hint = f"The {self._digit} fingertip is pushed from below by {self._push:.1f} N."
        return (
            now.step("push", "Push", hint),
            now.step("let_go", "Let go", "It springs back.", pushed, "Push first."),
            now.step(
                "again", "Again", "With the values as measured.", now.is_done("let_go"),
                "Push first.",
            ),
        )  # fmt: skip

    def verdict(self) -> Verdict | None:
        """By how much the pushed fingertip gave way, and how sure that is."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """Which fingertip, how hard a push, how stiff each joint."""
        return (
            Control(
                name="finger",
                label="Finger",
                kind="choice",
                value=self._digit,
                choices=DIGITS,
                group="Push",
                help="Whose tip is pushed, and whose joints are below. Drag any tip you like.",
            ),
            slider(
                "force", "Force", self._push, PUSHES, "Of the push, and of the ellipsoid.",
                unit="N", step=0.1, group="Push",
            ),
            *self._sliders,
            Control(
                name="pose",
                label="Pose",
                kind="choice",
                value=self._pose,
                choices=tuple(corpus()),
                group="Scene",
                help="In which it is pushed: lever arms change, and the ellipsoid with them.",
                advanced=True,
            ),
        )  # fmt: skip

    def set(self, name: str, value: float | str | bool) -> None:
        """Joints act at once; another finger or pose is not pushed yet."""
        match name, value:
            case "finger", str():
                self._digit = value
                self._rest()
            case "pose", str():
                self._pose = value
                self._rest()
            case "force", float():
                self._push = value
                self._verdict = None
            case _, float():
                self._now = self._now.with_stiffness(name, value)
                self._finger.soften(self._now)
                self._sliders = joint_sliders(self._digit, self._told, self._now)
                self._verdict = None

    def press(self, name: str) -> None:
        """Push, let go, or begin anew."""
        if name == "again":
            self.reset()
            return
        self._target = None
        self._verdict = self._verdict if name == "let_go" else None
        self._progress.begin(name)

    def reset(self) -> None:
        """Nothing is pushed, and all is as measured."""
        self._now = self._told
        self._rest()

    def step(self) -> None:
        """The force comes and goes gently; the hand is always in balance with it."""
        self._time += self.timestep
        finger, wanted = self._finger, self._wanted()
        finger.push(finger.force + EASE * (wanted - finger.force))
        if np.abs(wanted - finger.force).max() < THERE:
            if self._pushed and self._verdict is None:
                self._judge()
            self._progress.end()
        if self._take is not None:
            self._take.add(self._time, finger.q, finger.forearm, self._forces()[:5])
            self.taken += 1

    def frame(self) -> SceneFrame:
        """The bent hand, its fingertips to drag, the force, and the ellipsoid."""
        finger, target = self._finger, self._target
        tips, force = finger.tips(), finger.force
        tip = tips[DIGITS.index(self._digit)]
        strength = float(np.linalg.norm(force))
        way = float((tip - finger.resting) @ force) / strength if strength > THERE else 0.0
        pull, pointers = np.zeros((0, 3)), np.zeros((0, 6))
        if target is not None:
            pull = np.stack([tip, target, force])
        elif strength > THERE:
            pointers = np.concatenate([tip, ARROW * force])[None]
        return SceneFrame(
            time=self._time,
            q=[finger.q],
            forearm=[finger.forearm],
            group_force=self._forces()[None],
            handles=tips,
            pull=pull,
            pointers=pointers,
            ellipsoids=finger.ellipsoid(self._push)[None],
            plotted=np.array([1e3 * way]),
            phase=f"{1e3 * way:.1f} mm" if strength > THERE else "at rest",
        )

    def hands(self) -> Sequence[StageHand]:
        """The one hand."""
        return [StageHand(self._hand.side, self._hand)]

    def handles(self) -> Sequence[str]:
        """Five fingertips."""
        return DIGITS

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Pull a fingertip towards the mouse, as far as a few newtons bring it."""
        if target is None:
            self._target = None
            return
        if handle != self._digit:
            self.set("finger", handle)
        if self._progress.running or self._progress.is_done("push"):
            self._progress.reset()
            self._verdict = None
        self._target = np.asarray(target, float)

    def let_go(self) -> None:
        """Nobody pulls with the mouse."""
        self._target = None

    def begin_take(self) -> None:
        """Record the pose sixty times a second."""
        self._take, self.taken = PoseTake(self._hand), 0

    def end_take(self) -> Clip | None:
        """The clip of what was recorded."""
        take, self._take = self._take, None
        return None if take is None or not self.taken else take.clip()

    def _rest(self) -> None:
        """Nothing pushes."""
        self._progress, self._verdict = Progress(), None
        self._target: np.ndarray | None = None
        q = np.array(named_pose(self._hand, self._pose).q)
        self._finger = SoftFinger(self._hand, q, self._T, self._digit, self._now)
        self._sliders = joint_sliders(self._digit, self._told, self._now)

    def _wanted(self) -> np.ndarray:
        """(3,) [N]"""
        if self._target is not None:
            return self._finger.force_towards(self._target)
        return self._push * UP if self._pushed else np.zeros(3)

    @property
    def _pushed(self) -> bool:
        """Whether it is, or is about to be; sliders that move meanwhile are judged anew."""
        now = self._progress
        free = now.running == "let_go" or now.is_done("let_go")
        return not free and (now.running == "push" or now.is_done("push"))

    def _forces(self) -> np.ndarray:
        """(6,) [N] thumb to little and palm."""
        forces = np.zeros(6)
        forces[DIGITS.index(self._digit)] = np.linalg.norm(self._finger.force)
        return forces

    def _judge(self) -> None:
        finger = self._finger
        free, held = stiffness_along(finger.G, UP)
        self._verdict = gave_way_verdict(
            self._digit,
            self._push,
            float(finger.way() @ UP),
            finger.expected(UP),
            (float(free), float(held)),
        )
