"""Things wait above a relaxed hand and fall into it, one after the other."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.control.arm.path import StillArm
from prehensile.control.experiments.drop import NO_STOP
from prehensile.control.law.gains import Gains, joint_gains
from prehensile.control.law.law import ControlLaw, Terms
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import NAMES
from prehensile.errors import InputError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.corpus import corpus_pose
from prehensile.lie import se3, so3
from prehensile.motion.verdict import Verdict
from prehensile.stage.choices import hand_choice, object_choice, slider, switch
from prehensile.stage.messages import Control, Step
from prehensile.stage.scene import SceneOptions
from prehensile.stage.verdicts.caught import caught_verdict
from prehensile.stage.world_scene import WorldScene
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import Frame, World

QUEUE = 5
"""things that wait above the hand"""
HAND_HEIGHT = 0.16
"""[m]"""
FALL = 0.14
"""[m] from the hand to the first of them"""
GAP = 0.05
"""[m] between them"""
MIXED = "assorted"
ASSORTED = ("ball", "apple", "box", "bulb", "banana")
HOOK = "hook"
FOLLOW = 8.0
"""[1/s] how fast the hand takes up what the sliders say"""
FALL_SECONDS = 1.0
"""[s] after which it is judged where something fell"""
JUDGE_SECONDS = 0.25
"""[s] between two judgements: what lies in the hand may still roll out of it"""


class DropStage(WorldScene):
    """Choose what falls, how stiff the hand is, and whether it closes."""

    look_at = (0.06, 0.0, 0.2)
    look_from = (0.62, -0.66, 0.55)

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._object = self.options.object if self.options.object != "mug" else "ball"
        self._hand = self.options.hand.name
        self._curl, self._tilt, self._firmness = 0.25, 0.0, 0.3
        self._passive, self._limits, self._gains = False, True, Gains()
        self._build()

    def steps(self) -> Sequence[Step]:
        """Drop them one by one, then hang them up again."""
        left = QUEUE - self._dropped
        first = self._dropped == 0
        return (
            Step(
                "drop",
                "Drop one" if first else "Drop another",
                f"The lowest falls; {left} hang above the hand." if left else "None is left.",
                "ready" if left else "done",
            ),
            Step(
                "again",
                "Hang them up",
                "All of them wait above the hand again.",
                "locked" if first else "ready",
            ),
        )

    def verdict(self) -> Verdict | None:
        """How many of those that fell lie in the hand."""
        return self._verdict

    def controls(self) -> Sequence[Control]:
        """What falls, and how the hand takes it."""
        return (
            object_choice(self._object, loose_only=True, more=(MIXED,)),
            hand_choice(self._hand, self.options.hand),
            slider("curl", "Close the hand", self._curl, (0.0, 1.0), "0 is flat, 1 a fist."),
            slider(
                "tilt", "Tilt", self._tilt, (-90.0, 90.0), "Turns the palm to a side.", unit="°"
            ),
            *self._tissue(),
        )

    def _tissue(self) -> tuple[Control, ...]:
        """What the joints resist with: firmness, or the gains of equation (3)."""
        paper = switch(
            "passive",
            "Passive hand by gains",
            self._passive,
            "Springs, dampers and joint limits per unit of inertia (Pollard & Zordan).",
            advanced=True,
        )
        if not self._passive:
            text = "How stiff the joints are."
            return slider("firmness", "Firmness", self._firmness, (0.02, 1.0), text), paper
        g = self._gains
        return (
            paper,
            slider(
                "stiffness",
                "Stiffness",
                g.stiffness,
                (20.0, 1000.0),
                "Draws to the pose.",
                unit="1/s²",
                symbol="k_S",
                advanced=True,
            ),
            slider(
                "damping",
                "Damping",
                g.damping,
                (2.0, 120.0),
                "Slows the joints.",
                unit="1/s",
                symbol="k_D",
                advanced=True,
            ),
            slider(
                "limit",
                "Limit stiffness",
                g.limit,
                (0.0, 20000.0),
                "Soft joint limits.",
                unit="1/s²",
                symbol="k_JL",
                advanced=True,
            ),
            switch(
                "limits",
                "Joint limits",
                self._limits,
                "Off: joints bend back freely.",
                advanced=True,
            ),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Other things or another hand begin anew; sliders act at once."""
        match name, value:
            case "object", str():
                self._things(value)  # refused before anything changes
                self._object = value
                self._build()
            case "hand", str():
                self._check_hand(value, self._passive)
                self._hand = value
                self._build()
            case "curl", float():
                self._curl = value
            case "tilt", float():
                self._tilt = value
            case "firmness", float():
                self._firmness = value
            case "stiffness" | "damping" | "limit", float():
                self._gains = replace(self._gains, **{name: value})
            case "passive", bool():
                self._check_hand(self._hand, value)
                self._passive = value
                self._build()
            case "limits", bool():
                self._limits = value
                self._build()

    def press(self, name: str) -> None:
        """Let the lowest thing fall, or hang all up again."""
        if name == "again":
            self.reset()
        elif self._dropped >= QUEUE:
            raise InputError("nothing is left to drop; hang them up again.")
        else:
            self.world.release(self._names[self._dropped])
            self._dropped += 1
            self._verdict = None
            self._judge_at = self.world.time + FALL_SECONDS

    def reset(self) -> None:
        """Hang all things above the hand again."""
        self.world.let_go()
        self.world.restore(self._start)
        self._begin()

    def advance(self) -> Frame:
        """One step; what has fallen is judged now and then."""
        frame = self._follow()
        if self._dropped and frame.time >= self._judge_at:
            self._verdict = caught_verdict(self.world, frame, self._names[: self._dropped])
            self._judge_at = frame.time + JUDGE_SECONDS
        return frame

    def _follow(self) -> Frame:
        """One step of the world; the hand goes smoothly to where the sliders are."""
        part = min(FOLLOW * self.timestep, 1.0)
        self._now += part * (np.array([self._curl, self._tilt, self._firmness]) - self._now)
        curl, tilt, firmness = self._now
        wanted = self._flat + curl * (self._fist - self._flat)
        if self._law is not None:
            return self.world.step(self._by_gains(self._law, wanted, self._palm_up(tilt)))
        return self.world.step(
            Command(
                q_ref=wanted,
                stiffness=firmness * self._stiffness,
                damping=np.sqrt(firmness) * self._damping,
                forearm=self._palm_up(tilt),
            )
        )

    def _by_gains(self, law: ControlLaw, wanted: np.ndarray, forearm: np.ndarray) -> Command:
        """Equation (3) with its neutral pose where the sliders are."""
        limits = self._gains.limit if self._limits else 0.0
        law.gains = replace(self._gains, limit=limits)
        law.passive = PassiveTerm(wanted, law.passive.lower, law.passive.upper)
        seen = self.world.observe()
        return law.command(
            seen.q, seen.qd, seen.forearm, np.zeros(len(NAMES)), seen.timestep, wanted,
            StillArm(forearm), float(seen.time),
        )  # fmt: skip

    @property
    def phase(self) -> str:
        """How many have fallen."""
        return f"{self._dropped} of {QUEUE}"

    def _begin(self) -> None:
        self._dropped = 0
        self._verdict: Verdict | None = None
        self._judge_at = 0.0
        self._now = np.array([self._curl, self._tilt, self._firmness])
        self.show_present()

    def _build(self) -> None:
        hand = self.options.hand.choices[self._hand].build()
        self._flat, self._fist = (hand.transfer(corpus_pose(n).q) for n in ("flat", "fist"))
        self._stiffness, self._damping = joint_gains(hand)
        self._law = None
        if self._passive:
            term = PassiveTerm(self._flat, hand.lower, hand.upper)
            hand = bare_hand(hand, widened=0.0 if self._limits else NO_STOP)
            self._law = ControlLaw(hand, term, terms=Terms(active=False, stop=self._limits))
        hook = cylinder(0.012, 0.012, mass=0.1, color=(0.55, 0.57, 0.6))
        placed = self._hung(self._things(self._object))
        self._names = [o.name for o in placed]
        top = float(np.asarray(placed[-1].pose)[2]) + placed[-1].object.bounds[1, 2] + 2 * GAP
        x, y = np.asarray(placed[0].pose)[:2]
        world = World(
            HandInScene(
                hand,
                forearm=self._palm_up(self._tilt),
                q=self._flat + self._curl * (self._fist - self._flat),
            ),
            [ObjectInScene(hook, HOOK, (x, y, top, 1, 0, 0, 0), fixed=True), *placed],
            guard_folder=self.options.folder,
        )
        self._start = world.snapshot()
        self.use(world)
        self._begin()

    def _check_hand(self, name: str, passive: bool) -> None:
        """Refuse, before anything changes, a hand that cannot do without its tissue."""
        if passive:
            bare_hand(self.options.hand.choices[name].build())

    def _things(self, name: str) -> list[Object]:
        names = ASSORTED if name == MIXED else (name,) * QUEUE
        things = [load_object(n) for n in names]
        for thing in things:
            if thing.mount is not None:
                raise InputError(f"the {thing.name} is mounted, so it cannot fall; choose another.")
        return things

    def _hung(self, things: Sequence[Object]) -> list[ObjectInScene]:
        """One above the other over the middle of the hand, their centres of mass in a line."""
        placed, height = [], HAND_HEIGHT + FALL
        for k, thing in enumerate(things):
            low, high = thing.bounds[:, 2]
            x, y, _ = thing.com
            pose = (0.085 - x, -y, height - low, 1, 0, 0, 0)
            placed.append(ObjectInScene(thing, f"{thing.name}-{k + 1}", pose, presented_by=HOOK))
            height += high - low + GAP
        return placed

    def _palm_up(self, tilt: float) -> np.ndarray:
        """(7,) of the forearm along x, its palm up, turned by ``tilt`` [°] about its length."""
        T = np.eye(4)
        T[:3, :3] = so3.exp(np.array([np.pi + np.radians(tilt), 0.0, 0.0]))
        T[:3, 3] = 0.0, 0.0, HAND_HEIGHT
        return se3.to_pose7(T)
